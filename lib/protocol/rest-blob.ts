/** A blob as the REST door speaks of it. Floor 4, pure. */
import type { AnswerableBlob } from './answer-blob.ts'

type Described = AnswerableBlob & { createdAtMs: number; expiresAtMs: number }

export function restBlob({ id, kind, name, sizeBytes, sha256, createdAtMs, expiresAtMs }: Described): object {
  return {
    blob_id: id,
    kind,
    ...(name !== null && { name }),
    size_bytes: sizeBytes,
    sha256,
    created_at: new Date(createdAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
  }
}
