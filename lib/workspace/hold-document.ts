/** Changing an open text, with nobody else at it meanwhile. Floor 3. */
import type { Database } from '../db/client.ts'
import {
  type DocumentPatch,
  insertUpdates,
  lockDocument,
  type NewUpdates,
  type StoredDocument,
  updateDocument,
} from '../db/open-documents.ts'
import { AppError } from '../errors.ts'
import { announceChange } from './announce.ts'
import { inTurn } from './in-turn.ts'
import type { Owner } from './workspace-view.ts'

export type Done<Result> = {
  /** What becomes of the row, and the edits that lead there. */
  patch?: DocumentPatch
  updates?: NewUpdates
  result: Result
  /** What is to be thrown once the patch is written. */
  failure?: AppError
}

/** A write into a slow store; a page that types meanwhile waits as long. */
const PATIENCE_MS = 20_000

/**
 * Locks the text, asks `work` what to do and does it; pages are told. `work` must not touch the row by itself, and may
 * reach the vault. Throws NOT_FOUND when the text is not open.
 */
export async function holdDocument<Result>(
  db: Database,
  owner: Owner,
  documentId: string,
  work: (document: StoredDocument) => Promise<Done<Result>> | Done<Result>,
): Promise<Result> {
  const { result, failure } = await inTurn(() =>
    db.$transaction(
      async (tx) => {
        const document = await lockDocument(tx, owner, documentId)
        if (!document) throw new AppError('NOT_FOUND', { message: 'This text is not open any more.' })
        const done = await work(document)
        if (done.updates) await insertUpdates(tx, done.updates)
        if (done.patch) {
          await updateDocument(tx, documentId, done.patch)
          await announceChange(tx, owner)
        }
        return done
      },
      { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
    ),
  )
  if (failure) throw failure
  return result
}
