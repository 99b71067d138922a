import { expect, test } from 'vitest'
import { validateValue } from '../../json-schema/evaluate/compile.ts'
import {
  CONTRACT_HASH_SCHEMA,
  IDEMPOTENCY_KEY_SCHEMA,
  isContractHash,
  isIdempotencyKey,
} from './call-options.ts'

test.each([
  ['order-7', true],
  [' a b~', true],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  ['', false],
  ['   ', false],
  ['é', false],
  ['a\0b', false],
  ['a\n', false],
])('an idempotency key is judged alike by the rule and by the published schema: %j is %s', (text, isOne) => {
  expect(isIdempotencyKey(text)).toBe(isOne)
  expect(validateValue(IDEMPOTENCY_KEY_SCHEMA, text).length === 0).toBe(isOne)
})

test.each([
  ['a'.repeat(64), true],
  ['A0'.repeat(32), true],
  ['a'.repeat(63), false],
  ['g'.repeat(64), false],
  ['', false],
])('a contract hash is judged alike by the rule and by the published schema: %j is %s', (text, isOne) => {
  expect(isContractHash(text)).toBe(isOne)
  expect(validateValue(CONTRACT_HASH_SCHEMA, text).length === 0).toBe(isOne)
})
