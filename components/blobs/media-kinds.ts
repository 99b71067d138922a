/** Texts that are pictures, sounds, films or Markdown, by their schema or their own data URL. */
import type { JsonSchema } from '#lib/kernel/json/json.ts'

export type Media = { kind: 'picture' | 'sound' | 'film'; url: string } | { kind: 'markdown' }

const DATA_URL = /^data:([a-z]+\/[a-z0-9.+-]+)(;charset=[\w-]+)?(;base64)?,/i
const BASE64 = /^[A-Za-z0-9+/_=\s-]+$/

/**
 * Returns how to show a text, or undefined for an ordinary one. Only data URLs become addresses, so that a result cannot
 * make the browser fetch anything; an SVG picture is shown as an image, which runs no scripts.
 */
export function readMedia(text: string, schema: JsonSchema | undefined): Media | undefined {
  const [, ownKind] = DATA_URL.exec(text) ?? []
  if (ownKind) return toMedia(ownKind, text)
  const { contentMediaType: declared, contentEncoding: encoding } = schema ?? {}
  if (typeof declared !== 'string') return undefined
  if (/^text\/(x-)?markdown\b/i.test(declared)) return { kind: 'markdown' }
  if (encoding === 'base64' && BASE64.test(text)) return toMedia(declared, `data:${declared};base64,${text}`)
  return /^image\/svg\+xml\b/i.test(declared) && /<svg[\s>]/i.test(text)
    ? toMedia(declared, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`)
    : undefined
}

function toMedia(type: string, url: string): Media | undefined {
  const kind = mediaKind(type)
  return kind && { kind, url }
}

/** Returns what browsers show of a media type, or undefined for other types. */
export function mediaKind(type: string): 'picture' | 'sound' | 'film' | undefined {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)\b/i.test(type)) return 'picture'
  if (/^audio\/[a-z0-9.+-]+/i.test(type)) return 'sound'
  return /^video\/[a-z0-9.+-]+/i.test(type) ? 'film' : undefined
}
