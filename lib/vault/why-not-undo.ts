/** Why something cannot be taken back, said so that one knows whom to ask. Floor 3. */
import { type ChangeRow, findLaterChange, findOperations } from '../db/vault-history.ts'
import { AppError } from '../errors.ts'
import type { HeldVault } from './change-vault.ts'

/** The CONFLICT that names who has changed the file since, and by what. */
export async function changedSince(
  { tx, organisationId }: HeldVault,
  change: ChangeRow,
  operationIds: readonly string[],
): Promise<AppError> {
  const { fileId, seq, pathAfter, pathBefore } = change
  const path = pathAfter ?? pathBefore ?? ''
  const later = await findLaterChange(tx, { fileId, seq, except: operationIds })
  const [operation] = later
    ? await findOperations(tx, organisationId, { operationIds: [later.operationId] })
    : []
  const who = operation?.userName ?? 'somebody'
  const inRun = operation?.runId ? ` (in ${operation.runId})` : ''
  const what = later ? wordOf(later) : 'changed'
  const message = `“${path}” was ${what} by ${who}${inRun} since then, so this cannot be undone without losing that.`
  const params = {
    path,
    ...(operation && { operationId: operation.id, atMs: operation.createdAt.getTime(), by: who }),
    ...(operation?.runId && { runId: operation.runId }),
    ...(operation?.planRunId && { planRunId: operation.planRunId }),
  }
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '', keyword: 'undo', message, params }],
    suggestedAction: 'Undo that first.',
  })
}

export function notKept({ pathBefore, pathAfter }: ChangeRow): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `What “${pathBefore ?? pathAfter}” was before is not kept any more: it was deleted for good, or it is too long ago.`,
  })
}

/** "renamed", "deleted" …: what was done to the file. */
export function wordOf(change: Pick<ChangeRow, 'pathBefore' | 'pathAfter'>): ChangeWord {
  if (change.pathBefore === null) return 'created'
  if (change.pathAfter === null) return 'deleted'
  return change.pathBefore === change.pathAfter ? 'modified' : 'renamed'
}

export type ChangeWord = 'created' | 'modified' | 'renamed' | 'deleted'
