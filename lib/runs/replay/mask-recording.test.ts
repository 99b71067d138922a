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

/** Masks a recording that can be masked. */
function mask(...args: Parameters<typeof maskRecording>): RunRecording {
  const masked = maskRecording(...args)
  if (!masked) throw new Error('The recording cannot be masked.')
  return masked
}

const bodyOf = ({ exchanges: [exchange] }: RunRecording) =>
  exchange?.reply.kind === 'response' ? exchange.reply.body : undefined

test('a sensitive text is replaced in addresses, headers and bodies of requests, and in replies to calls', () => {
  const masked = mask(recording('{"mail":"ada@x.org"}', 'https://shop.example/?of=ada%40x.org'), [
    { value: 'ada@x.org', sample: 'user@example.com' },
  ])

  expect(masked.exchanges[0]?.url).toBe('https://shop.example/?of=user%40example.com')
  expect(masked.exchanges[0]?.reply).toMatchObject({ headers: { 'x-user': 'user@example.com' } })
  expect(bodyOf(masked)).toEqual({ text: '{"mail":"user@example.com"}' })
  expect(masked.calls[0]?.reply).toMatchObject({ value: { to: 'user@example.com', code: 4711 } })
  expect(JSON.stringify(masked)).not.toMatch(/ada(@|%40)x/)
})

test('a text with quotes and line breaks is found within JSON', () => {
  const masked = mask(recording(JSON.stringify({ note: 'My "own"\nwords' })), [
    { value: 'My "own"\nwords', sample: 'text' },
  ])

  expect(bodyOf(masked)).toEqual({ text: '{"note":"text"}' })
})

test('a sensitive number is replaced as a whole, not within another number', () => {
  const masked = mask(recording('{"code":4711,"sum":471100,"rate":0.4711}'), [{ value: 4711, sample: 1 }])

  expect(bodyOf(masked)).toEqual({ text: '{"code":1,"sum":471100,"rate":0.4711}' })
  expect(masked.calls[0]?.reply).toMatchObject({ value: { code: 1, nested: [471_100] } })
})

test('the parts of a sensitive object are replaced by those of its sample', () => {
  const masked = mask(recording('{"name":"Ada Lovelace","born":1815}'), [
    { value: { name: 'Ada Lovelace', born: 1815 }, sample: { name: 'text' } },
  ])

  expect(bodyOf(masked)).toEqual({ text: '{"name":"text","born":0}' })
})

test.each([['abc'], [12], [true], [null]])('%j is too short to be told from chance, and stays', (value) => {
  const before = recording('{"a":"abc","b":12,"c":true}')

  expect(maskRecording(before, [{ value, sample: 'text' }])).toBe(before)
})

test.each([
  ['percent-encoded in lower case', 'Jo Å/1', 'of=jo%20no, of=Jo%20%c3%85%2f1'],
  ['as in a form', 'Jo Å/1', 'of=Jo+%C3%85%2F1'],
  ['in JSON with escapes for all that is not ASCII', 'Jo Å/1', String.raw`{"of":"Jo \u00c5/1"}`],
])('a sensitive text is replaced where it is written %s', (_how, value, body) => {
  const masked = mask(recording(body), [{ value, sample: 'text' }])

  expect(JSON.stringify(bodyOf(masked))).not.toMatch(/85|c5/i)
  expect(JSON.stringify(bodyOf(masked))).toContain('text')
})

test('a sensitive text is replaced in errors, failures and the names of fields', () => {
  const before = recording('')
  const masked = mask(
    {
      ...before,
      exchanges: before.exchanges.map((exchange) => ({
        ...exchange,
        reply: { kind: 'failure', message: 'No answer for Ada Lovelace.', isTransient: false },
      })),
      calls: [
        {
          ...{ method: 'skill', digest: '' },
          reply: {
            error: {
              ...{ code: 'INVALID_INPUT', recoverable: true, message: 'Ada Lovelace is unknown.' },
              ...{ suggested_action: 'Ask Ada Lovelace.', type: 'Ada Lovelace' },
              details: [
                { path: '/Ada Lovelace', message: 'Ada Lovelace', params: { name: ['Ada Lovelace'] } },
              ],
            },
          },
        },
        { method: 'skill', digest: '', reply: { value: { 'Ada Lovelace': [{ 'of Ada Lovelace': 1 }] } } },
      ],
    },
    [{ value: 'Ada Lovelace', sample: 'text' }],
  )

  expect(JSON.stringify(masked)).not.toContain('Lovelace')
  expect(masked.calls[0]?.reply).toMatchObject({
    error: { code: 'INVALID_INPUT', message: 'text is unknown.' },
  })
})

test('a recording with an answer that is not text cannot be masked', () => {
  const before = recording('')
  const binary: RunRecording = {
    ...before,
    exchanges: before.exchanges.map((exchange) => ({
      ...exchange,
      reply: { kind: 'response', status: 200, headers: {}, body: { base64: 'H4sIAAAA' } },
    })),
  }

  expect(maskRecording(binary, [{ value: 'Ada Lovelace', sample: 'text' }])).toBeNull()
  expect(maskRecording(binary, [])).toBe(binary)
})

test('many equal values are searched for once, and a recording with too many different ones cannot be masked', () => {
  const equal = Array.from({ length: 50_000 }, () => ({ value: 'Ada Lovelace', sample: 'text' }))
  const different = Array.from({ length: 501 }, (_, index) => ({ value: `Ada ${index}`, sample: 'text' }))
  const before = recording('Ada Lovelace '.repeat(100_000))

  expect(bodyOf(mask(before, equal))).toEqual({ text: 'text '.repeat(100_000) })
  expect(maskRecording(before, different)).toBeNull()
})
