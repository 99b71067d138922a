import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openReplacer } from './replace-needles.ts'

/** A simple reference implementation, which replaces the longest needle at each position. */
function replaceSlowly(text: string, replacements: ReadonlyMap<string, string>): string {
  let replaced = ''
  for (let at = 0; at < text.length; ) {
    const begun = [...replacements.keys()].filter((each) => each !== '' && text.startsWith(each, at))
    const longest = begun.sort((a, b) => b.length - a.length)[0]
    replaced += longest === undefined ? text[at] : replacements.get(longest)
    at += longest?.length ?? 1
  }
  return replaced
}

function inPieces(text: string, replacements: ReadonlyMap<string, string>, cuts: readonly number[]): string {
  const stream = openReplacer(replacements).openStream()
  const ends = [...new Set(cuts.map((each) => each % (text.length + 1)))].sort((a, b) => a - b)
  const pieces = [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
  return pieces.map(stream.push).join('') + stream.end()
}

const marked = (needles: readonly string[]) => new Map(needles.map((each, index) => [each, `<${index}>`]))
// The alphabet is small so that needles overlap, and contains lone surrogates.
const letters = fc.constantFrom('a', 'a', 'b', 'c', '\ud83d', '\ude00')
const randomText = (lengths: { minLength?: number; maxLength: number }) =>
  fc.string({ unit: letters, ...lengths })
const needles = fc.oneof(
  fc.uniqueArray(randomText({ maxLength: 7 }), { maxLength: 12 }),
  // With few long needles, much of the text can be skipped.
  fc.uniqueArray(randomText({ minLength: 4, maxLength: 7 }), { maxLength: 3 }),
)
const texts = fc
  .tuple(needles, fc.array(fc.oneof(randomText({ maxLength: 9 }), fc.nat(11))))
  .map(([list, parts]) => ({
    list,
    text: parts.map((each) => (typeof each === 'string' ? each : (list[each] ?? 'x'))).join(''),
  }))
const cuts = fc.array(fc.nat(), { maxLength: 8 })

describe('among several needles, the leftmost match is replaced, and the longest of those', () => {
  test('equals the result of a naive search', () => {
    fc.assert(
      fc.property(texts, ({ list, text }) => {
        expect(openReplacer(marked(list)).replace(text)).toBe(replaceSlowly(text, marked(list)))
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 200 },
    )
  })

  test('wherever the text is split', () => {
    fc.assert(
      fc.property(texts, cuts, ({ list, text }, at) => {
        expect(inPieces(text, marked(list), at)).toBe(replaceSlowly(text, marked(list)))
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 200 },
    )
  })

  // biome-ignore format: table
  test.each<[sentence: string, needles: string[], text: string, redacted: string]>([
    ['the outer of two',                 ['bcd', 'abcde'], 'abcde bcd',  '<1> <0>'],
    ['the inner, when the outer breaks', ['bcd', 'abcde'], 'abcdx',      'a<0>x'],
    ['the leftmost of two',              ['abcd', 'cdef'], 'abcdef',     '<0>ef'],
    ['each of many in a row',            ['aa', 'aaa'],    'aaaaaaaa',   '<1><1><0>'],
    ['whatever it is to a RegExp',       ['.*', '$&', '['], 'x.*[$&',    'x<0><2><1>'],
    ['none',                             [],               'text',       'text'],
  ])('%s', (_, list, text, expected) => {
    expect(openReplacer(marked(list)).replace(text)).toBe(expected)
  })
})

describe('escapes are interpreted', () => {
  /** Characters, and complete and incomplete escapes. */
  // biome-ignore format: one list
  const parts = fc.constantFrom('x', '\\u0061', '%62', '&#99;', '\\n', '\n', '\0', '%', '%4', '&', '&#1', '\\u00', '\\')
  const around = fc.string({ unit: parts, maxLength: 12 })
  const encodings: ((letter: string, code: string) => string)[] = [
    (letter) => letter,
    (letter) => letter.toUpperCase(),
    (_, code) => `%${code}`,
    (_, code) => `\\u00${code}`,
    (_, code) => `\\x${code}`,
    (_, code) => `&#x${code};`,
    (_, code) => `%25${code}`,
    (letter) => `${letter}\0`,
    (letter) => `${letter}\\n`,
  ]
  const spelled = fc
    .array(fc.nat(encodings.length - 1), { minLength: 6, maxLength: 6 })
    .map((chosen) =>
      chosen
        .map((encoding, at) => encodings[encoding]!('secret'[at]!, 'secret'.charCodeAt(at).toString(16)))
        .join(''),
    )

  test('however each letter is escaped, and wherever the text is split', () => {
    fc.assert(
      fc.property(around, spelled, around, cuts, (before, secret, after, at) => {
        // The space ends an incomplete escape before the secret.
        const output = inPieces(`${before} ${secret} ${after}`, marked(['secret']), at)
        expect(output).toContain('<0>')
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 20_000 : 1_000 },
    )
  })

  // biome-ignore format: table
  test.each<[text: string, redacted: string]>([
    ['SECRET',                         '<0>'],
    ['%73ec\\u0072e&#116;',            '<0>'],
    ['&amp;secret&lt;',                '&amp;<0>&lt;'],
    ['sec\r\nret',                     '<0>'],
    ['sec\\nret',                      '<0>'],
    ['s%zz\\uqqqq&#;ecret',            's%zz\\uqqqq&#;ecret'],
    ['100% secret & \\',               '100% <0> & \\'],
    ['secre',                          'secre'],
    ['se cret',                        'se cret'],
  ])('%j', (text, expected) => {
    expect(openReplacer(marked(['secret'])).replace(text)).toBe(expected)
  })

  // biome-ignore format: table
  test.each<[what: string, unit: string]>([
    ['escapes',                 '\\u0061'], ['escapes of escapes',    '%2561'], ['UTF-16', 'a\0'],
    ['line breaks',             '\n'],      ['beginnings of escapes', '\\u'],  ['ampersands', '&'],
  ])('at a cost that is linear in the text, of %s only', (_, unit) => {
    const text = unit.repeat(Math.ceil(4_000_000 / unit.length))
    const replacer = openReplacer(marked(['a'.repeat(200_000).concat('b'), ...Array.from({ length: 300 }, (_, at) => `${'a'.repeat(at + 6)}b`)]))
    const begin = process.cpuUsage()

    expect(replacer.replace(text) === text).toBe(true)
    // This takes some 300 ms.
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(4_000)
  })
})

describe('a text in pieces', () => {
  test('buffers only a possible start of a needle', () => {
    const stream = openReplacer(marked(['secret'])).openStream()

    expect(['data: se', 'ven\n\n', 'data: sec', 'ret!'].map(stream.push)).toEqual([
      'data: ',
      'seven\n\n',
      'data: ',
      '<0>!',
    ])
  })

  test.each(['', '\\u0073', '%', '\0'])(
    'waits as long for the beginning of a needle as for anything else when it is steady, after %j',
    (before) => {
      const emittedFor = (guess: string) => {
        const stream = openReplacer(marked(['secret-of-mine'])).openStream({ isSteady: true })
        const emitted = stream.push(`${'.'.repeat(100)}${before}${guess}`)
        expect(emitted + stream.end()).toBe(`${'.'.repeat(100)}${before}${guess}`)
        return emitted
      }

      expect(emittedFor('secret-')).toBe(emittedFor('tecret-'))
      expect(emittedFor('secret-of-min')).toBe(emittedFor('secret-of-max'))
      expect(emittedFor('secret-')).toMatch(/^\.{80,}/)
    },
  )

  test('starts a new needle directly after the previous one', () => {
    const stream = openReplacer(marked(['aab', 'abcax'])).openStream()
    const emitted = ['.....aabca', 'a', 'b'].map(stream.push)

    expect(emitted.join('') + stream.end()).toBe('.....<0>c<0>')
  })

  test('takes no longer in small chunks', () => {
    const stream = openReplacer(marked(['a'.repeat(50_000).concat('b')])).openStream()
    const began = process.cpuUsage()
    for (let at = 0; at < 150_000; at += 1) stream.push('a')

    // This takes about 50 ms; rereading all withheld text for each piece would take minutes.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000)
  })

  test('never waits for longer than twice the longest needle', () => {
    const stream = openReplacer(marked(['aaaaaaab'])).openStream()
    let pending = 0
    for (let at = 0; at < 100; at += 1) {
      pending += 1 - stream.push('a').length
      expect(pending).toBeLessThan(16)
    }
  })
})

describe('the cost does not grow with the needles', () => {
  const million = 'a'.repeat(1_000_000)
  // biome-ignore format: table
  test.each<[sentence: string, needles: string[]]>([
    ['one as long as a message can be', ['a'.repeat(200_000).concat('b')]],
    ['many that contain one another',  Array.from({ length: 300 }, (_, index) => `b${'a'.repeat(index + 6)}`)],
    ['many that begin the same',        Array.from({ length: 300 }, (_, index) => `${'a'.repeat(index + 6)}b`)],
    ['many that begin and end in none', Array.from({ length: 20_000 }, (_, index) => `needle ${index}`)],
  ])('%s', (_, list) => {
    const replacer = openReplacer(marked(list))
    const stream = replacer.openStream()
    const pieces = Array.from({ length: 100 }, (_, at) => stream.push(million.slice(at * 10_000, at * 10_000 + 10_000)))
    const begin = process.cpuUsage()

    expect(replacer.replace(million)).toBe(million)
    expect(pieces.join('') + stream.end()).toBe(million)
    // A naive search would need minutes for the worst of these; this one needs some 50 ms.
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(2_000)
  })
})
