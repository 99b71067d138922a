import { imageDimensionsFromData } from 'image-dimensions'

// SVG is missing because it can contain scripts, AVIF and HEIC because not every browser shows them.
const MIME_TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const

type ImageKind = { mime: (typeof MIME_TYPES)[keyof typeof MIME_TYPES]; width: number; height: number }

/**
 * Reads the header only, because a small file can describe a huge image. Returns null for an unsupported or truncated
 * file.
 */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const { type, width = 0, height = 0 } = imageDimensionsFromData(bytes) ?? {}
  return type && type in MIME_TYPES
    ? { mime: MIME_TYPES[type as keyof typeof MIME_TYPES], width, height }
    : null
}
