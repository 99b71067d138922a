import { expect, test } from 'vitest'
import type { ConfigDefinition } from '../contracts/document/skillset-document.ts'
import { buildTestConfig } from './build-test-config.ts'

// biome-ignore format: table
const DEFINITIONS: ConfigDefinition[] = [
  { key: 'api_key', label: 'API key', type: 'SECRET', required: true,  order: 1 },
  { key: 'region',  label: 'Region',  type: 'STRING', required: false, order: 2, defaultValue: 'north' },
]
const buildConfig = (given: Record<string, string>) =>
  buildTestConfig({ configDefinitions: DEFINITIONS }, given)

test('a test setting may be as long as one that can be saved', () => {
  const value = 'k'.repeat(16_384)

  expect(buildConfig({ api_key: value }).secrets).toEqual([
    expect.objectContaining({ key: 'api_key', value }),
  ])
})

test.each(['api_key', 'region', 'unknown'])(
  'a test setting that is too long is refused, and the refusal does not repeat it: %s',
  (key) => {
    const issue = { path: `/${key}`, message: 'must be at most 16384 characters', keyword: 'maxLength' }

    expect(() => buildConfig({ [key]: 'k'.repeat(16_385) })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', options: { issues: [issue] } }),
    )
  },
)

test('a test secret has no default, even if an incomplete draft declares one', () => {
  const draft = DEFINITIONS.map((definition) => ({ ...definition, defaultValue: 'everybody reads it here' }))

  expect(buildTestConfig({ configDefinitions: draft }, {})).toEqual({
    config: { region: 'everybody reads it here' },
    secrets: [],
    missing: ['api_key'],
  })
})

test('test secrets that are too large together are refused', () => {
  const many = Array.from({ length: 5 }, (_, index) => ({ ...DEFINITIONS[0]!, key: `key_${index}` }))
  const given = (each: string) => Object.fromEntries(many.map(({ key }) => [key, each]))

  expect(buildTestConfig({ configDefinitions: many }, given('k'.repeat(13_000))).secrets).toHaveLength(5)
  for (const each of ['k'.repeat(14_000), '鍵'.repeat(5_000)])
    expect(() => buildTestConfig({ configDefinitions: many }, given(each))).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    )
})

test('a test secret that is shorter than one that can be saved is refused', () => {
  expect(() => buildConfig({ api_key: '1234567' })).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      options: { issues: [expect.objectContaining({ path: '/api_key', keyword: 'minLength' })] },
    }),
  )
  expect(buildConfig({ api_key: '12345678' }).secrets).toHaveLength(1)
})
