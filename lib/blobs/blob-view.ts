/** What is said of a blob, and how it is called. Plain data. Floor 3, pure. */
import type { BlobRow } from '../db/blobs.ts'

export type BlobView = {
  /** "blob:" and a UUID. */
  id: string
  kind: string
  name: string | null
  sizeBytes: number
  /** Of the bytes, in hex. */
  sha256: string
  createdAtMs: number
  expiresAtMs: number
}

const ID = /^(?:blob:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The UUID in a blob's id; null for what is none. */
export function blobUuid(id: unknown): string | null {
  return ID.exec(String(id))?.[1] ?? null
}

export function toBlobView({ id, kind, name, sizeBytes, content, createdAt, expiresAt }: BlobRow): BlobView {
  const times = { createdAtMs: createdAt.getTime(), expiresAtMs: expiresAt.getTime() }
  return { id: `blob:${id}`, kind, name, sizeBytes, sha256: content.sha256, ...times }
}
