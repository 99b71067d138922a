// A form must report the same before sending as the server would.
import { describe, expect, test } from 'vitest'
import { prepareCompiledInput } from '#lib/json-schema/inputs/prepare-compiled-input.ts'
import { prepareInput } from '#lib/json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { readJson } from '#lib/kernel/json/read-json.ts'
import { everyNth, readCorpus, withCorpus } from '#lib/testing/corpus.ts'
import { formContract } from '../validation/form-contract.ts'

type Tool = { schema: JsonSchema; valid_args?: Json[] }
type Store = { schema: JsonSchema; valid: { value: Json }[]; invalid: { value: Json }[] }

const tools = readCorpus<Tool>('tool-schemas')
const stores = readCorpus<Store>('schemastore-with-instances')

function differences(schema: JsonSchema, values: Json[]): unknown[] {
  const { schema: canonical } = canonicalSchema(schema)
  if (!canonical) return []
  return values.flatMap((value) => {
    const [here, there] = [
      prepareCompiledInput(formContract(canonical), value),
      prepareInput(canonical, value),
    ]
    return JSON.stringify(here) === JSON.stringify(there) ? [] : [{ schema, value, here, there }]
  })
}

/** Returns the value with common mistakes: numbers as texts, texts as lists, and a missing field. */
function wronged(value: Json): Json[] {
  const text = JSON.stringify(value)
  const texts = [
    text.replaceAll(/:(-?\d+(?:\.\d+)?)/g, ':"$1"'),
    text.replaceAll(/:"(\w*)"/g, ':[7]'),
    text.replace(/"\w+":("[^"]*"|\d+),?/, '').replaceAll(',}', '}'),
  ]
  return texts.flatMap((each) => readJson(each).value ?? [])
}

describe('the browser and the server return the same verdict', withCorpus(tools, stores), () => {
  test('the browser and the server agree on arguments of tools, right and wrong', () => {
    const rows = everyNth(tools, 12)

    expect(
      rows.flatMap(({ schema, valid_args = [] }) =>
        differences(schema, [{}, ...valid_args, ...valid_args.flatMap(wronged)]),
      ),
    ).toEqual([])
  })

  test('the browser and the server agree on configuration files, right and wrong', () => {
    const rows = everyNth(stores, 20)

    expect(
      rows.flatMap(({ schema, valid, invalid }) =>
        differences(
          schema,
          [...valid, ...invalid].map(({ value }) => value),
        ),
      ),
    ).toEqual([])
  })
})
