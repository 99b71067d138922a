import { expect, test } from 'vitest'
import { isHere, readParams } from './sent-params.ts'

test('a parameter without a value was not sent', () => {
  expect(readParams({ state: '', scope: 'read', resource: '' }, ['state', 'scope'])).toEqual({
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

  expect(readParams(sent, ['state', 'scope'])).toEqual({
    fields: { scope: 'read' },
    resources: ['https://a.example', 'https://b.example'],
    repeated: 'state',
  })
})

test('what nobody knows may be sent as often as one likes, and what every object has was not sent', () => {
  expect(readParams({ foo: ['1', '2'] }, ['toString', 'state'])).toMatchObject({
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
])('%s is here: %s', (resource, here) => expect(isHere(resource, 'https://guildhall.example')).toBe(here))
