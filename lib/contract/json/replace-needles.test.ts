import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openReplacer } from './replace-needles.ts'

/** What is meant, said as simply as can be: at each place the longest needle, or one character as it is. */
function replaceSlowly(text: string, replacements: ReadonlyMap<string, string>): string {
  let said = ''
  for (let at = 0; at < text.length; ) {
    const begun = [...replacements.keys()].filter((each) => each !== '' && text.startsWith(each, at))
    const longest = begun.sort((a, b) => b.length - a.length)[0]
    said += longest === undefined ? text[at] : replacements.get(longest)
    at += longest?.length ?? 1
  }
  return said
}

function inPieces(text: string, replacements: ReadonlyMap<string, string>, cuts: readonly number[]): string {
  const stream = openReplacer(replacements).openStream()
  const ends = [...new Set(cuts.map((each) => each % (text.length + 1)))].sort((a, b) => a - b)
  const pieces = [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
  return pieces.map(stream.push).join('') + stream.end()
}

const marked = (needles: readonly string[]) => new Map(needles.map((each, index) => [each, `<${index}>`]))
// Few letters, so that needles begin, end and stand in one another; and halves of a surrogate pair.
const letters = fc.constantFrom('a', 'a', 'b', 'c', '\ud83d', '\ude00')
const words = (lengths: { minLength?: number; maxLength: number }) => fc.string({ unit: letters, ...lengths })
const needles = fc.oneof(
  fc.uniqueArray(words({ maxLength: 7 }), { maxLength: 12 }),
  // Between few long ones there is much that can be passed over.
  fc.uniqueArray(words({ minLength: 4, maxLength: 7 }), { maxLength: 3 }),
)
const texts = fc
  .tuple(needles, fc.array(fc.oneof(words({ maxLength: 9 }), fc.nat(11))))
  .map(([list, parts]) => ({
    list,
    text: parts.map((each) => (typeof each === 'string' ? each : (list[each] ?? 'x'))).join(''),
  }))
const cuts = fc.array(fc.nat(), { maxLength: 8 })

describe('of many needles the leftmost goes, and the longest of those', () => {
  test('as if each place were asked for each', () => {
    fc.assert(
      fc.property(texts, ({ list, text }) => {
        expect(openReplacer(marked(list)).replace(text)).toBe(replaceSlowly(text, marked(list)))
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 200 },
    )
  })

  test('wherever the text is cut', () => {
    fc.assert(
      fc.property(texts, cuts, ({ list, text }, at) => {
        expect(inPieces(text, marked(list), at)).toBe(replaceSlowly(text, marked(list)))
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 200 },
    )
  })

  // biome-ignore format: a table reads in rows
  test.each<[sentence: string, needles: string[], text: string, said: string]>([
    ['the outer of two',                 ['bcd', 'abcde'], 'abcde bcd',  '<1> <0>'],
    ['the inner, when the outer breaks', ['bcd', 'abcde'], 'abcdx',      'a<0>x'],
    ['the leftmost of two',              ['abcd', 'cdef'], 'abcdef',     '<0>ef'],
    ['each of many in a row',            ['aa', 'aaa'],    'aaaaaaaa',   '<1><1><0>'],
    ['whatever it is to a RegExp',       ['.*', '$&', '['], 'x.*[$&',    'x<0><2><1>'],
    ['none',                             [],               'text',       'text'],
  ])('%s', (_, list, text, said) => {
    expect(openReplacer(marked(list)).replace(text)).toBe(said)
  })
})

describe('a text in pieces', () => {
  test('waits only for what may still become a needle', () => {
    const stream = openReplacer(marked(['secret'])).openStream()

    expect(['data: se', 'ven\n\n', 'data: sec', 'ret!'].map(stream.push)).toEqual([
      'data: ',
      'seven\n\n',
      'data: ',
      '<0>!',
    ])
  })

  test('begins a needle with what follows the one before it', () => {
    const stream = openReplacer(marked(['aab', 'abcax'])).openStream()
    const said = ['.....aabca', 'a', 'b'].map(stream.push)

    expect(said.join('') + stream.end()).toBe('.....<0>c<0>')
  })

  test('costs no more for being in small ones', () => {
    const stream = openReplacer(marked(['a'.repeat(50_000).concat('b')])).openStream()
    const began = process.cpuUsage()
    for (let at = 0; at < 150_000; at += 1) stream.push('a')

    // Some 50 ms; to read all that waits for each piece would be minutes.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000)
  })

  test('never waits for longer than twice the longest needle', () => {
    const stream = openReplacer(marked(['aaaaaaab'])).openStream()
    let held = 0
    for (let at = 0; at < 100; at += 1) {
      held += 1 - stream.push('a').length
      expect(held).toBeLessThan(16)
    }
  })
})

describe('the cost does not grow with the needles', () => {
  const million = 'a'.repeat(1_000_000)
  // biome-ignore format: a table reads in rows
  test.each<[sentence: string, needles: string[]]>([
    ['one as long as a message can be', ['a'.repeat(200_000).concat('b')]],
    ['many that stand in one another',  Array.from({ length: 300 }, (_, index) => `b${'a'.repeat(index + 6)}`)],
    ['many that begin the same',        Array.from({ length: 300 }, (_, index) => `${'a'.repeat(index + 6)}b`)],
    ['many that begin and end in none', Array.from({ length: 20_000 }, (_, index) => `needle ${index}`)],
  ])('%s', (_, list) => {
    const replacer = openReplacer(marked(list))
    const stream = replacer.openStream()
    const pieces = Array.from({ length: 100 }, (_, at) => stream.push(million.slice(at * 10_000, at * 10_000 + 10_000)))
    const begin = process.cpuUsage()

    expect(replacer.replace(million)).toBe(million)
    expect(pieces.join('') + stream.end()).toBe(million)
    // A naive search needs minutes for the worst of these; this one some 50 ms.
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(2_000)
  })
})
