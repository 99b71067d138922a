import { expect, test } from 'vitest'
import { openPathTemplates } from './path-template.ts'

const CODE =
  "fetch(`https://api.example/v1/users/${id}/orders?limit=10&page=${page}`); const base = 'report/'"
const describe = (url: string, parameters: unknown = {}, config: unknown = {}) =>
  openPathTemplates({ code: [CODE], parameters, config }).describe(new URL(url, 'https://api.example'))

// biome-ignore format: table
test.each([
  ['what the code has stays',                 '/v1/users/orders',                    '/v1/users/orders'],
  ['a text before a slash stays',             '/report/today',                       '/report/{id}'],
  ['numbers and dates',                       '/v1/users/4711/2026-11-29',           '/v1/users/{id}/{id}'],
  ['a UUID',                                  '/v1/0b9d3a52-7c7e-4e57-9d0c-3d8d0c5a1f00', '/v1/{id}'],
  ['a token',                                 '/v1/a8f93kdlsPQ12',                   '/v1/{id}'],
  ['a text of a response',                    '/v1/users/berlin',                    '/v1/users/{id}'],
  ['a placeholder of a secret',               `/v1/sbxsec_${'p'.repeat(24)}`,        '/v1/{secret}'],
  ['an input',                                '/v1/Hello%20World',                   '/v1/{input}'],
  ['a part that contains an input',           '/v1/x-hello%20world.json',            '/v1/{input}'],
  ['a setting',                               '/v1/workspace-7',                     '/v1/{setting}'],
  ['the beginning of a word of the code',     '/v1/use',                             '/v1/{id}'],
  ['an end with a slash',                     '/v1/users/',                          '/v1/users/'],
  ['nothing',                                 '/',                                   '/'],
])('a path template replaces all but texts of the code: %s', (_case, url, path) => {
  expect(describe(url, { text: 'hello world' }, { workspace: 'workspace-7' }).path).toBe(path)
})

test('an input that equals a text of the code at another place is an input', () => {
  const code = ["fetch('https://api.example/v1/users/' + id + '/orders')"]
  const { describe: describeUrl } = openPathTemplates({ code, parameters: { id: 'users' } })
  expect(describeUrl(new URL('https://api.example/v1/users/users/orders')).path).toBe(
    '/v1/users/{input}/orders',
  )
})

test('a text of the code stays even if an input equals it, so that a template does not depend on the input', () => {
  expect(describe('/v1/users', { kind: 'users' }).path).toBe('/v1/users')
})

test('a path template has names of the query that the code has, and no values', () => {
  expect(describe('/v1?page=7&limit=secret&x9=1&y8=2').query).toEqual(['limit', 'page', '{name}'])
})

test('a path template is bounded', () => {
  const { path } = describe(`/${Array.from({ length: 40 }, (_, index) => `part${index}`).join('/')}`)
  expect(path).toBe(`${'/{id}'.repeat(10)}/…`)
})

test('a host is in the code only as a whole, not as a part of another one', () => {
  const { isHostInCode } = openPathTemplates({ code: ["fetch('https://data.io-hub.example/v1')"] })
  expect(isHostInCode('data.io-hub.example')).toBe(true)
  for (const host of ['hub.example', 'data.io', 'a.io', '']) expect(isHostInCode(host)).toBe(false)
})
