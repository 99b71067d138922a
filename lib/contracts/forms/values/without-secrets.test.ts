import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { hasSecrets, withoutSecrets } from './without-secrets.ts'

const secret = { type: 'string', format: 'password' }

// biome-ignore format: table
test.each<[string, JsonSchema, Json, Json]>([
  ['at the top',        { properties: { key: secret, a: {} } },                                        { key: 's', a: 1 },            { a: 1 }],
  ['further in',        { properties: { auth: { properties: { key: secret } } } },                     { auth: { key: 's', b: 2 } },  { auth: { b: 2 } }],
  ['by reference',      { properties: { key: { $ref: '#/$defs/key' } }, $defs: { key: secret } },      { key: 's' },                  {}],
  ['in a branch',       { oneOf: [{ properties: { key: secret }, required: ['key'] }, { properties: { b: {} } }] }, { key: 's' },      {}],
  ['in a dictionary',   { additionalProperties: secret },                                              { any: 's' },                  {}],
  ['in a list',         { properties: { keys: { items: secret } } },                                   { keys: ['s'] },               { keys: [null] }],
  ['write-only',        { properties: { key: { type: 'string', writeOnly: true } } },                  { key: 's' },                  {}],
])('a form does not store a secret %s', (_, schema, value, expected) => {
  expect(withoutSecrets({ type: 'object', ...schema }, value)).toEqual(expected)
})

test('a form stores a value without secrets completely', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }

  expect(hasSecrets(schema)).toBe(false)
  expect(withoutSecrets(schema, { a: 'x' })).toEqual({ a: 'x' })
})
