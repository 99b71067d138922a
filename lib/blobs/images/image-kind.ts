/** SVG can contain scripts. Sizes are read before decoding: a small file could become a huge image. */

type ImageKind = {
  mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  width: number
  height: number
}

export const MAX_IMAGE_BYTES = 2 * 1024 * 1024
/** Enough for a banner on the widest screens. */
export const MAX_IMAGE_PIXELS = 4_096

/** Returns null for an unsupported or truncated file. */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view)
  } catch (thrown) {
    // The header is truncated.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

function text(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join('')
}

function png(view: DataView): ImageKind | null {
  if (text(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(view, 12, 4) !== 'IHDR') return null
  return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function gif(view: DataView): ImageKind | null {
  if (!['GIF87a', 'GIF89a'].includes(text(view, 0, 6))) return null
  return { mime: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webp(view: DataView): ImageKind | null {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP') return null
  const size = webpSize(view, text(view, 12, 4))
  return size && { mime: 'image/webp', ...size }
}

function webpSize(view: DataView, chunk: string): { width: number; height: number } | null {
  if (chunk === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (chunk === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

// The markers C4, C8 and CC are tables.
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function jpeg(view: DataView): ImageKind | null {
  if (view.getUint16(0) !== 0xffd8) return null
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (isFrame(marker))
      return { mime: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Fill bytes have no length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}
