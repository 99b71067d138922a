import { describe, expect, test } from 'vitest'
import { askedScopes } from './oauth-metadata.ts'
import { coversRedirect, redirectUriError } from './redirect-uri.ts'

describe('a program may register', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:6274/oauth/callback',
    'http://127.0.0.1/cb',
    'http://[::1]:9/cb',
    'cursor://anysphere.cursor-retrieval/oauth/user-mcp/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'vscode-insiders://vscode.github-authentication/did-authenticate',
    'windsurf://codeium.windsurf/oauth',
    'com.example.app:/oauth',
    'com.googleusercontent.apps.123-abc:/oauth2redirect',
  ])('%s', (uri) => expect(redirectUriError(uri)).toBeNull())
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
    // These open any host, while the consent page shows only the scheme.
    ['microsoft-edge:https://evil.example', 'microsoft-edge:'],
    ['googlechrome://evil.example', 'googlechrome:'],
    ['firefox://open-url?url=https://evil.example', 'firefox:'],
    ['opera-http://evil.example', 'opera-http:'],
    // These open a part of the system, or another program.
    ['shortcuts://run-shortcut?name=x', 'shortcuts:'],
    ['itms-services://?action=download-manifest', 'itms-services:'],
    ['x-apple.systempreferences:com.apple.preference', 'x-apple.systempreferences:'],
    ['rdp:full%20address=s:evil.example', 'rdp:'],
    ['vnc://evil.example', 'vnc:'],
    ['steam://run/1', 'steam:'],
    ['evil://claude.ai/callback', 'evil:'],
    ['a.b:/callback', 'a.b:'],
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
  ])('%j', (uri, error) => expect(redirectUriError(uri)).toContain(error))
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
])('the registered redirect URI %s covers %s: %s', (registered, asked, covers) =>
  expect(coversRedirect(registered, asked)).toBe(covers),
)

// biome-ignore format: table
test.each([
  ['nothing means read and run',          undefined,                   ['read', 'run']],
  ['twice is once',                       'write read read',           ['read', 'write']],
  ['scopes that are not offered are dropped',      'read admin',                ['read']],
  ['unknown scopes are dropped',          'openid read offline_access', ['read']],
  ['nothing known is nothing asked for',  'openid profile',            ['read', 'run']],
])('the requested scopes of a client: %s', (_, asked, scopes) => expect(askedScopes(asked)).toEqual(scopes))
