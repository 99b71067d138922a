import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressedResponse } from './compressed-response.ts'

const TEXT = 'a text that repeats itself, '.repeat(100)
const HEADERS = { 'content-type': 'text/plain', vary: 'authorization' }

const answer = (encodings?: string) =>
  compressedResponse(
    new Request('http://localhost/', { headers: encodings ? { 'accept-encoding': encodings } : {} }),
    TEXT,
    HEADERS,
  )

test('a client that accepts gzip gets less, with the same headers', async () => {
  const response = await answer('br, gzip;q=0.8')
  const body = Buffer.from(await response.arrayBuffer())

  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('vary')).toBe('authorization, accept-encoding')
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(body.length).toBeLessThan(TEXT.length / 10)
  expect(gunzipSync(body).toString()).toBe(TEXT)
})

test.each([undefined, 'br', 'identity'])(
  'a client that accepts %s gets the text itself',
  async (encodings) => {
    const response = await answer(encodings)

    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toBe(TEXT)
  },
)
