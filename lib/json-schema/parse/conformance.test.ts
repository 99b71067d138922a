// Compares with the official JSON Schema test suite, and with plain Ajv on the same cases.
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { everyNth, leastCases, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { compile } from '../evaluate/compile.ts'
import { ASSERTED_FORMATS } from '../evaluate/formats.ts'
import { toCanonicalDialect } from '../tree/dialect.ts'
import { compileOpen } from './compile-open.ts'
import { DEVIATIONS, type Deviation } from './deviations.ts'

type Row = {
  draft: 'draft2020-12' | 'draft7'
  file: string
  optional: boolean
  needs_format_assertion: boolean
  needs_remotes: boolean
  group: string
  test: string
  schema: JsonSchema | boolean
  data: Json
  valid: boolean
}

const rows = readCorpus<Row>('json-schema-test-suite')

describe('the official JSON Schema suite', withCorpus(rows), () => {
  const notes = (rows ?? []).filter((row) => !row.needs_format_assertion)

  test('the official suite agrees on every case, but for the deviations that the docs list', () => {
    const wrong = notes.filter((row) => openVerdict(row) !== row.valid)

    expect(wrong.filter((row) => !explains('everywhere', row)).map(nameOf)).toEqual([])
    expect(unused(wrong, 'everywhere')).toEqual([])
  })

  test('the official suite agrees on required cases at least as often as with plain Ajv', () => {
    for (const draft of ['draft2020-12', 'draft7'] as const) {
      // Ajv compiles a validator for each row, so only every sixth is used.
      const required = everyNth(
        notes.filter((row) => row.draft === draft && !row.optional),
        6,
      )
      const ours = required.filter((row) => openVerdict(row) === row.valid).length
      const ajv = required.filter((row) => ajvVerdict(row) === row.valid).length

      console.info(
        `${draft}: ${required.length} required cases, ${ours} agree with us, ${ajv} with plain Ajv`,
      )
      expect(ours).toBeGreaterThanOrEqual(ajv)
    }
  })

  test('the official suite agrees with contracts and their formats, except for deliberate refusals', () => {
    const asked = (rows ?? []).filter(({ file }) => isAsserted(file))
    const wrong = asked.filter((row) => contractVerdict(row) !== row.valid)
    const isListed = (row: Row) => explains('everywhere', row) || explains('contracts', row)

    expect(asked.length).toBeGreaterThanOrEqual(leastCases(1_500))
    expect(wrong.filter((row) => !isListed(row)).map(nameOf)).toEqual([])
    expect(
      unused(
        notes.filter((row) => contractVerdict(row) !== row.valid),
        'contracts',
      ),
    ).toEqual([])
  })
})

function explains(where: Deviation['where'], row: Row): boolean {
  return DEVIATIONS.some((each) => each.where === where && covers(each, row))
}

function covers({ file, groups, drafts }: Deviation, row: Row): boolean {
  const draft = row.draft === 'draft7' ? 'draft-07' : '2020-12'
  return file === row.file && drafts.includes(draft) && (groups?.test(row.group) ?? true)
}

/** Returns the listed deviations whose cases all agree. A part of the suite may have no case of a deviation. */
function unused(wrong: Row[], where: Deviation['where']): string[] {
  return DEVIATIONS.filter((each) => each.where === where)
    .filter((each) => (rows ?? []).some((row) => covers(each, row)))
    .filter((each) => !wrong.some((row) => covers(each, row)))
    .map(({ file, reason }) => `${file}: ${reason}`)
}

function nameOf({ draft, file, group, test }: Row): string {
  return `${draft} ${file}: ${group} / ${test}`
}

/** The suite covers more formats than contracts assert. */
function isAsserted(file: string): boolean {
  const [, format] = /^optional\/format\/(.*)\.json$/.exec(file) ?? []
  return format === undefined || ASSERTED_FORMATS.some((each) => each === format)
}

function openVerdict({ schema, data }: Row): boolean | string {
  return verdict(() => compileOpen(schema).accepts(data))
}

function contractVerdict({ draft, schema, data }: Row): boolean | string {
  const whole: JsonSchema = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema
  const dialect: JsonSchema = draft === 'draft7' ? { $schema: 'http://json-schema.org/draft-07/schema#' } : {}
  return verdict(() => compile(toCanonicalDialect({ ...dialect, ...whole })).accepts(data))
}

function ajvVerdict({ draft, schema, data }: Row): boolean | string {
  const options = { strict: false, logger: false, validateFormats: false, validateSchema: false } as const
  const ajv = draft === 'draft7' ? new Ajv(options) : new Ajv2020(options)
  return verdict(() => ajv.validate(schema, data) as boolean)
}

/** Returns the error message of a failure, which never equals an expected verdict. */
function verdict(ask: () => boolean): boolean | string {
  try {
    return ask()
  } catch (thrown) {
    return (thrown as Error).message
  }
}
