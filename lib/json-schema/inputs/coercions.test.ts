import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { readAsType } from './coercions.ts'

// biome-ignore format: table
const read: [sentence: string, sent: Json, declared: string, result: Json][] = [
  ['digits become a number', '42', 'number', 42],
  ['spaces around a number do not count', ' 42 ', 'number', 42],
  ['an exponent is only another way to write it', '4.2e1', 'number', 42],
  ['trailing zeros do not count as digits', '0.10', 'number', 0.1],
  ['a sign is part of the number', '-3.5', 'number', -3.5],
  ['avogadro is a number', '6.02e23', 'number', 6.02e23],
  ['minus zero is zero', '-0', 'number', 0],
  ['digits become a whole number', '5', 'integer', 5],
  ['5.0 is whole', '5.0', 'integer', 5],
  ['1e3 is whole', '1e3', 'integer', 1000],
  ['the largest exact whole number', '9007199254740991', 'integer', 9007199254740991],
  ['a number becomes text', 42, 'string', '42'],
  ['true becomes text', true, 'string', 'true'],
  ['"true" is true', 'true', 'boolean', true],
  ['"Yes" is true', 'Yes', 'boolean', true],
  ['"1" is true', '1', 'boolean', true],
  ['1 is true', 1, 'boolean', true],
  ['"FALSE" is false', 'FALSE', 'boolean', false],
  ['"no" is false', 'no', 'boolean', false],
  ['"0" is false', '0', 'boolean', false],
  ['0 is false', 0, 'boolean', false],
  ['a text becomes a list of it', 'a', 'array', ['a']],
  ['an object becomes a list of it', { a: 1 }, 'array', [{ a: 1 }]],
  ['the text of a list is that list', '[1,2]', 'array', [1, 2]],
  ['the text of an object is that object', ' {"a":1}', 'object', { a: 1 }],
]

// biome-ignore format: table
const left: [sentence: string, sent: Json, declared: string][] = [
  ['a number with a word on it', '42abc', 'number'],
  ['an empty field', '', 'number'],
  ['an empty field', '', 'integer'],
  ['an empty field', '', 'boolean'],
  ['not-a-number', 'NaN', 'number'],
  ['infinity', 'Infinity', 'number'],
  ['a number too large', '1e999', 'number'],
  ['a number too small', '1e-999', 'number'],
  ['hexadecimal', '0x10', 'number'],
  ['digits that would be rounded away', '9007199254740993', 'number'],
  ['digits that would be rounded away', '9007199254740993', 'integer'],
  ['digits that would be rounded away', '0.1234567890123456789', 'number'],
  ['a fraction', '5.5', 'integer'],
  ['a fraction', 5.5, 'integer'],
  ['an object', { key: 'v' }, 'number'],
  ['true', true, 'number'],
  ['2', 2, 'boolean'],
  ['a number that was rounded on its way', 2 ** 60, 'string'],
  ['an object', { a: 1 }, 'string'],
  ['a list', ['a'], 'string'],
  ['the text of a list', '[1]', 'object'],
  ['the text of an object with a rounded number', '{"id":12345678901234567890}', 'object'],
  ...['string', 'number', 'integer', 'boolean', 'array', 'object'].map((type): [string, Json, string] => ['null', null, type]),
]

describe('coercion', () => {
  test.each(read)('coercion: %s', (_, sent, declared, result) => {
    expect(readAsType(sent, declared)[0]).toStrictEqual(result)
  })

  test.each(left)('%s is unchanged (%j, declared %s)', (_, sent, declared) => {
    expect(readAsType(sent, declared)).toEqual([])
  })
})
