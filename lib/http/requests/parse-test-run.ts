import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '#lib/json/json.ts'
import { DOCUMENT_MAX_BYTES } from '#lib/skillset/document/read-document.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { LineField } from '#lib/validation/text-fields.ts'
import { parseJsonText } from './read-body.ts'

/** A document or value as JSON, where one byte may take six characters. */
export const JsonText = z.string().max(6 * DOCUMENT_MAX_BYTES)

/** `config` defaults to the organisation's own. */
const TestRun = z.object({
  skillSlug: LineField,
  args: JsonText,
  config: JsonText.optional(),
  timeZone: LineField,
  /** What the run may cost, in USDC. */
  maxPrice: LineField.optional(),
})

/** A run of a draft or submission, as pages send it. */
export type SentTestRun = z.input<typeof TestRun>

type TestRunFields = {
  skillSlug: string
  timeZone: string
  args: Json
  config?: JsonObject
  maxPrice?: string
}

/** Ignores a config that is not an object. Throws INVALID_INPUT. */
export function parseTestRun(sent: unknown): TestRunFields {
  const { args, config, ...rest } = parseFields(TestRun, sent)
  const values = config === undefined ? undefined : parseJsonText(config)
  return { ...rest, args: parseJsonText(args), ...(isObject(values) && { config: values }) }
}
