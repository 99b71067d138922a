import { describe, expect, test } from 'vitest'
import {
  BLANK_CHARACTERS,
  hiddenCharacters,
  misleadingIdentifiers,
  misleadingWords,
  mixedScriptWords,
  revealHidden,
} from './hidden-characters.ts'

describe('a hidden character is found', () => {
  test.each([
    ['a tag character', 'ok\u{e0041}', 'U+E0041'],
    ['the tag that begins a language', '\u{e0001}', 'U+E0001'],
    ['a right-to-left override', 'a\u202emd.exe', 'U+202E'],
    ['a right-to-left isolate', '\u2067', 'U+2067'],
    ['a word joiner', 'a\u2060b', 'U+2060'],
    ['an invisible times sign', '\u2062', 'U+2062'],
    ['a Hangul filler, which is a letter of identifiers', 'const \u3164 = 1', 'U+3164'],
    ['a halfwidth Hangul filler', '\uffa0', 'U+FFA0'],
    ['a zero-width space', 'a\u200bb', 'U+200B'],
    ['a zero-width joiner within a Latin word', 'ig\u200dnore', 'U+200D'],
    ['the blank Braille pattern', '\u2800', 'U+2800'],
    ['a line separator, which ends a comment', '// a\u2028evil()', 'U+2028'],
    ['a variation selector after a letter', 'a\ufe01', 'U+FE01'],
    ['an emoji style after a letter', 'a\ufe0f', 'U+FE0F'],
    ['a second emoji style', '\u2764\ufe0f\ufe0f', 'U+FE0F'],
    ['a supplementary variation selector', '\u{e0100}', 'U+E0100'],
    ['a tag after a flag that spells none', '\u{1f3f4}\u{e0061}\u{e0062}', 'U+E0061'],
    ['a byte order mark within a text', 'a\ufeffb', 'U+FEFF'],
    ['an escape character', '\u001b[2K', 'U+001B'],
  ])('a hidden character is found: %s', (_, text, name) => {
    expect(hiddenCharacters(text)?.names[0]).toBe(name)
  })
})

test.each([
  ['emoji with a style and joiners', '❤️ 👩‍💻 👨‍👩‍👧 👍🏽 🏳️‍🌈 1️⃣ #️⃣ ™️ ☎︎'],
  ['the flags of England, Scotland and Wales', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['Persian and Hindi words with joiners', 'می‌خواهم क्‍ष'],
  ['several lines with tabs', 'a\r\n\tb\n'],
  ['a file that begins with a byte order mark', '\ufeffname: a'],
])('%s has no hidden character', (_, text) => {
  expect(hiddenCharacters(text)).toBeUndefined()
})

test('hidden characters are counted, with the line of the first', () => {
  expect(hiddenCharacters('one\ntwo \u202e\u{e0041}\n\u202e')).toEqual({
    count: 3,
    line: 2,
    names: ['U+202E', 'U+E0041'],
  })
})

test('a name is shown with the hidden characters that it contains', () => {
  expect(revealHidden('a\u202emd.exe')).toBe('a[U+202E]md.exe')
})

test('a word that mixes Latin letters with Cyrillic or Greek lookalikes is found', () => {
  expect(mixedScriptWords('p\u0430ypal and \u039fpen')).toEqual(['p\u0430ypal', '\u039fpen'])
})

test('words of one script, and Greek letters of formulas, are not mixed', () => {
  expect(mixedScriptWords('Привет, мир: Δx = 2πr, größe, 東京 Tokyo, Ελλάδα')).toEqual([])
})

test.each([
  ['const \u0430 = 1', ['\u0430']],
  ['user.\u0441\u043e\u0440\u0443()', ['\u0441\u043e\u0440\u0443']],
  ['def \u0445(args): pass', ['\u0445']],
  ['// а и о с вами', []],
  ["return { message: 'Он и она' }", []],
])('the identifiers of %j that are not what they look like are %j', (code, found) => {
  expect(misleadingIdentifiers(code)).toEqual(found)
})

test('a long word of lookalikes is searched in linear time', () => {
  const started = performance.now()
  misleadingIdentifiers('\u0430'.repeat(500_000))
  hiddenCharacters(`${'\u0915\u093e'.repeat(100_000)}\u202e`)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test.each(['\u{e0049}', '\u2060', '\u3164', '\u2800', '\ufe01', 'a\ufe0f', 'a\u200d', '\u2063', '\u{e0100}'])(
  'the code editor shows %j',
  (text) => {
    expect(text).toMatch(BLANK_CHARACTERS)
  },
)

test.each(['❤️', '👩‍💻', '1️⃣', 'می‌خواهم', 'größe', '東京'])('the code editor leaves %j as it is', (text) => {
  expect(text).not.toMatch(BLANK_CHARACTERS)
})

test.each([
  ['a mathematical letter', 'const \u{1d41e}val = 1', '\u{1d41e}val'],
  ['a full-width letter as an argument', 'fetch(\uff55rl)', '\uff55rl'],
  [
    'a word of mathematical letters',
    '\u{1d41e}\u{1d42f}\u{1d41a}\u{1d425}(1)',
    '\u{1d41e}\u{1d42f}\u{1d41a}\u{1d425}',
  ],
  ['a Roman numeral', 'const ad\u217fin = 1', 'ad\u217fin'],
  ['a small capital', 'let \u1d00dmin = 1', '\u1d00dmin'],
  ['a dotless i in a declaration', 'const l\u0131ne = 1', 'l\u0131ne'],
  [
    'a Cyrillic word with a palochka',
    'const \u0440\u0430\u0443\u0440\u0430\u04cf = 1',
    '\u0440\u0430\u0443\u0440\u0430\u04cf',
  ],
])('an identifier with %s is misleading', (_, code, word) => {
  expect(misleadingIdentifiers(code)).toEqual([word])
})

test('words in strings that are usual in their language are not misleading', () => {
  expect(
    misleadingIdentifiers(
      'say("kullan\u0131c\u0131 ad\u0131", "\u0421\u041f\u0410\u0421\u0418\u0411\u041e")',
    ),
  ).toEqual([])
})

test('a name whose only Cyrillic word has lookalikes alone is misleading, a Russian name is not', () => {
  expect(misleadingWords('Google \u0421\u041d\u0410\u0422')).toEqual(['\u0421\u041d\u0410\u0422'])
  expect(misleadingWords('\u0427\u0410\u0422 \u0438 \u041d\u041e\u0422\u0410')).toEqual([])
  expect(misleadingWords('p\u0430ypal')).toEqual(['p\u0430ypal'])
})

test.each(['\ufffc', '\u{13430}', '\ufdd0', '\u{10ffff}'])('%j is a hidden character', (char) => {
  expect(hiddenCharacters(`a${char}b`)).toMatchObject({ count: 1 })
})
