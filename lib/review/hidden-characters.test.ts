import { expect, test } from 'vitest'
import { hiddenCharacters } from './hidden-characters.ts'

const hidden: [name: string, text: string, count: number, line: number][] = [
  ['a zero-width space', 'safe\u200b', 1, 1],
  ['a bidirectional override', 'one\ntwo \u202e three\u202c', 2, 2],
  ['an isolate', 'if (ok\u2066) {', 1, 1],
  ['letters written in tags', 'Greet.\u{e0049}\u{e0067}\u{e006e}', 3, 1],
  ['a control character', 'bell\u0007', 1, 1],
  ['a filler that looks like a space', 'const \u3164 = 1', 1, 1],
  ['a joiner between Latin letters and a space', 'a\u200d b', 1, 1],
]

test.each(hidden)('%s is found', (_name, text, count, line) => {
  expect(hiddenCharacters(text)).toEqual({ count, line })
})

test.each([
  ['plain code', 'async function handler() {\n\treturn 1\r\n}'],
  ['accents and other scripts', 'Größe, žluťoučký, 東京, Привет, مرحبا'],
  ['an emoji family', '👨‍👩‍👧 and ❤️‍🔥'],
  ['a joiner inside a Persian word', 'می‌خواهم'],
])('%s hides nothing', (_name, text) => {
  expect(hiddenCharacters(text)).toBeUndefined()
})
