import { describe, expect, test } from 'vitest'
import { sampleRange, sampleText } from './blob-sample.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const TEXT = 'a€😀é'

describe('sampleRange', () => {
  test.each([
    ['sample_head', 100, 10, { start: 0, end: 10 }],
    ['sample_tail', 100, 10, { start: 90, end: 100 }],
    ['full', 100, 10, { start: 0, end: 10 }],
    ['sample_head', 5, 10, { start: 0, end: 5 }],
    ['sample_tail', 5, 10, { start: 0, end: 5 }],
    ['sample_tail', 0, 10, { start: 0, end: 0 }],
  ] as const)('%s of %d bytes, at most %d', (mode, sizeBytes, maxBytes, range) => {
    expect(sampleRange(sizeBytes, { mode, maxBytes })).toEqual(range)
  })
})

describe('sampleText', () => {
  test('a sample of a text’s start is never cut inside a character', () => {
    const all = bytes(TEXT)
    for (let end = 0; end < all.length; end += 1) {
      const { content, encoding } = sampleText(all.subarray(0, end), {
        isText: true,
        isCutBefore: false,
        isCutAfter: true,
      })
      expect(encoding).toBe('utf-8')
      expect(TEXT.startsWith(content)).toBe(true)
      expect(end - bytes(content).length).toBeLessThan(4)
    }
  })

  test('a sample of a text’s end is never cut inside a character', () => {
    const all = bytes(TEXT)
    for (let start = 1; start <= all.length; start += 1) {
      const { content } = sampleText(all.subarray(start), {
        isText: true,
        isCutBefore: true,
        isCutAfter: false,
      })
      expect(TEXT.endsWith(content)).toBe(true)
      expect(all.length - start - bytes(content).length).toBeLessThan(4)
    }
  })

  test.each([
    ['binary data', new Uint8Array([0x61, 0xff, 0x62]), true],
    ['a binary kind', bytes('abc'), false],
    ['a character broken where nothing was cut', bytes('a€').subarray(0, 2), true],
  ])('%s is written in base64', (_name, given, isText) => {
    expect(sampleText(given, { isText, isCutBefore: false, isCutAfter: false })).toEqual({
      content: Buffer.from(given).toString('base64'),
      encoding: 'base64',
    })
  })

  test('a sample preserves a byte order mark, which is part of the content', () => {
    const given = bytes('\ufeffa,b')

    expect(sampleText(given, { isText: true, isCutBefore: false, isCutAfter: false }).content).toBe(
      '\ufeffa,b',
    )
  })
})
