/** A file as something to send: what it is, and its bytes when somebody takes them. Floor 3. */
import { nameOf, parseVaultPath } from '../contract/vault/vault-path.ts'
import type { ByteRange } from '../files/content-store.ts'
import { kindOfFile } from './file-kind.ts'
import { readContent } from './read-content.ts'
import { requireFile } from './read-file.ts'
import type { Vault } from './vault.ts'

export type OpenedFile = {
  id: string
  path: string
  name: string
  /** A MIME type, by its name. */
  kind: string
  sizeBytes: number
  /** Its etag. */
  sha256: string
  mtimeMs: number
  read: (range: ByteRange) => AsyncIterable<Uint8Array>
}

/** Throws POLICY_DENIED for what is no path, NOT_FOUND for what is no file. */
export async function openFile(vault: Vault, given: string): Promise<OpenedFile> {
  const path = parseVaultPath(given)
  const { id, etag, sizeBytes, modifiedAt } = await requireFile(vault, path)
  const { organisationId } = vault
  return {
    id,
    path,
    name: nameOf(path),
    kind: kindOfFile(path),
    sizeBytes,
    sha256: etag,
    mtimeMs: modifiedAt.getTime(),
    read: (range) => readContent({ organisationId, etag }, range),
  }
}
