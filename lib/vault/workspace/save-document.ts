/** A save locks the row, so that a text never conflicts with its own save. */

import pLimit from 'p-limit'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import type { Effects } from '../../runs/model/tool-result.ts'
import {
  type DocumentPatch,
  hasEditsBy,
  insertUpdates,
  lockDocument,
  type NewUpdates,
  type StoredDocument,
  TOOL_CLIENTS,
  updateDocument,
} from '../rows/open-documents.ts'
import type { VaultCause } from '../vault.ts'
import { findVaultEtag, writeVaultText } from './vault-text.ts'
import { notifyWorkspaceChange } from './workspace-notifications.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

type Wanted = {
  documentId: string
  cause?: VaultCause
  /** The version up to which the text is saved; later edits are saved with their own cause. */
  upTo?: { version: number; text: string }
}

/**
 * Saves an open text. Does nothing if the vault has the same text or a conflicting version. Throws the vault's errors
 * and stores them for the
 * page.
 */
export function saveDocument(
  db: Database,
  owner: WorkspaceOwner,
  { documentId, cause, upTo }: Wanted,
): Promise<Effects> {
  return withDocumentLock(db, owner, documentId, async (document) => {
    if (document.conflictEtag !== null || !isChanged(document)) return { result: {} }
    if (upTo && document.savedVersion >= upTo.version) return { result: {} }
    return saveLocked(db, owner, { ...document, ...upTo }, cause)
  })
}

/** False while the text contains a tool's edit, which the tool saves. */
export function saveTyped(db: Database, owner: WorkspaceOwner, documentId: string): Promise<boolean> {
  return withDocumentLock(db, owner, documentId, async (document) => {
    if (document.conflictEtag !== null || !isChanged(document)) return { result: true }
    if (await hasEditsBy(db, { documentId, after: document.savedVersion, clientPrefix: TOOL_CLIENTS }))
      return { result: false }
    return { ...(await saveLocked(db, owner, document)), result: true }
  })
}

export function isChanged({
  version,
  savedVersion,
}: Pick<StoredDocument, 'version' | 'savedVersion'>): boolean {
  return version !== savedVersion
}

export type DocumentOutcome<Result> = {
  patch?: DocumentPatch
  updates?: NewUpdates
  result: Result
  failure?: AppError
}

/** Call it with the row's lock; returns the row's patch. */
export async function saveLocked(
  db: Database,
  owner: WorkspaceOwner,
  document: StoredDocument,
  cause?: VaultCause,
): Promise<DocumentOutcome<Effects>> {
  const { path, text, isCrlf, etag, version } = document
  try {
    const saved = await writeVaultText(db, owner, { path, text, isCrlf, expectedEtag: etag, cause })
    return { patch: { etag: saved.etag, savedVersion: version, problem: null }, result: saved.effects }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    const current = await findVaultEtag(db, owner, path)
    if (current !== etag) return { patch: { conflictEtag: current ?? '' }, result: {} }
    return { patch: { problem: thrown.message }, result: {}, failure: thrown }
  }
}

/** A slow store may take this long, and typing waits. */
const PATIENCE_MS = 20_000

/** `work` may use the vault, not the row. Throws NOT_FOUND if the text is not open. */
export async function withDocumentLock<Result>(
  db: Database,
  owner: WorkspaceOwner,
  documentId: string,
  work: (document: StoredDocument) => Promise<DocumentOutcome<Result>> | DocumentOutcome<Result>,
): Promise<Result> {
  const { result, failure } = await withLockSlot(() =>
    db.$transaction(
      async (tx) => {
        const document = await lockDocument(tx, owner, documentId)
        if (!document) throw new AppError('NOT_FOUND', { message: 'This file is no longer open.' })
        const done = await work(document)
        if (done.updates) await insertUpdates(tx, done.updates)
        if (done.patch) {
          await updateDocument(tx, documentId, done.patch)
          await notifyWorkspaceChange(tx, owner)
        }
        return done
      },
      { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
    ),
  )
  if (failure) throw failure
  return result
}

/** Few at a time, because each lock holds one of the pool's connections while it waits for a second. */
const withLockSlot = oncePerProcess('locks of documents', () => pLimit(3))
