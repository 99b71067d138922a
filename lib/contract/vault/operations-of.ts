/** Which changes of a vault are meant: some by their ids, those of a run, or those of a plan's run. Ground, pure. */
import { AppError } from '../../errors.ts'
import { isObject } from '../json/json.ts'

export type OperationsOf = { operationIds: readonly string[] } | { runId: string } | { planRunId: string }

const MOST_OPERATIONS = 1_000

/** Throws INVALID_INPUT for anything else. */
export function parseOperationsOf(given: unknown): OperationsOf {
  if (isObject(given) && Object.keys(given).length === 1) {
    const { operationIds, runId, planRunId } = given
    if (typeof runId === 'string') return { runId }
    if (typeof planRunId === 'string') return { planRunId }
    if (Array.isArray(operationIds) && operationIds.length > 0 && operationIds.length <= MOST_OPERATIONS) {
      const ids = operationIds.filter((id) => typeof id === 'string')
      if (ids.length === operationIds.length) return { operationIds: ids }
    }
  }
  const message = 'Say what to undo: {"operationIds": […]}, {"runId": "…"} or {"planRunId": "…"}.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '', keyword: 'format', message }] })
}
