/**
 * Which changes of a vault are meant: some by their ids, those of a run, or those of a plan's run; of all of them only
 * those of the file `path`, where there is one. Ground, pure.
 */
import { AppError } from '../../errors.ts'
import { isObject, type JsonObject } from '../json/json.ts'

export type OperationsOf = (
  | { operationIds: readonly string[] }
  | { runId: string }
  | { planRunId: string }
) & { path?: string }

const MOST_OPERATIONS = 1_000

/** Throws INVALID_INPUT for anything else. */
export function parseOperationsOf(given: unknown): OperationsOf {
  if (isObject(given)) {
    const { path, ...wanted } = given
    const isPath = path === undefined || typeof path === 'string'
    const of = isPath && Object.keys(wanted).length === 1 && parseOf(wanted)
    if (of) return { ...of, ...(path !== undefined && { path }) }
  }
  const message =
    'Say what to undo: {"operationIds": […]}, {"runId": "…"} or {"planRunId": "…"}, of one file only with a "path".'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '', keyword: 'format', message }] })
}

function parseOf({ operationIds, runId, planRunId }: JsonObject): OperationsOf | undefined {
  if (typeof runId === 'string') return { runId }
  if (typeof planRunId === 'string') return { planRunId }
  if (!Array.isArray(operationIds) || operationIds.length === 0 || operationIds.length > MOST_OPERATIONS)
    return undefined
  const ids = operationIds.filter((id) => typeof id === 'string')
  return ids.length === operationIds.length ? { operationIds: ids } : undefined
}
