/** Reads and writes files as the editor's text: CRLF files stay CRLF, and in mixed files CR is an ordinary character. */
import { isUtf8 } from 'node:buffer'
import type { Database } from '../../kernel/db/prisma-client.ts'
import type { Effects } from '../../runs/model/tool-result.ts'
import { readWhole, storeContent } from '../content/content.ts'
import { createFile } from '../files/create-file.ts'
import { writeFile } from '../files/write-file.ts'
import { parseVaultPath, vaultKey } from '../model/vault-path.ts'
import { findVaultFile } from '../rows/vault-files.ts'
import type { VaultCause } from '../vault.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

type VaultText = {
  kind: 'text'
  fileId: string
  path: string
  etag: string
  text: string
  isCrlf: boolean
}
type FoundFile = VaultText | { kind: 'file'; fileId: string; path: string; etag: string } | { kind: 'gone' }

/** The most bytes of a file that the editor opens. Larger ones can only be downloaded. */
const MAX_EDITED_BYTES = 1024 * 1024

/** Throws POLICY_DENIED for an invalid path. */
export async function readVaultText(db: Database, owner: WorkspaceOwner, given: string): Promise<FoundFile> {
  const { organisationId } = owner
  const found = await findVaultFile(db, organisationId, vaultKey(parseVaultPath(given)))
  if (!found?.etag) return { kind: 'gone' }
  const { id: fileId, path, etag, sizeBytes } = found
  if (sizeBytes > MAX_EDITED_BYTES) return { kind: 'file', fileId, path, etag }
  const bytes = await readWhole({ organisationId, etag }, { start: 0, end: sizeBytes })
  if (!isUtf8(bytes) || bytes.includes(0)) return { kind: 'file', fileId, path, etag }
  return { kind: 'text', fileId, path, etag, ...fromFile(bytes.toString('utf8')) }
}

export async function findVaultEtag(
  db: Database,
  owner: WorkspaceOwner,
  path: string,
): Promise<string | null> {
  const found = await findVaultFile(db, owner.organisationId, vaultKey(path))
  return found?.etag ?? null
}

/** The etag that the file would have with this text. */
export async function etagOfText(
  db: Database,
  owner: WorkspaceOwner,
  { text, isCrlf }: { text: string; isCrlf: boolean },
): Promise<string> {
  const dry = { ...createWriter(db, owner), dryRun: true }
  return (await storeContent(dry, toFile(text, isCrlf))).etag
}

type Written = { path: string; etag: string; effects: Effects }
type Content = { path: string; text: string; isCrlf: boolean; cause?: VaultCause }

/** Throws CONFLICT if `expectedEtag` does not match, and the vault's other errors. */
export function writeVaultText(
  db: Database,
  owner: WorkspaceOwner,
  { path, text, isCrlf, cause, expectedEtag }: Content & { expectedEtag: string },
): Promise<Written> {
  return writeFile(createWriter(db, owner, cause), { path, content: toFile(text, isCrlf), expectedEtag })
}

export function createVaultText(
  db: Database,
  owner: WorkspaceOwner,
  { path, text, isCrlf, cause }: Content,
): Promise<Written> {
  const content = toFile(text, isCrlf)
  return createFile(createWriter(db, owner, cause), { path, content, collisionStrategy: 'create-unique' })
}

function createWriter(db: Database, { userId, organisationId }: WorkspaceOwner, cause?: VaultCause) {
  return { db, userId, organisationId, ...(cause && { cause }) }
}

function fromFile(content: string): { text: string; isCrlf: boolean } {
  const pairs = content.match(/\r\n/g)?.length ?? 0
  const isCrlf = pairs > 0 && content.match(/[\r\n]/g)?.length === 2 * pairs
  return { text: isCrlf ? content.replaceAll('\r\n', '\n') : content, isCrlf }
}

function toFile(text: string, isCrlf: boolean): string {
  return isCrlf ? text.replaceAll('\n', '\r\n') : text
}
