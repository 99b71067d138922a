/**
 * What an approval policy says of a call, with all that the call may reach by others. Ground; also in the browser.
 */
import type { JsonObject } from '../json/json.ts'
import type { ApprovalPolicy } from './approval-policy.ts'
import { type Judgement, judgeStep } from './judge-step.ts'
import type { PlanDocument } from './plan-document.ts'
import type { PlanIssue } from './plan-issue.ts'
import { type PlanCatalog, type PlanTool, toolFor } from './plan-tool.ts'

type Reach = {
  /** As the step writes it. */
  name: string
  /** What it means; of what cannot be found the worst is assumed. */
  tool: PlanTool | undefined
  args: JsonObject
  /** Every reference has its value. */
  isResolved: boolean
  /** What it runs because its arguments say so, and what is known of these. */
  runs?: { names: readonly string[]; found: readonly PlanTool[] }
}

export function judgeReach(policy: ApprovalPolicy, { name, tool, args, isResolved, runs }: Reach): Judgement {
  const reached = [...(tool ? [tool] : []), ...(runs?.found ?? [])]
  const limits = reached.flatMap(({ uses, vaultPlaces }) => (uses ? [vaultPlaces] : []))
  return judgeStep(policy, {
    tool: name,
    riskLevel: tool?.riskLevel ?? 'commands',
    runs: runs?.names,
    uses: reached.flatMap(({ uses = [] }) => uses),
    ...(limits.every((places) => places !== undefined) && { vaultPlaces: limits.flat() }),
    args,
    isResolved,
  })
}

/** Steps that the policy denies already as they are written. What a command runs is known only when it is started. */
export function checkPolicy(
  { steps }: PlanDocument,
  catalog: PlanCatalog,
  policy: ApprovalPolicy,
): PlanIssue[] {
  if (policy.mode === 'never')
    return [{ severity: 'error', path: '', keyword: 'policy', message: 'your organisation lets no plan run' }]
  return steps.flatMap(({ id, tool: name, args }, index): PlanIssue[] => {
    const tool = toolFor(catalog, name)
    const judged = tool && judgeReach(policy, { name, tool, args, isResolved: false })
    if (judged?.verdict !== 'deny') return []
    const message = `the approval policy of your organisation says no: ${judged.reason}`
    return [{ severity: 'error', path: `/steps/${index}/tool`, keyword: 'policy', message, stepId: id }]
  })
}
