// Our reading of JSON Schema against the official suite: 2020-12 and draft-07, optional parts included.
import { describe, expect, test } from 'vitest'
import { readCorpus } from '../../testing/corpus.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { compile } from '../schema/compile.ts'
import { toCanonicalDialect } from '../schema/dialect.ts'
import { ASSERTED_FORMATS } from '../schema/formats.ts'

type Row = {
  draft: 'draft2020-12' | 'draft7'
  file: string
  group: string
  test: string
  schema: JsonSchema | boolean
  data: Json
  valid: boolean
  needs_remotes: boolean
}

// biome-ignore format: a table reads in rows
/** Where we differ from the suite, and why that is meant or borne. */
const DEVIATIONS: [file: RegExp, group: RegExp, reason: string][] = [
  [/^format\.json$/,                   /./,                       'we assert formats, the suite notes them'],
  [/^optional\/bignum/,                /integer/,                 'whole numbers past 2^53-1 are refused, not rounded'],
  [/^optional\/float-overflow/,        /./,                       'whole numbers past 2^53-1 are refused, not rounded'],
  [/^optional\/content/,               /./,                       'content keywords are notes for the reader, as in 2020-12'],
  [/^(defs|definitions)\.json$/,       /metaschema/,              'a schema that refers outside itself is refused'],
  [/^dynamicRef\.json$/,               /scope|unmatched|list/,    'several resources in one document with dynamic references are refused'],
  [/^unevaluatedItems\.json$/,         /nested items|if without/, 'Ajv does not merge evaluated items from branches'],
]

const rows = readCorpus<Row>('json-schema-test-suite')

describe.skipIf(!rows)('the official JSON Schema suite', () => {
  const asked = (rows ?? []).filter(({ needs_remotes, file }) => !needs_remotes && isAsserted(file))

  test('is large enough to mean something', () => {
    expect(asked.length).toBeGreaterThan(1_500)
  })

  test('agrees with us, but for the deviations that are written down', () => {
    const wrong = asked.filter((row) => verdict(row) !== row.valid)
    const unexplained = wrong.filter(
      ({ file, group }) => !DEVIATIONS.some(([files, groups]) => files.test(file) && groups.test(group)),
    )

    expect(unexplained.map((row) => `${row.draft} ${row.file}: ${row.group} / ${row.test}`)).toEqual([])
  })
})

/** The suite knows more formats than we promise. */
function isAsserted(file: string): boolean {
  const [, format] = /^optional\/format\/(.*)\.json$/.exec(file) ?? []
  return format === undefined || ASSERTED_FORMATS.some((each) => each === format)
}

function verdict({ draft, schema, data }: Row): boolean | string {
  const whole: JsonSchema = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema
  const dialect: JsonSchema = draft === 'draft7' ? { $schema: 'http://json-schema.org/draft-07/schema#' } : {}
  try {
    return compile(toCanonicalDialect({ ...dialect, ...whole })).accepts(data)
  } catch (thrown) {
    return (thrown as Error).message
  }
}
