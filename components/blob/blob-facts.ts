/** What the browser is told of a blob, from the headers of its address. Pure. */
import { bareKind } from '#lib/contract/market/blob-kind.ts'

export type BlobFacts = { kind: string; sizeBytes: number; name: string }

const ID = /^blob:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isBlobId(text: string): boolean {
  return ID.test(text)
}

export function readFacts(headers: Headers): BlobFacts {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  return {
    kind: bareKind(headers.get('content-type') ?? ''),
    sizeBytes: Number(headers.get('blob-size') ?? 0),
    name: encoded ? decodeURIComponent(encoded) : 'blob',
  }
}

/** How much of it can be shown in place: a picture, the beginning of a text, or nothing. */
export function previewOf(kind: string): 'picture' | 'text' | 'none' {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(kind)) return 'picture'
  return /^text\/|[/+](json|xml|yaml)$|x-ndjson$/.test(kind) ? 'text' : 'none'
}
