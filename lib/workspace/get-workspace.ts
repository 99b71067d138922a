/** What a page begins with. Floor 3. */
import type { Database } from '../db/client.ts'
import { findDocument } from '../db/open-documents.ts'
import { AppError } from '../errors.ts'
import { followMissedMoves } from './follow-move.ts'
import { saveDocument } from './save-document.ts'
import { showWorkspace } from './show-workspace.ts'
import { tendDocument } from './tend-document.ts'
import type { OpenText, Owner, WorkspaceView } from './workspace-view.ts'

/**
 * The workspace, with every open text compared with the vault first: what others moved or wrote while nobody looked is
 * followed, what was not saved because a server stopped is saved.
 */
export async function getWorkspace(db: Database, owner: Owner): Promise<WorkspaceView> {
  await followMissedMoves(db, owner)
  const { documents } = await showWorkspace(db, owner)
  for (const { id } of documents) await tendDocument(db, owner, id).catch(unlessRefused)
  await saveOpenTexts(db, owner)
  return showWorkspace(db, owner)
}

/** Saves every open text now, so that whoever looks at the vault next sees what this person wrote. */
export async function saveOpenTexts(db: Database, owner: Owner): Promise<void> {
  const { documents } = await showWorkspace(db, owner)
  for (const { id, version, savedVersion } of documents)
    if (version !== savedVersion) await saveDocument(db, owner, { documentId: id }).catch(unlessRefused)
}

/** An open text. Throws NOT_FOUND when it is not open. */
export async function getOpenText(db: Database, owner: Owner, documentId: string): Promise<OpenText> {
  const document = await findDocument(db, owner, documentId)
  if (!document) throw new AppError('NOT_FOUND', { message: 'This text is not open any more.' })
  const { id, path, version, text } = document
  return { id, path, version, text }
}

/** What the vault refuses is noted in the row, and a page must open all the same. */
function unlessRefused(thrown: unknown): void {
  if (!(thrown instanceof AppError)) throw thrown
}
