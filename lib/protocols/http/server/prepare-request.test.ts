import { expect, test } from 'vitest'
import { decodable, splitAbsoluteForm } from './prepare-request.ts'

test.each([
  ['/docs/%ff', '/docs/%25ff', 'no UTF-8'],
  ['/docs/%', '/docs/%25', 'no digits'],
  ['/docs/100%/caf%C3%A9', '/docs/100%25/caf%C3%A9', 'only the part that is broken'],
  ['/docs/%ED%A0%80', '/docs/%25ED%25A0%2580', 'half of a pair'],
  ['/docs/%ff?q=%ff', '/docs/%25ff?q=%ff', 'the query is not the path'],
  ['*', '/*', 'the server as a whole, which is not a path'],
])('the address %s is read as %s: %s', (asked, read) => {
  expect(decodable(asked)).toBe(read)
  expect(() => decodeURIComponent(read.split('?')[0]!)).not.toThrow()
})

test.each(['/', '/docs/a%20b', '/search?q=%ff', '/caf%C3%A9/%2F', ''])(
  'the address “%s” is unchanged',
  (asked) => {
    expect(decodable(asked)).toBe(asked)
  },
)

// biome-ignore format: table
test.each([
  ['http://evil.example/x',            'evil.example',    '/x'],
  ['HTTPS://evil.example/x/?q=1',      'evil.example',    '/x/?q=1'],
  ['http://evil.example//other/x/',    'evil.example',    '//other/x/'],
  ['http://127.0.0.1:3000',            '127.0.0.1:3000',  '/'],
  ['http://localhost?q=1',             'localhost',       '/?q=1'],
  ['http:///x',                        '',                '/x'],
  ['ftp://evil.example/x',             'evil.example',    '/x'],
])('a request for %s is one for a path of that host', (url, host, path) => {
  expect(splitAbsoluteForm(url)).toEqual({ host, path })
})

test.each(['/http://evil.example/x', '/', '*', '//evil.example', 'http:/x'])(
  'the address %s is not in absolute form',
  (url) => {
    expect(splitAbsoluteForm(url)).toBeUndefined()
  },
)
