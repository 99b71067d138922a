import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { coerceParams, showCoercions } from './coerce-params.ts'
import { PROTOCOL_TOOLS } from './protocol-tools.ts'

const coerce = (name: string, params: Json) =>
  coerceParams(PROTOCOL_TOOLS.find((tool) => tool.name === name)!, params)
const NAME = { name: 'a.b.c' }
const CODE = { language: 'python', code: 'x' }

// biome-ignore format: table
test.each<[sent: string, tool: string, base: JsonObject, field: string, from: Json, to: Json]>([
  ['a limit in quotes',       'list_skills',     {},                       'limit',        '5',                   5],
  ['a time in quotes',        'execute_skill',   NAME,                     'timeout_ms',   ' 500 ',               500],
  ['true in quotes',          'execute_skill',   NAME,                     'dry_run',      'true',                true],
  ['arguments as JSON text',  'execute_skill',   NAME,                     'args',         '{"city":"Oslo"}',     { city: 'Oslo' }],
  ['one name for a list',     'run_code',        CODE,                     'mount_skills', 'a.b.c',               ['a.b.c']],
  ['a list as JSON text',     'run_code',        CODE,                     'mount_skills', '["a.b.c"]',           ['a.b.c']],
  ['bytes in quotes',         'read_blob',       { blob_id: 'blob:1' },    'max_bytes',    '10',                  10],
  ['an offset in quotes',     'read_skill_file', { ...NAME, path: 'x.md' }, 'offset',      '10',                  10],
  ['a version as a number',   'describe_skill',  NAME,                     'version',      1.2,                   '1.2'],
  ['a number for a text',     'create_blob',     { kind: 'text/plain' },   'content',      42,                    '42'],
])('%s is converted and named', (_, tool, base, field, from, to) => {
  expect(coerce(tool, { ...base, [field]: from })).toEqual({
    params: { ...base, [field]: to },
    coercions: [{ path: `/${field}`, from, to }],
  })
})

test('a limit within the limits of run_code is converted at its place', () => {
  expect(coerce('run_code', { ...CODE, limits: { timeout_ms: '900' } })).toEqual({
    params: { ...CODE, limits: { timeout_ms: 900 } },
    coercions: [{ path: '/limits/timeout_ms', from: '900', to: 900 }],
  })
})

// biome-ignore format: table
test.each<[string, string, JsonObject]>([
  ['half a number',                'list_skills',                { limit: '1.5' }],
  ['a word for a number',          'list_skills',                { limit: 'ten' }],
  ['a number beyond the maximum',  'list_skills',                { limit: '201' }],
  ['null',                         'list_skills',                { namespace: null }],
  ['a list as the arguments',      'execute_skill',              { ...NAME, args: [] }],
  ['a number that would be rounded', 'execute_skill',            { ...NAME, args: '{"n":9007199254740993}' }],
  ['a field that no tool has',     'load_skills_protocol_guide', { page: '2' }],
])('%s stays as it was sent, for validation to refuse', (_, tool, params) => {
  expect(coerce(tool, params)).toEqual({ params, coercions: [] })
})

test('arguments keep their own types, which the contract of the skill decides on', () => {
  const params = { ...NAME, args: { count: '5' }, timeout_ms: '5' }

  expect(coerce('execute_skill', params).params).toEqual({ ...params, timeout_ms: 5 })
})

test('an answer does not repeat a long value', () => {
  const long = JSON.stringify({ text: 'x'.repeat(5_000) })
  const [shown] = showCoercions(coerce('execute_skill', { ...NAME, args: long }).coercions)

  expect(JSON.stringify(shown).length).toBeLessThan(250)
  expect(shown).toMatchObject({ path: '/args', from: expect.stringMatching(/…$/) })
})
