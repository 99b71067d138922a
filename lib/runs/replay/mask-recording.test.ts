import { expect, test } from 'vitest'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import { maskRecording } from './mask-recording.ts'

const recording = (body: string, url = 'https://shop.example/orders'): RunRecording => ({
  settings: { config: {}, secrets: [] },
  exchanges: [
    {
      ...{ method: 'GET', url, headers: {}, bodyDigest: '', bodyBytes: 0 },
      reply: { kind: 'response', status: 200, headers: { 'x-user': 'ada@x.org' }, body: { text: body } },
    },
  ],
  calls: [
    { method: 'skill', digest: '', reply: { value: { to: 'ada@x.org', code: 4711, nested: [471_100] } } },
  ],
})

const bodyOf = ({ exchanges: [exchange] }: RunRecording) =>
  exchange?.reply.kind === 'response' ? exchange.reply.body : undefined

test('a sensitive text is replaced in addresses, headers and bodies of requests, and in replies to calls', () => {
  const masked = maskRecording(recording('{"mail":"ada@x.org"}', 'https://shop.example/?of=ada%40x.org'), [
    { value: 'ada@x.org', sample: 'user@example.com' },
  ])

  expect(masked.exchanges[0]?.url).toBe('https://shop.example/?of=user%40example.com')
  expect(masked.exchanges[0]?.reply).toMatchObject({ headers: { 'x-user': 'user@example.com' } })
  expect(bodyOf(masked)).toEqual({ text: '{"mail":"user@example.com"}' })
  expect(masked.calls[0]?.reply).toMatchObject({ value: { to: 'user@example.com', code: 4711 } })
  expect(JSON.stringify(masked)).not.toMatch(/ada(@|%40)x/)
})

test('a text with quotes and line breaks is found within JSON', () => {
  const masked = maskRecording(recording(JSON.stringify({ note: 'My "own"\nwords' })), [
    { value: 'My "own"\nwords', sample: 'text' },
  ])

  expect(bodyOf(masked)).toEqual({ text: '{"note":"text"}' })
})

test('a sensitive number is replaced as a whole, not within another number', () => {
  const masked = maskRecording(recording('{"code":4711,"sum":471100,"rate":0.4711}'), [
    { value: 4711, sample: 1 },
  ])

  expect(bodyOf(masked)).toEqual({ text: '{"code":1,"sum":471100,"rate":0.4711}' })
  expect(masked.calls[0]?.reply).toMatchObject({ value: { code: 1, nested: [471_100] } })
})

test('the parts of a sensitive object are replaced by those of its sample', () => {
  const masked = maskRecording(recording('{"name":"Ada Lovelace","born":1815}'), [
    { value: { name: 'Ada Lovelace', born: 1815 }, sample: { name: 'text' } },
  ])

  expect(bodyOf(masked)).toEqual({ text: '{"name":"text","born":0}' })
})

test.each([['abc'], [12], [true], [null]])('%j is too short to be told from chance, and stays', (value) => {
  const before = recording('{"a":"abc","b":12,"c":true}')

  expect(maskRecording(before, [{ value, sample: 'text' }])).toBe(before)
})
