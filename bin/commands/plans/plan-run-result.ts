import type { PlanRunView, PlanStepView } from '#lib/plans/views/plan-run-view.ts'
import type { CommandResult } from '../cli-command.ts'

export function planRunResult(planRun: PlanRunView): CommandResult {
  const { id, state, steps, error, outputs, charged } = planRun
  const lines = [
    `${id}  ${state}${planRun.dryRun ? ' (dry run)' : ''}`,
    ...steps.map(stepLine),
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...(charged ? [`It cost ${charged} USDC.`] : []),
    ...(outputs ? [JSON.stringify(outputs, null, 2)] : []),
    ...nextLines(planRun),
  ]
  const isFailure = state === 'failed' || state === 'cancelled' || state === 'waiting'
  return { text: lines.join('\n'), json: planRun, isFailure }
}

function stepLine({ stepId, status, preview, units, results, isCarriedOver }: PlanStepView): string {
  const done = units.filter((unit) => unit.status === 'ok').length
  const count = units.length > 1 ? ` ${done} of ${units.length}` : ''
  const last = results.at(-1)
  const detail =
    status === 'ok' || status === 'waiting' ? '' : (last?.error?.message ?? last?.userMessage ?? '')
  const attempts = units.length === 1 && results.length > 1 ? ` (attempt ${results.length})` : ''
  const carried = isCarriedOver ? ' (done before)' : ''
  return `  ${status.padEnd(9)} ${stepId}${count}${attempts}${carried}: ${detail || preview}`
}

function nextLines({ id, state, verdicts, canResume, failedStepId }: PlanRunView): string[] {
  if (state === 'waiting') {
    const asked = verdicts.filter(({ verdict }) => verdict === 'confirm').map(({ stepId }) => stepId)
    return [`It is waiting for confirmation of ${asked.join(', ')}: guildhall plan confirm ${id}`]
  }
  if (!canResume) return []
  const edit = failedStepId ? ` [--edit FILE], with {"${failedStepId}": {…}} in FILE for other arguments` : ''
  return [`To resume: guildhall plan resume ${id}${edit}`]
}
