import { type ChangeRow, findLaterChange, findOperations } from '../../db/vault/vault-history.ts'
import { AppError } from '../../errors.ts'
import type { LockedVault } from '../change/change-vault.ts'

export async function changedSinceError(
  { tx, organisationId }: LockedVault,
  change: ChangeRow,
  operationIds: readonly string[],
): Promise<AppError> {
  const { fileId, seq, pathAfter, pathBefore } = change
  const path = pathAfter ?? pathBefore ?? ''
  const later = await findLaterChange(tx, { fileId, seq, except: operationIds })
  const [operation] = later
    ? await findOperations(tx, organisationId, { operationIds: [later.operationId] })
    : []
  const who = operation?.userName ?? 'someone'
  const inRun = operation?.runId ? ` (in ${operation.runId})` : ''
  const what = later ? wordOf(later) : 'changed'
  const message = `“${path}” was ${what} by ${who}${inRun} since then. Undoing this would lose that change.`
  const params = {
    path,
    ...(operation && { operationId: operation.id, atMs: operation.createdAt.getTime(), by: who }),
    ...(operation?.runId && { runId: operation.runId }),
    ...(operation?.planRunId && { planRunId: operation.planRunId }),
  }
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '', keyword: 'undo', message, params }],
    suggestedAction: 'Undo that change first.',
  })
}

export function historyGoneError({ pathBefore, pathAfter }: ChangeRow): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `The earlier content of “${pathBefore ?? pathAfter}” is no longer available: it was permanently deleted or is too old.`,
  })
}

export function wordOf(change: Pick<ChangeRow, 'pathBefore' | 'pathAfter'>): ChangeWord {
  if (change.pathBefore === null) return 'created'
  if (change.pathAfter === null) return 'deleted'
  return change.pathBefore === change.pathAfter ? 'modified' : 'renamed'
}

export type ChangeWord = 'created' | 'modified' | 'renamed' | 'deleted'
