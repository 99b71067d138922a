import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { redactBytes, redactParts } from './end-run.ts'

const SECRETS = [{ key: 'api_key', value: 'schlüssel-42' }]
const around = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), bytes, Buffer.from([0xfe, 0x89])])

// biome-ignore format: table
test.each([
  ['as it is',  Buffer.from('schlüssel-42')],
  ['in base64', Buffer.from(Buffer.from('schlüssel-42').toString('base64'))],
  ['in hex',    Buffer.from(Buffer.from('schlüssel-42').toString('hex'))],
  ['in a URL',  Buffer.from(encodeURIComponent('schlüssel-42'))],
])('a secret %s is taken out of bytes, and nothing else of them', (_how, written) => {
  expect(redactBytes(around(written), SECRETS)).toEqual(around(Buffer.from('[redacted: api_key]')))
})

test('bytes without a secret come through one by one', () => {
  const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))

  expect(redactBytes(bytes, SECRETS)).toBe(bytes)
})

test('a secret that begins in one part and ends in the next is taken out of content in parts', async () => {
  const bytes = around(Buffer.from('schlüssel-42'))
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const parts: Uint8Array[] = []
    const content = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)])
    for await (const part of redactParts(content, SECRETS)) parts.push(part)
    expect(Buffer.concat(parts)).toEqual(around(Buffer.from('[redacted: api_key]')))
  }
})
