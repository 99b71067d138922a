import { expect, test } from 'vitest'
import { redactBytes } from './end-run.ts'

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
