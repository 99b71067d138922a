import { expect, test } from 'vitest'
import { addressFrom, dropForwarded, trustedProxies } from './address-from.ts'

const cases: [name: string, header: string | null, proxies: number, address: string][] = [
  ['the socket, as Next writes it', '::ffff:127.0.0.1', 0, '127.0.0.1'],
  ['the line of an IPv6 address, which has 2⁶⁴ of them', '2001:db8:1:2:aaaa::1', 0, '2001:db8:1:2::/64'],
  ['the proxy’s entry, not the client’s', '1.2.3.4, 203.0.113.9', 1, '203.0.113.9'],
  ['the entry of the outer of two proxies', '1.2.3.4, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['the first entry when there are fewer than proxies', '10.0.0.2', 2, '10.0.0.2'],
  ['one word when nothing is known', null, 1, 'unknown'],
  ['one word for an empty header', ' ', 0, 'unknown'],
  ['no more than an address can be', 'x'.repeat(1000), 0, 'x'.repeat(64)],
]

test.each(cases)('a caller is counted by %s', (_name, header, proxies, address) => {
  expect(addressFrom(header, proxies)).toBe(address)
})

test.each([
  ['unset', undefined, 0],
  ['a number', '2', 2],
  ['a word', 'true', 0],
  ['less than none', '-1', 0],
])('TRUST_PROXY that is %s', (_name, setting, proxies) => {
  expect(trustedProxies(setting)).toBe(proxies)
})

const forwarded = () => ({
  headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil.test', host: 'a.test' },
})

test('without a trusted proxy, a caller cannot choose its address or its host', () => {
  const request = forwarded()

  dropForwarded(request, 0)

  expect(request.headers).toEqual({ host: 'a.test' })
})

test('behind a trusted proxy, the headers that it wrote stay', () => {
  const request = forwarded()

  dropForwarded(request, 1)

  expect(request).toEqual(forwarded())
})
