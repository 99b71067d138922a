/** What the approval policy says about a call, and about the skills that a command would run. */

import { requireViewer } from '../../context/context.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import type { RunContext } from '../../runs/resolve/create-run-context.ts'
import { findToolSkill } from '../../tools/tool-skill.ts'
import type { PlanTool } from '../model/document/plan-tool.ts'
import { parseTemplate } from '../model/document/reference.ts'
import type { ApprovalPolicy } from '../model/policy/approval-policy.ts'
import { type Judgement, judgePlannedCall } from '../model/policy/judge-step.ts'
import { findPlanTools } from '../tools/find-plan-tools.ts'

type Call = {
  name: string
  tool: PlanTool | undefined
  args: JsonObject
  isResolved: boolean
  dryRun: boolean
}

export async function judgeCall(
  ctx: RunContext,
  policy: ApprovalPolicy,
  { name, tool, args, isResolved, dryRun }: Call,
): Promise<Judgement> {
  const runs = await findCommandSkills(ctx, name, args, isResolved)
  const judged = judgePlannedCall(policy, { name, tool, args, isResolved, runs })
  if (!dryRun || judged.verdict !== 'ask') return judged
  // In a dry run a built-in tool changes nothing; a skill's code is only asked to.
  const isTrusted = tool?.kind === 'tool' || tool?.riskLevel === 'read-only'
  return isTrusted
    ? { verdict: 'allow' }
    : { ...judged, reason: 'only the skill itself knows whether it respects the dry run' }
}

/** Returns the skills that a command of this call runs; none while its input is a reference, whose value is not known. */
async function findCommandSkills(
  ctx: RunContext,
  name: string,
  args: JsonObject,
  isResolved: boolean,
): Promise<{ names: string[]; found: PlanTool[] }> {
  const runsSkills = findToolSkill(name)?.tool.runsSkills
  const isKnown =
    isResolved ||
    Object.values(args).every((each) => typeof each !== 'string' || parseTemplate(each).kind === 'text')
  if (!runsSkills || !isKnown) return { names: [], found: [] }
  const names = await runsSkills(args, { db: ctx.db, caller: requireViewer(ctx) })
  return { names, found: [...(await findPlanTools(ctx, names)).values()] }
}
