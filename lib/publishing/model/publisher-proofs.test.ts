import { expect, test } from 'vitest'
import { domainOf } from './publisher-proofs.ts'

test.each([
  ['https://Example.com/about', 'example.com'],
  ['https://www.example.co.uk', 'www.example.co.uk'],
  ['https://127.0.0.1/', null],
  ['https://[::1]/', null],
  ['https://localhost', null],
  ['https://acme.localhost', null],
  ['', null],
])('the domain of the website %s is %s', (website, domain) => {
  expect(domainOf(website)).toBe(domain)
})
