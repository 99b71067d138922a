/** Third-party schemas with values that their authors declare valid, or invalid. */

import { prepareInput } from '#lib/json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { readCorpus, type SchemaCase } from '#lib/testing/corpus.ts'

export const IS_LONG = Boolean(process.env.GUILDHALL_LONG)
const MAX_VALUES = IS_LONG ? 12 : 2

export type Case = { name: string; schema: JsonSchema; values: Json[] }

const rowsOf = (corpus: string) => readCorpus<SchemaCase>(corpus) ?? []

/** Returns the first usable case of each of `count` equal stretches of the corpus. */
export function spreadCases(corpus: string, count: number): Case[] {
  return casesOfStretches(corpus, rowsOf(corpus).length / count)
}

/** Returns the first usable case of every three; reading the others' schemas takes seconds. */
export function everyThirdCase(corpus: string): Case[] {
  return casesOfStretches(corpus, 3)
}

function casesOfStretches(corpus: string, length: number): Case[] {
  const rows = rowsOf(corpus)
  const step = IS_LONG ? 1 : Math.max(1, length)
  const stretches = Array.from({ length: Math.floor(rows.length / step) }, (_, index) =>
    rows.slice(Math.floor(index * step), Math.floor((index + 1) * step)),
  )
  return stretches.flatMap((stretch) => {
    for (const { id, name, schema, valid_args, form_data, valid, invalid } of stretch) {
      const { schema: canonical } = canonicalSchema(schema)
      if (!canonical) continue
      const instances = [...(valid ?? []), ...(invalid ?? [])].map((instance) => instance.value)
      const values = [...(valid_args ?? []), ...(form_data === undefined ? [] : [form_data]), ...instances]
      return [{ name: `${corpus} ${id ?? name}`, schema: canonical, values: values.slice(0, MAX_VALUES) }]
    }
    return []
  })
}

/** Returns the first difference between `value` and the arrived one, both with defaults, as a handler gets them. */
export function differenceFrom(schema: JsonSchema, value: Json, arrived: string): string | undefined {
  const [wanted, got] = [value, JSON.parse(arrived)].map((input) => sorted(prepareInput(schema, input).value))
  return wanted === got ? undefined : firstDifference(wanted ?? '', got ?? '')
}

function sorted(value: Json): string {
  return JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

export function firstDifference(expected: string, found: string): string {
  let index = 0
  while (index < expected.length && expected[index] === found[index]) index++
  const from = Math.max(0, index - 60)
  return `…${expected.slice(from, index + 60)}… became …${found.slice(from, index + 60)}…`
}
