/** A plan run as a terminal shows it. */
import type { PlanRunView, PlanStepView } from '#lib/plans/plan-run-view.ts'
import type { Answer } from './command.ts'

/** Exit code 1 for what failed, was cancelled, or waits for somebody. */
export function answerPlanRun(planRun: PlanRunView): Answer {
  const { id, state, steps, error, outputs, charged } = planRun
  const lines = [
    `${id}  ${state}${planRun.dryRun ? ' (dry run)' : ''}`,
    ...steps.map(stepLine),
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...(charged ? [`It cost ${charged} USDC.`] : []),
    ...(outputs ? [JSON.stringify(outputs, null, 2)] : []),
    ...nextLines(planRun),
  ]
  const isBad = state === 'failed' || state === 'cancelled' || state === 'waiting'
  return { text: lines.join('\n'), json: planRun, isBad }
}

function stepLine({ stepId, status, preview, units, results, isCarriedOver }: PlanStepView): string {
  const done = units.filter((unit) => unit.status === 'ok').length
  const count = units.length > 1 ? ` ${done} of ${units.length}` : ''
  const last = results.at(-1)
  const why = status === 'ok' || status === 'waiting' ? '' : (last?.error?.message ?? last?.userMessage ?? '')
  const attempts = units.length === 1 && results.length > 1 ? ` (attempt ${results.length})` : ''
  const carried = isCarriedOver ? ' (done before)' : ''
  return `  ${status.padEnd(9)} ${stepId}${count}${attempts}${carried}: ${why || preview}`
}

function nextLines({ id, state, verdicts, canResume, failedStepId }: PlanRunView): string[] {
  if (state === 'waiting') {
    const asked = verdicts.filter(({ verdict }) => verdict === 'confirm').map(({ stepId }) => stepId)
    return [`It waits for a person to say yes to ${asked.join(', ')}: guildhall plan confirm ${id}`]
  }
  if (!canResume) return []
  const edit = failedStepId ? ` [--edit FILE], with {"${failedStepId}": {…}} in FILE for other arguments` : ''
  return [`To go on from there: guildhall plan resume ${id}${edit}`]
}
