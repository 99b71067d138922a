/** Selects operations by their ids, by run or by plan run, and optionally one file of them. */
import { AppError } from '../../kernel/errors.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'

export type OperationSelector = (
  | { operationIds: readonly string[] }
  | { runId: string }
  | { planRunId: string }
) & { path?: string }

const MAX_OPERATIONS = 1_000

export function parseOperationSelector(given: unknown): OperationSelector {
  if (isObject(given)) {
    const { path, ...wanted } = given
    const isPath = path === undefined || typeof path === 'string'
    const of = isPath && Object.keys(wanted).length === 1 && parseSelector(wanted)
    if (of) return { ...of, ...(path !== undefined && { path }) }
  }
  const message =
    'Specify what to undo: {"operationIds": […]}, {"runId": "…"} or {"planRunId": "…"}. Add a "path" to undo changes to one file only.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '', keyword: 'format', message }] })
}

function parseSelector({ operationIds, runId, planRunId }: JsonObject): OperationSelector | undefined {
  if (typeof runId === 'string') return { runId }
  if (typeof planRunId === 'string') return { planRunId }
  if (!Array.isArray(operationIds) || operationIds.length === 0 || operationIds.length > MAX_OPERATIONS)
    return undefined
  const ids = operationIds.filter((id) => typeof id === 'string')
  return ids.length === operationIds.length ? { operationIds: ids } : undefined
}
