import { describe, expect, test } from 'vitest'
import { type AnswerableBlob, blobResponse, parseByteRange, type RequestedRange } from './blob-response.ts'

const BYTES = new TextEncoder().encode('0123456789')
const BLOB: AnswerableBlob = {
  id: 'blob:01a2004b-eeea-7cd4-8830-00d3d097bbb0',
  kind: 'text/plain',
  name: null,
  sizeBytes: BYTES.length,
  sha256: 'ab'.repeat(32),
}
const ETAG = `"${BLOB.sha256}"`

function ask(headers: Record<string, string> = {}, blob: Partial<AnswerableBlob> = {}, query = '') {
  const request = new Request(`http://localhost/api/blobs/x${query}`, { headers })
  return blobResponse(request, { ...BLOB, ...blob }, async function* ({ start, end }) {
    // A store may return the content in several parts.
    yield BYTES.subarray(start, start + 1)
    yield BYTES.subarray(start + 1, end)
  })
}

describe('which bytes are sent', () => {
  test.each([
    [{}, 200, '0123456789', null],
    [{ range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
    [{ range: 'bytes=10-' }, 416, '', 'bytes */10'],
    [{ range: 'bytes=2-4', 'if-range': ETAG }, 206, '234', 'bytes 2-4/10'],
    [{ range: 'bytes=2-4', 'if-range': '"older"' }, 200, '0123456789', null],
    [{ 'if-none-match': `"other", W/${ETAG}` }, 304, '', null],
    [{ 'if-none-match': '"other"' }, 200, '0123456789', null],
  ] as [Record<string, string>, number, string, string | null][])(
    '%j: %d',
    async (headers, status, text, range) => {
      const response = ask(headers)

      expect(response.status).toBe(status)
      expect(response.headers.get('content-range')).toBe(range)
      expect(response.headers.get('etag')).toBe(ETAG)
      expect(await response.text()).toBe(text)
    },
  )

  test('to HEAD none, and all that is known of them', async () => {
    const request = new Request('http://localhost/x', { method: 'HEAD' })

    const response = blobResponse(request, BLOB, () => {
      throw new Error('no range was requested')
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('10')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
  })

  test('only as many as were read: a disconnect ends the reading', async () => {
    let given = 0
    let hasEnded = false
    const endless = async function* () {
      try {
        for (;;) {
          given += 1
          yield BYTES
        }
      } finally {
        hasEnded = true
      }
    }
    const reader = blobResponse(new Request('http://localhost/x'), BLOB, endless).body!.getReader()

    await reader.read()
    await reader.cancel()

    expect(given).toBeLessThan(4)
    expect(hasEnded).toBe(true)
  })
})

describe('nothing of it runs on our origin', () => {
  test.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/pdf',
    'text/xml',
    'text/javascript',
  ])('%s is served as a download', (kind) => {
    expect(ask({}, { kind }).headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  test.each(['image/png', 'text/plain; charset=latin1', 'application/json', 'video/mp4'])(
    '%s is shown',
    (kind) => {
      expect(ask({}, { kind }).headers.get('content-disposition')).toMatch(/^inline; /)
      expect(ask({}, { kind }, '?download').headers.get('content-disposition')).toMatch(/^attachment; /)
    },
  )

  test.each([200, 206, 304, 416])('every response forbids other types: %d', (status) => {
    const asked = {
      200: {},
      206: { range: 'bytes=0-1' },
      304: { 'if-none-match': ETAG },
      416: { range: 'bytes=99-' },
    }
    const { headers, ...response } = ask(asked[status as keyof typeof asked] as Record<string, string>)

    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response).toBeDefined()
  })
})

describe('its name', () => {
  test.each([
    ['report.csv', `filename="report.csv"; filename*=UTF-8''report.csv`],
    ['a "b".txt', `filename="a _b_.txt"; filename*=UTF-8''a%20%22b%22.txt`],
    ["Süß (1)'s.png", `filename="S__ (1)'s.png"; filename*=UTF-8''S%C3%BC%C3%9F%20%281%29%27s.png`],
    ['x"; filename="y.exe', `filename="x_; filename=_y.exe"; filename*=UTF-8''x%22%3B%20filename%3D%22y.exe`],
  ])('%s', (name, expected) => {
    expect(ask({}, { name }).headers.get('content-disposition')).toBe(`inline; ${expected}`)
  })

  test('is made of its id and its kind when it has none', () => {
    const { headers } = ask({}, { kind: 'text/csv' })

    expect(headers.get('content-disposition')).toContain('blob-01a2004b-eeea-7cd4-8830-00d3d097bbb0.csv')
  })
})

test('text is served as UTF-8 unless it declares another encoding', () => {
  expect(ask().headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(ask({}, { kind: 'text/csv; charset=latin1' }).headers.get('content-type')).toBe(
    'text/csv; charset=latin1',
  )
  expect(ask({}, { kind: 'image/png' }).headers.get('content-type')).toBe('image/png')
})

test.each<[header: string | null, expected: RequestedRange]>([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-5', { start: 2, end: 6 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-30', { start: 0, end: 10 }],
  ['bytes=5-99', { start: 5, end: 10 }],
  ['BYTES=9-9', { start: 9, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=5-2', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['bytes=-', 'all'],
  ['items=0-1', 'all'],
  ['bytes=a-b', 'all'],
  [null, 'all'],
])('of ten bytes %s means %j', (header, expected) => {
  expect(parseByteRange(header, 10)).toEqual(expected)
})

test('an empty blob has no range', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable')
})
