import { expect, test } from 'vitest'
import { requireSameOrigin } from './require-same-origin.ts'

type Sent = Record<string, string>

function call(headers: Sent) {
  requireSameOrigin(new Request('http://localhost:3000/api/runs', { method: 'POST', headers }))
}

const allowed: [name: string, headers: Sent][] = [
  [
    'a page of ours',
    { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
  ],
  ['a page of ours, by its other name', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
  [
    'a page of ours behind a proxy',
    { host: '10.0.0.2:3000', 'x-forwarded-host': 'guildhall.example', origin: 'https://guildhall.example' },
  ],
  ['a program, which has no cookie to misuse', { host: 'localhost:3000' }],
  ['an address typed by the person', { host: 'localhost:3000', 'sec-fetch-site': 'none' }],
]

const refused: [name: string, headers: Sent][] = [
  [
    'another site',
    { host: 'localhost:3000', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  ],
  ['another port of the same machine', { host: 'localhost:3000', origin: 'http://localhost:4000' }],
  ['a sister domain', { host: 'guildhall.example', 'sec-fetch-site': 'same-site' }],
  ['a frame without an origin', { host: 'localhost:3000', origin: 'null' }],
]

test.each(allowed)('a request is accepted from %s', (_name, headers) => {
  expect(() => call(headers)).not.toThrow()
})

test.each(refused)('a request is refused from %s', (_name, headers) => {
  expect(() => call(headers)).toThrow(expect.objectContaining({ code: 'POLICY_DENIED' }))
})
