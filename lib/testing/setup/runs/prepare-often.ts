import { expect } from 'vitest'
import { prepareInput } from '../../../json-schema/inputs/prepare-input.ts'
import type { JsonSchema } from '../../../kernel/json/json.ts'

/** Returns an object schema with these properties. */
export const objectSchema = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})

/** Tests that later calls, which use the fast check, return the same as the first. */
export function prepareOften(schema: JsonSchema, sent: unknown) {
  const first = prepareInput(schema, sent)
  for (let call = 0; call < 12; call++) expect(prepareInput(schema, sent)).toStrictEqual(first)
  return first
}
