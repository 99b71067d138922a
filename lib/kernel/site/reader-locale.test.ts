import { expect, test } from 'vitest'
import { isApplePlatform, parseReaderLocale, parseReaderZone } from './reader-locale.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.5, fr;q=0.9', 'fr'],
  ['EN-us', 'en-US'],
  ['*', undefined],
  ['not a language;q=x, es', 'es'],
  ['', undefined],
  [null, undefined],
  ['x'.repeat(10_000), undefined],
])('the language of the header %j is %s', (header, locale) => {
  expect(parseReaderLocale(header)).toBe(locale)
})

test.each([
  ['Europe/Vienna', 'Europe/Vienna'],
  ['Mars/Olympus', undefined],
  ['', undefined],
  [undefined, undefined],
  ['A'.repeat(100), undefined],
])('the time zone of the cookie %j is %s', (text, zone) => {
  expect(parseReaderZone(text)).toBe(zone)
})

test('the key hint follows the platform of the browser', () => {
  expect(isApplePlatform('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5)')).toBe(true)
  expect(isApplePlatform('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false)
  expect(isApplePlatform(null)).toBe(false)
})
