import { describe, expect, test } from 'vitest'
import { inputInRequest, parseTypedInput } from './parse-typed-input.ts'

describe('JSON that is typed or pasted', () => {
  test('JSON that is typed or pasted becomes the value it represents', () => {
    expect(parseTypedInput('{"a": 1}')).toEqual({ value: { a: 1 } })
  })

  // biome-ignore format: table
  test.each([
    ['{"a": ',                     'Line 1'],
    ['{"a": 12345678901234567890}', '12345678901234567890 is too large'],
    ['[1e999]',                    '1e999 is too large'],
  ])('typed text that is %s is refused as JSON', (text, reason) => {
    expect(parseTypedInput(text).error).toContain(reason)
  })

  test.each(['9007199254740991', '0.1', '1e3', '-0', '3.141592653589793238'])(
    'typed JSON %s is a number',
    (text) => {
      expect(parseTypedInput(text).value).toBe(JSON.parse(text))
    },
  )
})

const SCHEMA = { type: 'object', properties: { text: { type: 'string' } } }
const DECLARES_ARGS = { type: 'object', properties: { args: { type: 'object' } } }

describe('a pasted request', () => {
  // biome-ignore format: table
  test.each([
    ['the body of a REST call',        { args: { text: 'a' }, version: '1.1.0' }],
    ['its args alone',                 { args: { text: 'a' } }],
    ['a call of /rpc',                 { jsonrpc: '2.0', id: 1, method: 'execute_skill', params: { name: 'a.b.c', args: { text: 'a' } } }],
    ['a call of /mcp',                 { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a__b__c', arguments: { text: 'a' } } }],
  ])('a pasted request that is %s is reduced to the input', (_, value) => {
    expect(inputInRequest(value, SCHEMA)).toEqual({ text: 'a' })
  })

  // biome-ignore format: table
  test.each([
    ['declares the field args',          { args: { text: 'a' } },              DECLARES_ARGS],
    ['declares no fields',               { args: { text: 'a' } },              { type: 'object' }],
    ['has one of its fields in it',      { args: {}, text: 'a' },              SCHEMA],
    ['has none of the fields in it',     { args: { text: 'a' }, other: true }, SCHEMA],
    ['gets args that are not an object', { args: 'a' },                        SCHEMA],
  ])('a pasted request stays as it is if the contract %s', (_, value, schema) => {
    expect(inputInRequest(value, schema)).toBeUndefined()
  })

  test('a pasted request is not read from a curl command', () => {
    expect(parseTypedInput(`curl -d '{"text": "a"}' https://site.example`).error).toContain('Line 1')
  })
})
