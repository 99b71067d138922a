/**
 * Files of the vault as texts to be edited. Floor 3.
 *
 * The editor parts lines by LF. A file whose every line ends in CRLF is edited so and saved with CRLF again; where both
 * occur, a CR is a sign like any other. So saving changes nothing that was not edited.
 */
import { isUtf8 } from 'node:buffer'
import type { Effects } from '../contract/plan/tool-result.ts'
import { parseVaultPath, vaultKey } from '../contract/vault/vault-path.ts'
import type { Database } from '../db/client.ts'
import { findVaultFile } from '../db/vault-files.ts'
import { createFile } from '../vault/create-file.ts'
import { keepContent } from '../vault/keep-content.ts'
import { readWhole } from '../vault/read-content.ts'
import type { VaultCause } from '../vault/vault.ts'
import { writeFile } from '../vault/write-file.ts'
import type { Owner } from './workspace-view.ts'

export type VaultText = {
  kind: 'text'
  fileId: string
  path: string
  etag: string
  text: string
  isCrlf: boolean
}
export type FoundFile =
  | VaultText
  /** Too large to be edited, or no text. */
  | { kind: 'file'; fileId: string; path: string; etag: string }
  | { kind: 'gone' }

/** Larger files are for downloading. */
const MAX_EDITED_BYTES = 1024 * 1024

/** The file as it is now. Throws POLICY_DENIED for what is no path. */
export async function readVaultText(db: Database, owner: Owner, given: string): Promise<FoundFile> {
  const { organisationId } = owner
  const found = await findVaultFile(db, organisationId, vaultKey(parseVaultPath(given)))
  if (!found?.etag) return { kind: 'gone' }
  const { id: fileId, path, etag, sizeBytes } = found
  if (sizeBytes > MAX_EDITED_BYTES) return { kind: 'file', fileId, path, etag }
  const bytes = await readWhole({ organisationId, etag }, { start: 0, end: sizeBytes })
  if (!isUtf8(bytes) || bytes.includes(0)) return { kind: 'file', fileId, path, etag }
  return { kind: 'text', fileId, path, etag, ...fromFile(bytes.toString('utf8')) }
}

/** What the vault has there now; null when it has no file there. */
export async function findVaultEtag(db: Database, owner: Owner, path: string): Promise<string | null> {
  const found = await findVaultFile(db, owner.organisationId, vaultKey(path))
  return found?.etag ?? null
}

/** Whether saving the text would leave the vault with what it has there, by its etag. */
export async function isSameText(
  db: Database,
  owner: Owner,
  { text, isCrlf, etag }: { text: string; isCrlf: boolean; etag: string },
): Promise<boolean> {
  const dry = { ...writer(db, owner), dryRun: true }
  return (await keepContent(dry, toFile(text, isCrlf))).etag === etag
}

type Written = { path: string; etag: string; effects: Effects }
type Content = { path: string; text: string; isCrlf: boolean; cause?: VaultCause }

/** Throws CONFLICT when the vault has something else than `expectedEtag`, and what else it refuses with. */
export function writeVaultText(
  db: Database,
  owner: Owner,
  { path, text, isCrlf, cause, expectedEtag }: Content & { expectedEtag: string },
): Promise<Written> {
  return writeFile(writer(db, owner, cause), { path, content: toFile(text, isCrlf), expectedEtag })
}

/** A new file, by another name when the path is taken. */
export function createVaultText(
  db: Database,
  owner: Owner,
  { path, text, isCrlf, cause }: Content,
): Promise<Written> {
  const content = toFile(text, isCrlf)
  return createFile(writer(db, owner, cause), { path, content, collisionStrategy: 'create-unique' })
}

function writer(db: Database, { userId, organisationId }: Owner, cause?: VaultCause) {
  return { db, userId, organisationId, ...(cause && { cause }) }
}

/** What the editor gets, and how to make the file of it again. */
function fromFile(content: string): { text: string; isCrlf: boolean } {
  const pairs = content.match(/\r\n/g)?.length ?? 0
  const isCrlf = pairs > 0 && content.match(/[\r\n]/g)?.length === 2 * pairs
  return { text: isCrlf ? content.replaceAll('\r\n', '\n') : content, isCrlf }
}

function toFile(text: string, isCrlf: boolean): string {
  return isCrlf ? text.replaceAll('\n', '\r\n') : text
}
