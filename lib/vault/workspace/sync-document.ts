/** An unmodified text follows its file as an edit, so cursors stay; a modified one conflicts. */

import { z } from 'zod'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { applyTextChanges, changeBetween } from '../model/apply-changes.ts'
import type { DocumentPatch, StoredDocument } from '../rows/open-documents.ts'
import { type DocumentOutcome, isChanged, withDocumentLock } from './save-document.ts'
import { createVaultText, etagOfText, findVaultEtag, readVaultText, writeVaultText } from './vault-text.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

const VAULT_CLIENT = 'vault'

export function syncOpenDocument(db: Database, owner: WorkspaceOwner, documentId: string): Promise<void> {
  return withDocumentLock(db, owner, documentId, async (document) => {
    const current = await findVaultEtag(db, owner, document.path)
    const conflictEtag = current === document.etag ? null : (current ?? '')
    if (conflictEtag === null || conflictEtag === document.conflictEtag)
      return { ...(conflictEtag !== document.conflictEtag && { patch: { conflictEtag } }), result: undefined }
    if (current === null) return { patch: { conflictEtag }, result: undefined }
    if (isChanged(document))
      return { patch: await mergeVaultChange(db, owner, document, current), result: undefined }
    return applyVaultVersion(db, owner, document)
  })
}

/** Texts may be the same, for example after a save whose result was lost. */
async function mergeVaultChange(
  db: Database,
  owner: WorkspaceOwner,
  { text, isCrlf, version }: StoredDocument,
  etag: string,
): Promise<DocumentPatch> {
  if ((await etagOfText(db, owner, { text, isCrlf })) !== etag) return { conflictEtag: etag }
  return { etag, savedVersion: version, conflictEtag: null, problem: null }
}

async function applyVaultVersion(
  db: Database,
  owner: WorkspaceOwner,
  document: StoredDocument,
): Promise<DocumentOutcome<undefined>> {
  const found = await readVaultText(db, owner, document.path)
  // The text stays readable until it is closed.
  if (found.kind !== 'text') {
    return { patch: { conflictEtag: found.kind === 'gone' ? '' : found.etag }, result: undefined }
  }
  const saved = { etag: found.etag, isCrlf: found.isCrlf, conflictEtag: null, problem: null }
  const change = changeBetween(document.text, found.text)
  if (change.empty) return { patch: { ...saved, savedVersion: document.version }, result: undefined }
  const changes = [change.toJSON() as Json]
  const edited = applyTextChanges(document, changes)
  return {
    patch: { ...saved, ...edited, savedVersion: edited.version },
    updates: { documentId: document.id, after: document.version, clientId: VAULT_CLIENT, changes },
    result: undefined,
  }
}

/** "both" takes the vault's version, and saves the open text as a copy. */
export const conflictChoice = z.enum(['mine', 'theirs', 'both'])
export type ConflictChoice = z.infer<typeof conflictChoice>

export async function readVaultVersion(
  db: Database,
  owner: WorkspaceOwner,
  path: string,
): Promise<string | null> {
  const found = await readVaultText(db, owner, path)
  return found.kind === 'text' ? found.text : null
}

/** Returns the path of a copy. Throws NOT_FOUND if "theirs" is gone, and the vault's errors. */
export function resolveConflict(
  db: Database,
  owner: WorkspaceOwner,
  { documentId, choice }: { documentId: string; choice: ConflictChoice },
): Promise<{ copy?: string }> {
  return withDocumentLock(db, owner, documentId, async (document) => {
    if (document.conflictEtag === null) return { result: {} }
    if (choice === 'mine') return overwriteVaultVersion(db, owner, document)
    const { path, text, isCrlf } = document
    const theirs = await applyVaultVersion(db, owner, document)
    if (typeof theirs.patch?.conflictEtag === 'string') throw nothingToTake(path)
    if (choice === 'theirs') return { ...theirs, result: {} }
    const copy = await createVaultText(db, owner, { path: chooseCopyPath(path), text, isCrlf })
    return { ...theirs, result: { copy: copy.path } }
  })
}

async function overwriteVaultVersion(
  db: Database,
  owner: WorkspaceOwner,
  document: StoredDocument,
): Promise<DocumentOutcome<{ copy?: string }>> {
  const { path, text, isCrlf, version } = document
  const expectedEtag = await findVaultEtag(db, owner, path)
  const saved = expectedEtag
    ? await writeVaultText(db, owner, { path, text, isCrlf, expectedEtag })
    : await createVaultText(db, owner, { path, text, isCrlf })
  return {
    patch: { etag: saved.etag, savedVersion: version, conflictEtag: null, problem: null },
    result: saved.path === path ? {} : { copy: saved.path },
  }
}

function chooseCopyPath(path: string): string {
  const dot = path.lastIndexOf('.')
  const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  return `${path.slice(0, end)} (mine)${path.slice(end)}`
}

function nothingToTake(path: string): AppError {
  return new AppError('NOT_FOUND', {
    message: `${path} no longer exists in the vault. Only your version is left.`,
    suggestedAction: 'Save your version as a copy, or close it.',
  })
}
