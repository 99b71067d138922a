import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeSpellings, redact, redactText } from './redact.ts'

const VALUE = 'p@ss/wörd+"1"'
const SECRETS = [{ key: 'api_key', value: VALUE }]

const everyUnit = (spell: (unit: number, at: number) => string) =>
  Array.from(VALUE, (character, at) => spell(character.charCodeAt(0), at)).join('')
const everyByte = (spell: (byte: number) => string) => [...Buffer.from(VALUE)].map(spell).join('')

describe('a secret is taken out', () => {
  // biome-ignore format: table
  test.each<[how: string, text: string]>([
    ['as it is',                    VALUE],
    ['in JSON',                     JSON.stringify(VALUE).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(VALUE).slice(1, -1).replaceAll('/', '\\/')],
    ['in a URL',                    encodeURIComponent(VALUE)],
    ['in a URL in small letters',   encodeURIComponent(VALUE).replace(/%../g, (each) => each.toLowerCase())],
    ['in base64',                   Buffer.from(VALUE).toString('base64')],
    ['in base64 for URLs',          Buffer.from(VALUE).toString('base64url')],
    ['in a form',                   new URLSearchParams({ '': VALUE }).toString().slice(1)],
    ['in a whole URL',              encodeURI(VALUE)],
    ['in Python’s JSON',            'p@ss/w\\u00f6rd+\\"1\\"'],
    ['in a page',                   'p@ss/wörd+&quot;1&quot;'],
    ['in hex',                      Buffer.from(VALUE).toString('hex')],
    ['in capital hex',              Buffer.from(VALUE).toString('hex').toUpperCase()],
    ['in hex with colons',          Buffer.from(VALUE).toString('hex').match(/../g)!.join(':')],
    ['in hex with blanks',          Buffer.from(VALUE).toString('hex').match(/../g)!.join(' ')],
    ['as a list of bytes',          [...Buffer.from(VALUE)].join(',')],
    ['as Python lists bytes',       [...Buffer.from(VALUE)].join(', ')],
    ['in capital letters',          VALUE.replace(/[a-z]/g, (letter) => letter.toUpperCase())],
    ['in mixed letters',            VALUE.replace(/[a-z]/g, (letter, at) => (at % 2 ? letter : letter.toUpperCase()))],
    ['with \\u for each character',  everyUnit((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)],
    ['with \\u in capitals',         everyUnit((unit) => `\\u${unit.toString(16).padStart(4, '0').toUpperCase()}`)],
    ['with \\u{} for each character', everyUnit((unit) => `\\u{${unit.toString(16)}}`)],
    ['with \\x for each byte',       everyByte((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)],
    ['with % for each byte',        everyByte((byte) => `%${byte.toString(16).padStart(2, '0')}`)],
    ['with % in capitals',          everyByte((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)],
    ['with %u for each character',  everyUnit((unit) => `%u${unit.toString(16).padStart(4, '0')}`)],
    ['with % for each byte, twice', everyByte((byte) => `%25${byte.toString(16).padStart(2, '0')}`)],
    ['in HTML, decimal',            everyUnit((unit) => `&#${unit};`)],
    ['in HTML, hex without ends',   everyUnit((unit) => `&#x${unit.toString(16).padStart(6, '0')}`)],
    ['every other character escaped', everyUnit((unit, at) => (at % 2 ? `\\u${unit.toString(16).padStart(4, '0')}` : String.fromCharCode(unit)))],
    ['in JSON inside JSON',         JSON.stringify(JSON.stringify(VALUE).slice(1, -1)).slice(1, -1)],
    ['in a URL inside JSON',        JSON.stringify(`${encodeURIComponent(VALUE)}`).slice(1, -1)],
    ['in UTF-16, little-endian',    Buffer.from(VALUE, 'utf16le').toString('latin1').slice(0, -1)],
    ['in UTF-16, big-endian',       Buffer.from(VALUE, 'utf16le').swap16().toString('latin1').slice(1)],
    ['in Latin-1, as bytes',        Buffer.from(VALUE, 'latin1').toString('latin1')],
    ['in UTF-8, as bytes',          Buffer.from(VALUE).toString('latin1')],
    ['in base64 of short lines',    Buffer.from(VALUE).toString('base64').match(/.{1,7}/g)!.join('\r\n')],
    ['in such base64 inside JSON',  Buffer.from(VALUE).toString('base64').match(/.{1,7}/g)!.join('\\n')],
  ])('%s', (_, text) => {
    expect(redactText(`before ${text} after`, SECRETS)).toBe('before [redacted: api_key] after')
  })

  test.each(['', 'u', 'us', 'user:'])('in the middle of base64 after %j', (before) => {
    const header = `Basic ${Buffer.from(`${before}${VALUE}, and more`).toString('base64')}`
    const redacted = redactText(header, SECRETS)

    expect(redacted).toContain('[redacted: api_key]')
    expect(
      Buffer.from(redacted.replace('Basic ', '').split('[')[0] ?? '', 'base64').toString(),
    ).not.toContain('p@ss')
  })

  // biome-ignore format: table
  test.each<[prefix: string]>([
    ['\\'], ['\\\\'], ['\\n'], ['%'], ['%4'], ['%u00'], ['&'], ['&#'], ['&#1'], ['&#x'], ['\\u'], ['\\u00'], ['\\x'], ['\\x4'], ['%%%%'], ['&&#'],
  ])('also after %j, which looks like the beginning of an escape', (prefix) => {
    for (const value of ['n4c0ffee-1234', '41f00ba7cafe', 'u0041x41&#65;']) {
      const secrets = [{ key: 'k', value }]
      for (const spelled of [value, Buffer.from(value).toString('base64'), Buffer.from(value).toString('hex')])
        expect(redactText(`${prefix}${spelled}.`, secrets)).toBe(`${prefix}[redacted: k].`)
    }
  })

  test('in UTF-16 of other alphabets', () => {
    const secrets = [{ key: 'k', value: 'пароль-龘靐齉爩' }]
    const bytes = Buffer.from(secrets[0]!.value, 'utf16le')

    expect(redactText(bytes.toString('latin1'), secrets)).toContain('[redacted: k]')
    expect(redactText(bytes.swap16().toString('latin1'), secrets)).toContain('[redacted: k]')
  })

  test('anywhere in a value, names and numbers included', () => {
    const secrets = [...SECRETS, { key: 'pin', value: '1234567' }]

    expect(redact({ a: [VALUE, { [VALUE]: true }], pin: 1234567, n: 7, nothing: null }, secrets)).toEqual({
      a: ['[redacted: api_key]', { '[redacted: api_key]': true }],
      pin: '[redacted: pin]',
      n: 7,
      nothing: null,
    })
  })

  test('whole, when another secret is inside it', () => {
    const secrets = [
      { key: 'short', value: 'abcdef' },
      { key: 'long', value: 'abcdefghij' },
    ]

    expect(redactText('abcdefghij abcdef', secrets)).toBe('[redacted: long] [redacted: short]')
  })

  test('line by line, when it has many', () => {
    const lines = [
      '-----BEGIN KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0B',
      'AQEFAASCBKcwggSjAgEAAoIB',
      'short',
      '-----END KEY-----',
    ]
    const secrets = [{ key: 'key', value: lines.join('\n') }]

    expect(lines.map((line) => redactText(line, secrets))).toEqual([
      lines[0],
      '[redacted: key]',
      '[redacted: key]',
      'short',
      lines[4],
    ])
    expect(redactText(JSON.stringify(lines.join('\n')), secrets)).toBe('"[redacted: key]"')
  })

  // The values have the maximum length, and some have much longer spellings.
  // biome-ignore format: table
  test.each<[made: string, value: string]>([
    ['of one line',            'sk_live_'.padEnd(16_384, 'x')],
    ['of Chinese characters',  '龘靐齉爩'.repeat(4_096)],
    ['of Cyrillic letters',    'щуразмыв'.repeat(2_048)],
    ['of many lines',          Array.from({ length: 900 }, (_, index) => `line ${index} of it, no less`).join('\n').slice(0, 16_384)],
  ])('however long it is: %s', (_, value) => {
    const spellings = [...encodeSpellings(value)]

    expect(redactText(`<${spellings.join('><')}>`, [{ key: 'k', value }])).toBe(
      '<[redacted: k]>'.repeat(spellings.length),
    )
  })

  test('of a list that has grown since it was last looked for', () => {
    const secrets = [{ key: 'a', value: 'first value' }]
    redactText('', secrets)
    secrets.push({ key: 'b', value: 'second value' })

    expect(redactText('first value, second value', secrets)).toBe('[redacted: a], [redacted: b]')
  })

  test('whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { minLength: 6, maxLength: 40 }), (units) => {
        const value = String.fromCharCode(...units)
        const spellings = [value, JSON.stringify(value), Buffer.from(value).toString('hex')]
        for (const each of spellings) {
          expect(redactText(`<${each}>`, [{ key: 'k', value }])).toContain('[redacted: k]')
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('nothing else is', () => {
  // biome-ignore format: table
  test.each<[sentence: string, value: string, text: string]>([
    ['a value under 6 characters', 'abcde',  'abcde in base64 is YWJjZGU='],
    ['an empty value',             '',       'text'],
    ['a text without it',          'secret', 'nothing to see'],
  ])('%s', (_, value, text) => {
    expect(redactText(text, [{ key: 'k', value }])).toBe(text)
  })

  test('a value without secrets is returned unchanged', () => {
    const value = JSON.parse('{"__proto__":{"a":[1,"x"]}}')

    expect(JSON.stringify(redact(value, []))).toBe(JSON.stringify(value))
  })
})
