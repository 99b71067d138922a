import { describe, expect, test } from 'vitest'
import { coversRedirect, whyNotRedirect } from './redirect-uri.ts'
import { askedScopes } from './scopes.ts'

describe('a program may register', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:6274/oauth/callback',
    'http://127.0.0.1/cb',
    'http://[::1]:9/cb',
    'cursor://anysphere.cursor-retrieval/oauth/user-mcp/callback',
    'com.example.app:/oauth',
  ])('%s', (uri) => expect(whyNotRedirect(uri)).toBeNull())
})

describe('a program may not register', () => {
  test.each([
    ['javascript:alert(1)', 'javascript:'],
    ['JAVASCRIPT:alert(1)', 'javascript:'],
    ['data:text/html,x', 'data:'],
    ['file:///etc/passwd', 'file:'],
    ['view-source:https://example.com', 'view-source:'],
    ['intent://example#Intent;end', 'intent:'],
    ['ms-msdt:/id', 'ms-msdt:'],
    ['ms-officecmd:x', 'ms-officecmd:'],
    ['mailto:me@example.com', 'mailto:'],
    ['java\nscript:alert(1)', 'characters'],
    ['https://example.com/cb\u202e', 'characters'],
    [' https://example.com/cb', 'characters'],
    ['http://example.com/cb', 'https'],
    ['http://localhost.example.com/cb', 'https'],
    ['http://127.0.0.2/cb', 'https'],
    ['https://example.com/cb#frag', 'fragment'],
    ['https://example.com/cb#', 'fragment'],
    ['https://me:pw@example.com/cb', 'password'],
    ['com.example:/\0cb', 'characters'],
    ['/callback', 'absolute'],
    ['', 'absolute'],
  ])('%j', (uri, why) => expect(whyNotRedirect(uri)).toContain(why))
})

test.each([
  ['https://a.example/cb', 'https://a.example/cb', true],
  ['https://a.example/cb', 'https://a.example/cb/', false],
  ['https://a.example/cb', 'https://a.example/cb?x=1', false],
  ['https://a.example/cb', 'https://a.example:444/cb', false],
  ['http://localhost/cb', 'http://localhost:53124/cb', true],
  ['http://localhost:1/cb', 'http://localhost:2/cb', true],
  ['http://localhost/cb', 'http://127.0.0.1/cb', false],
  ['http://localhost/cb', 'http://localhost:5/other', false],
  ['http://localhost/cb', 'https://localhost/cb', false],
  ['http://localhost/cb', 'nonsense', false],
  ['http://localhost/cb', 'http://localhost:5/cb\0', false],
  ['http://localhost/cb', 'http://local\thost:5/cb', false],
  ['http://localhost/cb', 'http://me@localhost:5/cb', false],
  ['http://localhost/cb', 'http://localhost:5/cb#', false],
])('%s covers %s: %s', (registered, asked, covers) => expect(coversRedirect(registered, asked)).toBe(covers))

test('scopes are asked for by name, settings never, and nothing means read and run', () => {
  expect(askedScopes(undefined)).toEqual(['read', 'run'])
  expect(askedScopes('write read read')).toEqual(['read', 'write'])
  expect(askedScopes('read admin')).toBeNull()
  expect(askedScopes('openid')).toBeNull()
})
