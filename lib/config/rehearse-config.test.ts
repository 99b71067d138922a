import { expect, test } from 'vitest'
import type { ConfigDefinition } from '../contract/document/skillset-document.ts'
import { rehearseConfig } from './rehearse-config.ts'

// biome-ignore format: a table reads in rows
const DEFINITIONS: ConfigDefinition[] = [
  { key: 'api_key', label: 'API key', type: 'SECRET', required: true,  order: 1 },
  { key: 'region',  label: 'Region',  type: 'STRING', required: false, order: 2, defaultValue: 'north' },
]
const rehearse = (given: Record<string, string>) => rehearseConfig({ configDefinitions: DEFINITIONS }, given)

test('a value as long as one that can be saved is tried with', () => {
  const value = 'k'.repeat(16_384)

  expect(rehearse({ api_key: value }).secrets).toEqual([expect.objectContaining({ key: 'api_key', value })])
})

test.each(['api_key', 'region', 'unknown'])('a longer one is refused, and not repeated: %s', (key) => {
  const issue = { path: `/${key}`, message: 'must be at most 16384 characters', keyword: 'maxLength' }

  expect(() => rehearse({ [key]: 'k'.repeat(16_385) })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', options: { issues: [issue] } }),
  )
})

test('a secret has no default, whatever an unfinished draft says', () => {
  const draft = DEFINITIONS.map((definition) => ({ ...definition, defaultValue: 'everybody reads it here' }))

  expect(rehearseConfig({ configDefinitions: draft }, {})).toEqual({
    config: { region: 'everybody reads it here' },
    secrets: [],
    missing: ['api_key'],
  })
})
