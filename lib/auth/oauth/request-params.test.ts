import { expect, test } from 'vitest'
import { isOwnResource, OAuthRequestError, readRequestParams } from './request-params.ts'

test('a parameter without a value was not sent', () => {
  expect(readRequestParams({ state: '', scope: 'read', resource: '' }, ['state', 'scope'])).toEqual({
    fields: { scope: 'read' },
    resources: [],
    repeated: undefined,
  })
})

test('one that was sent twice counts for nothing and is named, but for the resource', () => {
  const sent = {
    state: ['a', 'b'],
    scope: ['read', ''],
    resource: ['https://a.example', 'https://b.example'],
  }

  expect(readRequestParams(sent, ['state', 'scope'])).toEqual({
    fields: { scope: 'read' },
    resources: ['https://a.example', 'https://b.example'],
    repeated: 'state',
  })
})

test('unknown params may be repeated, and inherited object properties do not count as sent', () => {
  expect(readRequestParams({ foo: ['1', '2'] }, ['toString', 'state'])).toMatchObject({
    fields: {},
    repeated: undefined,
  })
})

test.each([
  ['https://guildhall.example', true],
  ['https://guildhall.example/mcp?skills=a.b.c', true],
  ['https://guildhall.example/mcp#x', false],
  ['https://guildhall.example/mcp#', false],
  ['https://me@guildhall.example/mcp', false],
  ['http://guildhall.example/mcp', false],
  ['https://guildhall.example:444/mcp', false],
  ['https://guildhall.example.evil.example/mcp', false],
  ['/mcp', false],
])('%s is here: %s', (resource, here) =>
  expect(isOwnResource(resource, 'https://guildhall.example')).toBe(here),
)

test('a description has the characters that RFC 6749 allows it, and no others', () => {
  const { error_description } = new OAuthRequestError('invalid_request', '“id” is "no\\ \n text: ä').toJson()

  expect(error_description).toBe("'id' is 'no? ? text: ?")
})
