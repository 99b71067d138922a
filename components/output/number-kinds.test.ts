import { expect, test } from 'vitest'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import {
  currencyFor,
  describeForPeople,
  findCurrency,
  formatNumber,
  isByteSize,
  isDateTime,
  toInstantIfTime,
} from './number-kinds.ts'

// biome-ignore format: table
test.each<[string, number, { field?: string; name: string; schema?: JsonSchema }, number | undefined]>([
  ['a name of an instant',     1_795_385_623_015, { field: 'mtimeMs', name: 'Mtime ms' },                        1_795_385_623_015],
  ['seconds',                  1_795_385_623,     { field: 'created_at', name: 'Created at' },                   1_795_385_623_000],
  ['a description',            1_795_385_623_015, { field: 'c', name: 'Changed', schema: { description: 'in epoch milliseconds' } }, 1_795_385_623_015],
  ['a format',                 1_795_385_623,     { name: 'Moment', schema: { format: 'unix-time' } },         1_795_385_623_000],
  ['a small number',           90,                { field: 'time', name: 'Time' },                               undefined],
  ['seconds called ms',        1_795_385_623,     { field: 'durationMs', name: 'Duration ms' },                  undefined],
  ['a large number by itself', 1_795_385_623_015, { field: 'population', name: 'Population' },                   undefined],
])('%s decides whether a number is an instant', (_, value, described, instant) => {
  expect(toInstantIfTime(value, described)).toBe(instant)
})

test('a text is an instant if it is declared or has date, time and zone', () => {
  expect(isDateTime('2026-03-30T13:30:00.000Z', undefined)).toBe(true)
  expect(isDateTime('2026-03-30T13:30:00+02:00', undefined)).toBe(true)
  expect(isDateTime('2026-03-30T13:30:00', undefined)).toBe(false)
  expect(isDateTime('2026-13-40T99:99:00Z', { format: 'date-time' })).toBe(false)
  expect(isDateTime('2024-02-30T00:00:00Z', undefined)).toBe(false)
  expect(isDateTime('2026-03-30T13:30:00Z', { format: 'hostname' })).toBe(false)
})

test('amounts have the currency of their record, other numbers of it have none', () => {
  expect(findCurrency({ currency: 'EUR', net: 1 })).toBe('EUR')
  expect(findCurrency({ currency: 'euro' })).toBeUndefined()
  expect(findCurrency({ currency: 'XQQ' })).toBeUndefined()
  expect(currencyFor({ field: 'unitPrice' }, 'EUR')).toBe('EUR')
  expect(currencyFor({ field: 'tax_rate' }, 'EUR')).toBeUndefined()
  expect(currencyFor({ field: 'quantity' }, 'EUR')).toBeUndefined()
  expect(currencyFor({ field: 'worth', schema: { 'x-currency': 'JPY' } })).toBe('JPY')
})

// biome-ignore format: table
test.each<[number, string, string | undefined, string]>([
  [1290.6,       'en',    'EUR',     '€1,290.60'],
  [1290.6,       'de',    'EUR',     '1.290,60 €'],
  [1290,         'en',    'JPY',     '¥1,290'],
  [0.005,        'en',    'USD',     '$0.005'],
  [2026,         'en',    undefined, '2026'],
  [1290.6,       'en',    undefined, '1,290.6'],
  [0.1 + 0.2,    'en',    undefined, '0.3'],
  [1.5e-9,       'en',    undefined, '1.5e-9'],
  [-0.25,        'de',    undefined, '-0,25'],
])('the number %d in %s with the currency %s is written %s', (value, locale, currency, text) => {
  // Intl writes no-break spaces.
  expect(formatNumber(value, { locale, currency }).replaceAll('\u00a0', ' ')).toBe(text)
})

// biome-ignore format: table
test.each<[string, number, { field?: string; schema?: JsonSchema }, boolean]>([
  ['a unit',                       2048, { field: 'length', schema: { 'x-unit': 'bytes' } }, true],
  ['the end of a name',            2048, { field: 'sizeBytes' },                             true],
  ['the beginning of a name',      2048, { field: 'bytes_written' },                         true],
  ['another unit',                 2048, { field: 'bytes', schema: { 'x-unit': 'kB' } },     false],
  ['a part of a word',             2048, { field: 'kilobytesTotal' },                        false],
  ['a number that is no size',      1.5, { field: 'bytes' },                                 false],
])('%s decides whether a number is a size in bytes', (_, value, described, isSize) => {
  expect(isByteSize(value, described)).toBe(isSize)
})

// biome-ignore format: table
test.each<[string, number, string, string]>([
  ['The last change, in epoch milliseconds.',         1_795_385_623_015, 'mtimeMs',  'The last change.'],
  ['When it was made (Unix time).',                   1_795_385_623,     'created',  'When it was made.'],
  ['The size of the file, in bytes.',                 2048,              'size_bytes', 'The size of the file.'],
  ['Epoch milliseconds of a small number',            12,                'mtimeMs',  'Epoch milliseconds of a small number'],
  ['How many bytes of the quota are left.',           2048,              'quota',    'How many bytes of the quota are left.'],
])('“%s” of %d in the field %s reads “%s”', (description, value, field, shown) => {
  expect(describeForPeople(description, value, { field, name: 'Value' })).toBe(shown)
})
