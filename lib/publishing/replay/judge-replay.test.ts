import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { type Execution, judgeReplay } from './judge-replay.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    lines: { type: 'array', items: { type: 'object', properties: { total: { type: 'number' } } } },
    at: { type: 'number' },
    note: { type: 'string' },
  },
}
const BEFORE: Json = { lines: [{ total: 10 }, { total: 20 }], at: 1, note: 'n' }
const ran = (output?: Json, more: Partial<Execution> = {}): Execution => ({
  ...(output !== undefined && { output }),
  ...{ broken: [], asked: ['api.example'], unrecorded: [], cpuMs: 20, durationMs: 20 },
  ...more,
})
const judge = (next: Execution, second: Execution = ran(BEFORE)) =>
  judgeReplay({ first: ran(BEFORE), second, next }, { before: SCHEMA, after: SCHEMA })
const place = (verdict: string, path: string) => ({ verdict, differences: [{ place: path, verdict }] })

// biome-ignore format: table
test.each<[string, Execution, object]>([
  ['with the same output',     ran(BEFORE),                                                      { verdict: 'same', differences: [] }],
  ['with another number',      ran({ ...BEFORE, lines: [{ total: 10 }, { total: 21 }] }),        place('other_value', '/lines/*/total')],
  ['with a text for a number', ran({ ...BEFORE, lines: [{ total: '10' }, { total: 20 }] }),      place('other_shape', '/lines/*/total')],
  ['with a line less',         ran({ ...BEFORE, lines: [{ total: 10 }] }),                       place('other_shape', '/lines/*')],
  ['with an unknown field',    ran({ ...BEFORE, 'Ada Lovelace': 1 }),                            place('other_shape', '/*')],
  ['without output',           ran(undefined),                                                   place('fails', '')],
  ['that asks a host for something else', ran(BEFORE, { unrecorded: ['api.example'] }),              place('behaves_otherwise', 'api.example: another request')],
  ['that asks another host',   ran(BEFORE, { asked: ['api.example', 'other.example'] }),         place('behaves_otherwise', 'other.example')],
  ['that takes much longer',   ran(BEFORE, { cpuMs: 320 }),                                      place('slower', '')],
  ['that takes a bit longer',  ran(BEFORE, { cpuMs: 60 }),                                       { verdict: 'same', differences: [] }],
])('a replay %s is judged by the places of the contract', (_, next, expected) => {
  expect(judge(next)).toEqual(expected)
})

test('a replay that breaks the contract is judged by that first', () => {
  const { verdict, differences } = judge(ran({ ...BEFORE, note: 5 }, { broken: ['/note'] }))

  expect(verdict).toBe('breaks_contract')
  expect(differences).toContainEqual({ place: '/note', verdict: 'breaks_contract' })
})

test('what differs between two runs of the version before is noise', () => {
  expect(judge(ran({ ...BEFORE, at: 3 }), ran({ ...BEFORE, at: 2 }))).toEqual({
    verdict: 'same_but_noise',
    differences: [],
  })
  expect(judge(ran({ ...BEFORE, at: 3, note: 'm' }), ran({ ...BEFORE, at: 2 }))).toEqual(
    place('other_value', '/note'),
  )
})

test('an input that the version before fails on cannot be replayed', () => {
  expect(judge(ran(BEFORE), ran(undefined)).verdict).toBe('not_replayable')
})
