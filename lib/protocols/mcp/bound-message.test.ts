import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { cpuMsOf } from '../../testing/measure-cpu.ts'
import { messageSizeError, withoutArguments } from './bound-message.ts'

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]))
const message = (method: string, params: Json, id: Json = 1): Json => ({ jsonrpc: '2.0', id, method, params })
const initialize = (experimental: Json) => message('initialize', { capabilities: { experimental } })
const answer = (content: Json) =>
  message('tools/call', { name: 'execute_skill', inputResponses: { $fields: { action: 'accept', content } } })
const call = (args: Json) => message('tools/call', { name: 'run_code', arguments: args })

test('the arguments of calls are left out, also in a batch, and nothing else is', () => {
  const body = [call({ a: 1 }), message('resources/read', { uri: 'x', arguments: { b: 1 } }), call([1]), null]

  expect(withoutArguments(body)).toEqual([call({}), body[1], call([1]), null])
  expect(withoutArguments(call({ a: 1 }))).toEqual(call({}))
})

// biome-ignore format: table
test.each<[string, Json, RegExp]>([
  ['100,000 names in the capabilities',   initialize(names(100_000)),                        /10,000 names and values/],
  ['a list of 20,000 numbers',            initialize(Array(20_000).fill(1)),                 /10,000 names and values/],
  ['many names in _meta of a call',       message('tools/call', { _meta: names(20_000) }),   /10,000 names and values/],
  ['arguments that are a long list',      call(Array(20_000).fill(1)),                       /10,000 names and values/],
  ['a long name of a client',             initialize({ name: 'x'.repeat(70_000) }),          /64 kB/],
  ['a long name of a value',              initialize({ ['x'.repeat(70_000)]: 1 }),           /64 kB/],
  ['an answer of two megabytes',           answer({ text: 'x'.repeat(2_000_000) }),            /at most 1 MB/],
  ['an answer with many names',            answer(names(20_000)),                             /10,000 names and values/],
  ['many names at every level',           initialize({ a: { b: [names(6_000)] } }),          /10,000 names and values/],
])('%s is refused with the id of the request', (_what, body, reason) => {
  expect(messageSizeError(withoutArguments(body))).toEqual({
    id: 1,
    code: -32600,
    message: expect.stringMatching(reason),
  })
})

test('the messages of a batch count together', () => {
  const batch = Array.from({ length: 50 }, () => initialize(names(200)))

  expect(messageSizeError(batch)).toMatchObject({ id: null, code: -32600 })
})

test.each<[string, Json]>([
  ['an id that is too long', message('ping', names(20_000), 'x'.repeat(70_000))],
  ['an id that is none', message('ping', names(20_000), { a: 1 })],
])('%s is not repeated', (_what, body) => {
  expect(messageSizeError(body)).toMatchObject({ id: null })
})

test.each<[string, Json]>([
  ['an ordinary initialize', initialize(names(50))],
  ['a call with a megabyte of arguments', call({ code: 'x'.repeat(1_000_000) })],
  ['an answer with a long text', answer({ text: 'x'.repeat(200_000) })],
  ['a call with 400,000 names of arguments', call(names(400_000))],
])('%s is accepted', (_what, body) => {
  expect(messageSizeError(withoutArguments(body))).toBeUndefined()
})

test('a large message costs little to refuse', () => {
  const body = initialize(Array(600_000).fill([]))

  expect(cpuMsOf(() => messageSizeError(withoutArguments(body)))).toBeLessThan(100)
})
