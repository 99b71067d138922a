import { expect, test } from 'vitest'
import { readTypedNumber } from './typed-numbers.ts'

// biome-ignore format: table
test.each<[string, string, number]>([
  ['12',                      'en-US', 12],
  ['-.5',                     'en-US', -0.5],
  ['1e5',                     'de-DE', 100_000],
  ['1.5',                     'de-DE', 1.5],
  ['1,5',                     'de-DE', 1.5],
  ['-0,25',                   'fr-FR', -0.25],
  [',5',                      'de-DE', 0.5],
  ['5,',                      'de-DE', 5],
  ['1.234,50',                'de-DE', 1234.5],
  ['1.234.567',               'de-DE', 1_234_567],
  ['1,234.50',                'en-US', 1234.5],
  ['1,234',                   'en-US', 1234],
  ['12,34,567.5',             'en-IN', 1_234_567.5],
  ['1 234,5',                 'fr-FR', 1234.5],
  ['1\u202f234\u202f567,5',   'fr-FR', 1_234_567.5],
  ['1’234.5',                 'de-CH', 1234.5],
  ['−3',                      'en-US', -3],
  ['–1,5',                    'de-DE', -1.5],
  ['3.14159265358979323846',  'en-US', Math.PI],
  ['3,14159265358979323846',  'de-DE', Math.PI],
  ['0.1234567890123456789',   'en-US', 0.12345678901234568],
  ['1.1000000000000000888',   'en-US', 1.1],
])('“%s” in a browser of %s is read as a number', (text, locale, number) => {
  expect(readTypedNumber(text, { locale }).value).toBe(number)
})

// biome-ignore format: table
test.each<[string, string | undefined, string]>([
  ['1,5',       'en-US',   '1.5'],
  ['1,5',       undefined, '1.5'],
  ['-1,50',     'en-US',   '-1.50'],
  ['1.234,50',  'en-US',   '1234.50'],
  ['1.234.567', 'en-US',   '1234567'],
  ['1,234.50',  'de-DE',   '1234.50'],
  ['1,234,567', 'de-DE',   '1234567'],
])('“%s” in a browser of %s is not read, and the plain spelling is suggested', (text, locale, suggestion) => {
  expect(readTypedNumber(text, { locale })).toEqual({ suggestion })
})

test('a typed point before three digits is read as in JSON, and a German browser suggests the other meaning', () => {
  expect(readTypedNumber('1.234', { locale: 'de-DE' })).toEqual({ value: 1.234, suggestion: '1234' })
  expect(readTypedNumber('1.234', { locale: 'en-US' })).toEqual({ value: 1.234 })
  expect(readTypedNumber('0.234', { locale: 'de-DE' })).toEqual({ value: 0.234 })
})

// biome-ignore format: table
test.each<[string, boolean]>([
  ['9007199254740993',       false],
  ['12345678901234567890.5', false],
  ['1e999',                  false],
  ['1e-400',                 false],
  ['3.00000000000000000001', true],
])('the typed number “%s” would be rounded, so it is not sent', (text, isInteger) => {
  expect(readTypedNumber(text, { locale: 'en-US', isInteger })).toEqual({ isTooLong: true })
})

test.each(['', 'twelve', '1,2,3', '1.2.3', '1,23.4,5', '.', ',', '1,,5', '--1', '12 34', '1_000', '０'])(
  '“%s” is no number in any language',
  (text) => {
    expect(readTypedNumber(text, { locale: 'de-DE' })).toEqual({})
    expect(readTypedNumber(text, { locale: 'en-US' })).toEqual({})
  },
)

// biome-ignore format: table
test.each<[string, string | undefined, number]>([
  ['€ 12',       undefined, 12],
  ['12 €',       'EUR',     12],
  ['EUR 1,234',  'EUR',     1234],
  ['-$0.50',     'USD',     -0.5],
  ['$ -3',       undefined, -3],
  ['10 %',       '%',       10],
  ['2.5%',       '%',       2.5],
  ['12 km',      'km',      12],
])('“%s” in a field of the unit %s is read without the unit', (text, unit, number) => {
  expect(readTypedNumber(text, { locale: 'en-US', unit })).toEqual({ value: number })
})

test('another currency or unit than that of the field is not removed', () => {
  expect(readTypedNumber('€ 12', { locale: 'en-US', unit: 'USD' })).toEqual({})
  expect(readTypedNumber('12 mi', { locale: 'en-US', unit: 'km' })).toEqual({})
  expect(readTypedNumber('12 km', { locale: 'en-US' })).toEqual({})
  expect(readTypedNumber('€ 12 €', { locale: 'en-US' })).toEqual({})
})

test('a percent sign is only suggested to be left out where the field does not say percent, for 10 % may be 0.1', () => {
  expect(readTypedNumber('10 %', { locale: 'en-US' })).toEqual({ suggestion: '10' })
})

test('a decimal comma beside a currency is suggested as a point', () => {
  expect(readTypedNumber('€ 49,90', { locale: 'en-US', unit: 'EUR' })).toEqual({ suggestion: '49.90' })
})
