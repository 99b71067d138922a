import { expect, test } from 'vitest'
import { addressFrom } from './address-from.ts'

test.each([
  ['the socket, as Next writes it', '::ffff:127.0.0.1', '::ffff:127.0.0.1'],
  ['what the nearest proxy wrote, not what the caller made up', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['one word when nothing is known', null, 'unknown'],
  ['one word for an empty header', ' ', 'unknown'],
  ['no more than an address can be', 'x'.repeat(1000), 'x'.repeat(64)],
])('counts by %s', (_name, header, address) => {
  expect(addressFrom(header)).toBe(address)
})
