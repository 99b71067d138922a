// Schemas and values that nobody here wrote: what is kept agrees with others, and nothing throws.
import { describe, expect, test, vi } from 'vitest'
import { everyNth, readCorpus } from '../../testing/corpus.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { canonicalSchema } from '../schema/canonical-schema.ts'
import { validate } from '../schema/validate.ts'
import { prepareInput } from './prepare-input.ts'

// Hundreds of large schemas are compiled here, on machines that have other things to do.
vi.setConfig({ testTimeout: 60_000 })

type Tool = { id: string; schema: JsonSchema; schema_is_valid_2020_12: boolean; valid_args?: JsonSchema[] }

const tools = readCorpus<Tool>('tool-schemas')

describe.skipIf(!tools)('schemas of published tools', () => {
  test('are kept, unless a default of theirs breaks its own rule or their dialect is unknown', () => {
    const refused = everyNth(tools, 12).flatMap(({ id, schema, schema_is_valid_2020_12 }) => {
      if (!schema_is_valid_2020_12) return []
      const { issues } = canonicalSchema(schema)
      const isMeant = issues.every(
        ({ message, path }) => path === '/$schema' || message.includes('breaks its own rule'),
      )
      return isMeant ? [] : [[id, issues]]
    })

    expect(refused).toEqual([])
  })

  test('accept the arguments their makers give as valid, and change none of them', () => {
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

describe.skipIf(!samples)('schemas of form libraries', () => {
  test('are kept or refused with a reason, and answer whatever is sent', () => {
    const judged = (samples ?? []).map(({ schema, form_data }) => {
      const { schema: canonical, issues } = canonicalSchema(schema)
      if (!canonical) return issues.length > 0
      const prepared = prepareInput(canonical, form_data ?? {})
      return prepared.issues.every(({ path, message }) => /^(\/|$)/.test(path) && message !== '')
    })

    expect(judged).not.toContain(false)
    expect((samples ?? []).filter(({ schema }) => canonicalSchema(schema).schema).length).toBeGreaterThan(40)
  })
})

type Store = { name: string; schema: JsonSchema; valid: { value: Json }[]; invalid: { value: Json }[] }

const stores = readCorpus<Store>('schemastore-with-instances')

describe.skipIf(!stores)('schemas of configuration files', () => {
  test('accept and refuse what their makers say', () => {
    const wrong = everyNth(stores, 32).flatMap(({ name, schema, valid, invalid }) => {
      const { schema: canonical } = canonicalSchema(schema)
      if (!canonical) return []
      const isWrong = (value: Json, expected: boolean) =>
        (validate(canonical, value).length === 0) !== expected
      return [
        ...valid
          .filter(({ value }) => isWrong(value, true))
          .map(({ value }) => [name, 'valid', validate(canonical, value)]),
        ...invalid.filter(({ value }) => isWrong(value, false)).map(() => [name, 'invalid']),
      ]
    })

    expect(wrong).toEqual([])
  })
})

type Naughty = { value: string }

const strings = readCorpus<Naughty>('naughty-strings')

describe.skipIf(!strings)('hostile strings', () => {
  test('come through as they are where text is asked for, and nowhere throw', () => {
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
