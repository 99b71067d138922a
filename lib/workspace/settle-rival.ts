/** Two versions of one file, and the person's choice between them. Floor 3. */
import { z } from 'zod'
import type { Database } from '../db/client.ts'
import type { StoredDocument } from '../db/open-documents.ts'
import { AppError } from '../errors.ts'
import { type Done, holdDocument } from './hold-document.ts'
import { follow } from './tend-document.ts'
import { createVaultText, findVaultEtag, readVaultText, writeVaultText } from './vault-text.ts'
import type { Owner } from './workspace-view.ts'

/**
 * "mine" writes the open text over the vault's, "theirs" takes the vault's over, "both" does that too and keeps the
 * open text in a file beside it.
 */
export const choice = z.enum(['mine', 'theirs', 'both'])
export type Choice = z.infer<typeof choice>

/** What the vault has in place of the open text; null when it has nothing, or nothing that can be shown. */
export async function readRival(db: Database, owner: Owner, path: string): Promise<string | null> {
  const found = await readVaultText(db, owner, path)
  return found.kind === 'text' ? found.text : null
}

/**
 * Ends the conflict of an open text; gives back the path of the copy that was made. What the vault
 * has at this moment is what is replaced or taken, and its journal keeps what is replaced. Throws NOT_FOUND when
 * "theirs" is nothing any more, and what the vault refuses with.
 */
export function settleRival(
  db: Database,
  owner: Owner,
  { documentId, choice }: { documentId: string; choice: Choice },
): Promise<{ copy?: string }> {
  return holdDocument(db, owner, documentId, async (document) => {
    if (document.rivalEtag === null) return { result: {} }
    if (choice === 'mine') return keepMine(db, owner, document)
    const { path, text, isCrlf } = document
    const theirs = await follow(db, owner, document)
    if (typeof theirs.patch?.rivalEtag === 'string') throw nothingToTake(path)
    if (choice === 'theirs') return { ...theirs, result: {} }
    const copy = await createVaultText(db, owner, { path: besides(path), text, isCrlf })
    return { ...theirs, result: { copy: copy.path } }
  })
}

async function keepMine(
  db: Database,
  owner: Owner,
  document: StoredDocument,
): Promise<Done<{ copy?: string }>> {
  const { path, text, isCrlf, version } = document
  const expectedEtag = await findVaultEtag(db, owner, path)
  const saved = expectedEtag
    ? await writeVaultText(db, owner, { path, text, isCrlf, expectedEtag })
    : await createVaultText(db, owner, { path, text, isCrlf })
  return {
    patch: { etag: saved.etag, savedVersion: version, rivalEtag: null, trouble: null },
    result: saved.path === path ? {} : { copy: saved.path },
  }
}

/** "Note (mine).md" */
function besides(path: string): string {
  const dot = path.lastIndexOf('.')
  const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  return `${path.slice(0, end)} (mine)${path.slice(end)}`
}

function nothingToTake(path: string): AppError {
  return new AppError('NOT_FOUND', { message: `The vault has no text ${path} any more: only yours is left.` })
}
