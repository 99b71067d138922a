import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { PROTOCOL_TOOLS } from './protocol-tools.ts'
import { validateParams } from './validate-params.ts'

const tool = (name: string) => PROTOCOL_TOOLS.find((each) => each.name === name)!
const take = (name: string, params?: Json) => validateParams(tool(name), params)

test('absent params get defaults, and the sent params are returned separately', () => {
  expect(take('list_skills')).toEqual({ filled: { detail: 'names', limit: 50 }, sent: {} })
})

describe('refused, with its path', () => {
  test.each<[string, string, Json, string]>([
    ['a field that no tool has', 'list_skills', { page: 2 }, '/page'],
    ['a limit of 0', 'list_skills', { limit: 0 }, '/limit'],
    ['a limit over 200', 'list_skills', { limit: 201 }, '/limit'],
    ['a number as text', 'list_skills', { limit: '5' }, '/limit'],
    ['half a number', 'list_skills', { limit: 1.5 }, '/limit'],
    ['a detail there is not', 'describe_skill', { name: 'a.b.c', detail: 'all' }, '/detail'],
    ['arguments as a list', 'execute_skill', { name: 'a.b.c', args: [] }, '/args'],
    ['no time at all', 'execute_skill', { name: 'a.b.c', timeout_ms: 0 }, '/timeout_ms'],
    ['an invalid hash', 'execute_skill', { name: 'a.b.c', contract_hash: 'x' }, '/contract_hash'],
    ['a price below nothing', 'execute_skill', { name: 'a.b.c', max_price: -1 }, '/max_price'],
    ['a price in words', 'execute_skill', { name: 'a.b.c', max_price: 'cheap' }, '/max_price'],
    ['another language', 'run_code', { language: 'ruby', code: 'x' }, '/language'],
    ['an unknown limit', 'run_code', { language: 'python', code: 'x', limits: { cpu: 1 } }, '/limits/cpu'],
    ['more than ten megabytes', 'read_blob', { blob_id: 'b', max_bytes: 10_485_761 }, '/max_bytes'],
    ['anything for the guide', 'load_skills_protocol_guide', { x: 1 }, '/x'],
    ['a list', 'list_skills', ['names'], ''],
    [
      'names without end',
      'list_skills',
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, 1])),
      '',
    ],
  ])('%s', (_, name, params, path) => {
    expect(() => take(name, params)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        options: expect.objectContaining({ issues: [expect.objectContaining({ path: path })] }),
      }),
    )
  })

  test('a missing field with its own code', () => {
    expect(() => take('execute_skill', {})).toThrow(
      expect.objectContaining({ code: 'MISSING_REQUIRED_PARAM' }),
    )
  })
})

// biome-ignore format: table
test.each<[sent: string, name: string, params: Json, path: string, message: string]>([
  ['a number in quotes',     'list_skills',   { limit: '5' },                                           '/limit',        'must be a whole number: write 5 without quotes'],
  ['a time in quotes',       'execute_skill', { name: 'a.b.c', timeout_ms: ' 500 ' },                   '/timeout_ms',   'must be a whole number: write 500 without quotes'],
  ['half a number in quotes', 'list_skills',  { limit: '1.5' },                                         '/limit',        'must be a whole number'],
  ['a word for a number',    'list_skills',   { limit: 'ten' },                                         '/limit',        'must be a whole number'],
  ['true in quotes',         'execute_skill', { name: 'a.b.c', dry_run: 'true' },                       '/dry_run',      'must be true or false: write true without quotes'],
  ['arguments as JSON text', 'execute_skill', { name: 'a.b.c', args: '{"city":"Oslo"}' },               '/args',         'must be an object: send it as JSON, not as text in quotes'],
  ['one name for a list',    'run_code',      { language: 'python', code: 'x', mount_skills: 'a.b.c' }, '/mount_skills', 'must be a list: write ["a.b.c"]'],
])('%s is refused where nothing converts it, and the message says what to send', (_, name, params, path, message) => {
  expect(() => take(name, params)).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      options: expect.objectContaining({ issues: [expect.objectContaining({ path, message })] }),
    }),
  )
})

test('the extras of execute_skill are taken', () => {
  const params = {
    name: 'a.b.c',
    idempotency_key: 'k',
    contract_hash: 'a'.repeat(64),
    max_price: '0.05',
    dry_run: true,
    async: true,
  }

  expect(take('execute_skill', params).filled).toEqual(params)
})
