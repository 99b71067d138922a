import { describe, expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { formatClaims, parseClaims } from './claim-lines.ts'

describe('claims of a token', () => {
  // biome-ignore format: table
  test.each<[string, Json | undefined, string]>([
    ['none',                       undefined,                                  ''],
    ['texts with keys and colons', { iss: '{client_id}', aud: 'https://a.b' }, 'iss: {client_id}\naud: https://a.b'],
    ['a number',                   { level: 5 },                               'level: 5'],
    ['a text of digits',           { tenant: '0042', level: '5' },             'tenant: 0042\nlevel: "5"'],
    ['a text in quotes',           { name: '"Ada"' },                          'name: "\\"Ada\\""'],
    ['a text of two lines',        { name: 'a\nb' },                           'name: "a\\nb"'],
    ['an empty text',              { name: '' },                               'name: '],
  ])('with %s are the same after they were written and read as lines', (_, claims, text) => {
    expect(formatClaims(claims)).toBe(text)
    expect(parseClaims(text)).toEqual(claims)
  })

  test('are read while a line is being typed', () => {
    expect(parseClaims('iss\n\n aud :  "x')).toEqual({ iss: '', aud: '"x' })
  })

  test('that are no texts or numbers are shown, so that they can be corrected', () => {
    expect(formatClaims({ roles: ['a'] })).toBe('roles: ["a"]')
    expect(formatClaims(['a'])).toBe('["a"]')
  })
})
