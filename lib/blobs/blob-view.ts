/** What is said of a blob. Plain data. Floor 3, types only. */

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
