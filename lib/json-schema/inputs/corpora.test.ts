// Tests public schemas and values: results agree with other validators, and nothing throws.
import { describe, expect, test, vi } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { everyNth, leastCases, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { validateValue } from '../evaluate/compile.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'
import { prepareInput } from './prepare-input.ts'

// Hundreds of large schemas are compiled, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

type Tool = { id: string; schema: JsonSchema; schema_is_valid_2020_12: boolean; valid_args?: JsonSchema[] }

const tools = readCorpus<Tool>('tool-schemas')

describe('schemas of published tools', withCorpus(tools), () => {
  test('schemas of published tools are accepted, unless a default violates its schema or the dialect is unknown', () => {
    const refused = everyNth(tools, 12).flatMap(({ id, schema, schema_is_valid_2020_12 }) => {
      if (!schema_is_valid_2020_12) return []
      const { issues } = canonicalSchema(schema)
      const isMeant = issues.every(
        ({ message, path }) => path === '/$schema' || message.includes('does not match its own schema'),
      )
      return isMeant ? [] : [[id, issues]]
    })

    expect(refused).toEqual([])
  })

  test('published tools accept the arguments that their authors call valid, without changing them', () => {
    const wrong = everyNth(tools, 12).flatMap(({ id, schema, valid_args = [] }) => {
      const { schema: canonical } = canonicalSchema(schema)
      if (!canonical) return []
      return valid_args.flatMap((args) => {
        const { issues, coercions } = prepareInput(canonical, args)
        return issues.length + coercions.length > 0 ? [[id, args, issues, coercions]] : []
      })
    })

    expect(wrong).toEqual([])
  })
})

type Sample = { name: string; schema: JsonSchema; form_data?: Json }

const samples = readCorpus<Sample>('form-samples')

describe('schemas of form libraries', withCorpus(samples), () => {
  test('schemas of form libraries are accepted or refused with a reason, and validate any input', () => {
    const judged = (samples ?? []).map(({ schema, form_data }) => {
      const { schema: canonical, issues } = canonicalSchema(schema)
      if (!canonical) return issues.length > 0
      const prepared = prepareInput(canonical, form_data ?? {})
      return prepared.issues.every(({ path, message }) => /^(\/|$)/.test(path) && message !== '')
    })

    expect(judged).not.toContain(false)
    expect(
      (samples ?? []).filter(({ schema }) => canonicalSchema(schema).schema).length,
    ).toBeGreaterThanOrEqual(leastCases(40))
  })
})

type Store = { name: string; schema: JsonSchema; valid: { value: Json }[]; invalid: { value: Json }[] }

const stores = readCorpus<Store>('schemastore-with-instances')

describe('schemas of configuration files', withCorpus(stores), () => {
  test('schemas of configuration files accept and refuse what their authors expect', () => {
    const wrong = everyNth(stores, 32).flatMap(({ name, schema, valid, invalid }) => {
      const { schema: canonical } = canonicalSchema(schema)
      if (!canonical) return []
      const isWrong = (value: Json, expected: boolean) =>
        (validateValue(canonical, value).length === 0) !== expected
      return [
        ...valid
          .filter(({ value }) => isWrong(value, true))
          .map(({ value }) => [name, 'valid', validateValue(canonical, value)]),
        ...invalid.filter(({ value }) => isWrong(value, false)).map(() => [name, 'invalid']),
      ]
    })

    expect(wrong).toEqual([])
  })
})

type Naughty = { value: string }

const strings = readCorpus<Naughty>('naughty-strings')

describe('hostile strings', withCorpus(strings), () => {
  test('hostile strings pass unchanged where text is expected, and never throw', () => {
    const text = { type: 'object', properties: { a: { type: 'string' } } }
    const anything = {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'number' }, { type: 'array' }, { type: 'object' }] } },
    }
    for (const { value } of strings ?? []) {
      expect(prepareInput(text, { a: value })).toMatchObject({
        value: { a: value },
        issues: [],
        coercions: [],
      })
      expect(prepareInput(text, { [value]: value }).issues).toEqual([])
      prepareInput(anything, { a: value })
    }
  })
})
