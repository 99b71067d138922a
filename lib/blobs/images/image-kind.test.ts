import { expect, test } from 'vitest'
import { imageKind } from './image-kind.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )

const PNG = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 0, 0, 0, 32], [8, 6, 0, 0, 0])
const GIF = bytes('GIF89a', [16, 0, 9, 1])
const JPEG = bytes([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 17, 8, 0, 64, 1, 44, 3,
])
const VP8 = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [10, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 100, 0, 50, 0])
const VP8L = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [5, 0, 0, 0, 0x2f, 99, 0x40, 0x0c, 0])
const VP8X = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 49, 0, 0])

// biome-ignore format: table
test.each([
  ['PNG',              PNG,  { mime: 'image/png',  width: 256, height: 32 }],
  ['GIF',              GIF,  { mime: 'image/gif',  width: 16,  height: 265 }],
  ['progressive JPEG', JPEG, { mime: 'image/jpeg', width: 300, height: 64 }],
  ['lossy WebP',       VP8,  { mime: 'image/webp', width: 100, height: 50 }],
  ['lossless WebP',    VP8L, { mime: 'image/webp', width: 100, height: 50 }],
  ['extended WebP',    VP8X, { mime: 'image/webp', width: 100, height: 50 }],
])('the type and size of a %s are read from its header', (_, picture, expected) => {
  expect(imageKind(picture)).toEqual(expected)
})

test.each([
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page', bytes('<!doctype html><script>alert(1)</script>')],
  ['a page that begins like a GIF', bytes('GIF88a<script>')],
  ['nothing', bytes()],
  ['a PDF', bytes('%PDF-1.7 and some more bytes')],
  ['a BMP', bytes('BM', Array(60).fill(0))],
  ['an AVIF', bytes([0, 0, 0, 24], 'ftypavif', Array(40).fill(0))],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xd9])],
])('%s is not a supported image', (_, other) => {
  expect(imageKind(other)).toBeNull()
})

test('a JPEG of two megabytes without an end of its header is refused at once', () => {
  const endless = new Uint8Array(2 * 1024 * 1024).fill(1)
  endless.set(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4]))

  const startedMs = performance.now()
  expect(imageKind(endless)).toBeNull()
  // 40 times the usual duration; `image-size` takes seconds.
  expect(performance.now() - startedMs).toBeLessThan(1_000)
})

test.each([PNG, GIF, JPEG, VP8, VP8L, VP8X])(
  'an image header that is cut off at any byte is not an image',
  (picture) => {
    for (let length = 0; length < Math.min(picture.length, 9); length++) {
      expect(imageKind(picture.subarray(0, length))).toBeNull()
    }
  },
)
