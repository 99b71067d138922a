/** What an organisation's approval policy says of a call, with what a command in it would run. Floor 3. */
import { requireViewer } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import type { ApprovalPolicy } from '../contract/plan/approval-policy.ts'
import { judgeReach } from '../contract/plan/judge-reach.ts'
import type { Judgement } from '../contract/plan/judge-step.ts'
import type { PlanTool } from '../contract/plan/plan-tool.ts'
import { parseTemplate } from '../contract/plan/reference.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import type { ActingContext } from './context-of-plan.ts'
import { findPlanTools } from './find-plan-tools.ts'

type Call = {
  /** As the step writes it. */
  name: string
  /** What it means; of what cannot be found the worst is assumed. */
  tool: PlanTool | undefined
  args: JsonObject
  /** Every reference has its value. */
  isResolved: boolean
  dryRun: boolean
}

export async function judgeCall(
  ctx: ActingContext,
  policy: ApprovalPolicy,
  { name, tool, args, isResolved, dryRun }: Call,
): Promise<Judgement> {
  const runs = await runBy(ctx, name, args, isResolved)
  const judged = judgeReach(policy, { name, tool, args, isResolved, runs })
  if (!dryRun || judged.verdict !== 'ask') return judged
  // A built-in tool keeps to a dry run. The code of a skill is only told.
  const isTrusted = tool?.kind === 'tool' || tool?.riskLevel === 'read-only'
  return isTrusted
    ? { verdict: 'allow' }
    : { ...judged, reason: 'whether it keeps to a dry run only it knows' }
}

/** What a tool runs because its input says so: a command's skill. It is not known while the input is a reference. */
async function runBy(
  ctx: ActingContext,
  name: string,
  args: JsonObject,
  isResolved: boolean,
): Promise<{ names: string[]; found: PlanTool[] }> {
  const runsSkills = findToolSkill(name)?.tool.runsSkills
  const isKnown =
    isResolved ||
    Object.values(args).every((each) => typeof each !== 'string' || parseTemplate(each).is === 'text')
  if (!runsSkills || !isKnown) return { names: [], found: [] }
  const names = await runsSkills(args, { db: ctx.db, caller: requireViewer(ctx) })
  return { names, found: [...(await findPlanTools(ctx, names)).values()] }
}
