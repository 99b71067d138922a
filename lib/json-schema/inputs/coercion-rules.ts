/** A test checks each example of docs/spec/contracts.md §3. */
import type { Json } from '../../kernel/json/json.ts'
import type { FieldType } from '../parse/field-map.ts'

type CoercionExample = {
  sent: Json
  declared: FieldType
  gets?: Json
}

type CoercionRule = {
  sent: string
  declared: string
  result: string
  examples: CoercionExample[]
}

// biome-ignore format: table
export const COERCION_RULES: CoercionRule[] = [
  { sent: 'text containing a number', declared: 'number', result: 'the number', examples: [
    { sent: '42', declared: 'number', gets: 42 }, { sent: ' 42 ', declared: 'number', gets: 42 },
    { sent: '4.2e1', declared: 'number', gets: 42 }, { sent: '-0.50', declared: 'number', gets: -0.5 },
  ] },
  { sent: 'text containing a whole number', declared: 'integer', result: 'the number', examples: [
    { sent: '5', declared: 'integer', gets: 5 }, { sent: '5.0', declared: 'integer', gets: 5 },
    { sent: '9007199254740991', declared: 'integer', gets: 9007199254740991 },
  ] },
  { sent: 'a number, true or false', declared: 'string', result: 'its text', examples: [
    { sent: 42, declared: 'string', gets: '42' }, { sent: 4.5, declared: 'string', gets: '4.5' },
    { sent: true, declared: 'string', gets: 'true' },
  ] },
  { sent: '"true", "yes" or "1", in any case', declared: 'boolean', result: 'true', examples: [
    { sent: 'true', declared: 'boolean', gets: true }, { sent: 'YES', declared: 'boolean', gets: true },
    { sent: '1', declared: 'boolean', gets: true }, { sent: 1, declared: 'boolean', gets: true },
  ] },
  { sent: '"false", "no" or "0", in any case', declared: 'boolean', result: 'false', examples: [
    { sent: 'False', declared: 'boolean', gets: false }, { sent: 'no', declared: 'boolean', gets: false },
    { sent: '0', declared: 'boolean', gets: false }, { sent: 0, declared: 'boolean', gets: false },
  ] },
  { sent: 'a single value', declared: 'array', result: 'a list of that value', examples: [
    { sent: 'a', declared: 'array', gets: ['a'] }, { sent: 7, declared: 'array', gets: [7] },
    { sent: false, declared: 'array', gets: [false] }, { sent: { a: 1 }, declared: 'array', gets: [{ a: 1 }] },
  ] },
  { sent: 'JSON text of a list', declared: 'array', result: 'the list', examples: [
    { sent: '[1,2]', declared: 'array', gets: [1, 2] }, { sent: ' [] ', declared: 'array', gets: [] },
  ] },
  { sent: 'JSON text of an object', declared: 'object', result: 'the object', examples: [
    { sent: '{"a":1}', declared: 'object', gets: { a: 1 } },
  ] },
  { sent: 'a value that already matches', declared: 'anything', result: 'unchanged', examples: [
    { sent: '007', declared: 'string', gets: '007' }, { sent: '', declared: 'string', gets: '' },
    { sent: 5.0, declared: 'integer', gets: 5 }, { sent: ['[1]'], declared: 'array', gets: ['[1]'] },
  ] },
  { sent: 'text that is not entirely a number', declared: 'number or integer', result: 'refused', examples: [
    { sent: '42abc', declared: 'number' }, { sent: '', declared: 'number' }, { sent: ' ', declared: 'integer' },
    { sent: 'NaN', declared: 'number' }, { sent: 'Infinity', declared: 'number' }, { sent: '0x10', declared: 'integer' },
    { sent: '1e999', declared: 'number' },
  ] },
  { sent: 'a number with a fraction', declared: 'integer', result: 'refused', examples: [
    { sent: 5.5, declared: 'integer' }, { sent: '5.5', declared: 'integer' },
  ] },
  { sent: 'a whole number above 9007199254740991', declared: 'integer, number or string', result: 'refused: it would be rounded', examples: [
    { sent: '9007199254740993', declared: 'integer' }, { sent: '9007199254740993', declared: 'number' },
    { sent: 2 ** 53, declared: 'integer' }, { sent: 2 ** 60, declared: 'string' },
  ] },
  { sent: 'null', declared: 'anything except null', result: 'refused', examples: [
    { sent: null, declared: 'string' }, { sent: null, declared: 'number' }, { sent: null, declared: 'integer' },
    { sent: null, declared: 'boolean' }, { sent: null, declared: 'array' }, { sent: null, declared: 'object' },
  ] },
  { sent: 'a list or an object', declared: 'number, integer, boolean or string', result: 'refused', examples: [
    { sent: {}, declared: 'number' }, { sent: [1], declared: 'integer' }, { sent: [true], declared: 'boolean' },
    { sent: { a: 1 }, declared: 'string' },
  ] },
  { sent: 'any other word or number', declared: 'boolean', result: 'refused', examples: [
    { sent: 'on', declared: 'boolean' }, { sent: 2, declared: 'boolean' }, { sent: '', declared: 'boolean' },
  ] },
  { sent: 'other text, a number or a list', declared: 'object', result: 'refused', examples: [
    { sent: 'a', declared: 'object' }, { sent: '[1]', declared: 'object' }, { sent: 1, declared: 'object' }, { sent: [], declared: 'object' },
  ] },
]
