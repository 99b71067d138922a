/** Makes a plan of runs. Each run becomes a step with the same arguments; a person connects the steps afterwards. */
import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField } from '../../kernel/validation/text-fields.ts'
import { getRun } from '../../runs/views/get-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { checkWithCatalog } from '../check/check-for-viewer.ts'
import { PLAN_LIMITS } from '../model/document/plan-schema.ts'
import { escapeReferences } from '../model/document/reference.ts'
import { findPlanTools } from '../tools/find-plan-tools.ts'
import { createPlan } from './saved-plans.ts'

const RunIds = z.array(IdField).min(1, 'Choose a run first.').max(PLAN_LIMITS.steps)

/**
 * Saves the plan and returns its slug. Throws UNAUTHENTICATED, INVALID_INPUT, NOT_FOUND for runs of others, and
 * PRECONDITION_FAILED for ad-hoc code, a draft, or a deleted input.
 */
export async function createPlanFromRuns(ctx: Context, runIds: unknown): Promise<{ slug: string }> {
  requireViewer(ctx)
  const ids = [...new Set(parseFields(RunIds, runIds))]
  const runs = await Promise.all(ids.map((id) => getRun(ctx, id)))
  runs.sort((one, other) => one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1))
  const names = runs.map((run) => toToolName(run))
  const tools = await findPlanTools(ctx, names)
  const titles = names.map((name) => tools.get(name)?.title ?? name)
  const steps = runs.map(({ input }, index) => ({
    id: createStepId(names[index] as string, names.slice(0, index)),
    tool: names[index] as string,
    args: escapeReferences(isObject(input) ? input : {}),
  }))
  const goal = `Repeat: ${[...new Set(titles)].join(', ')}.`.slice(0, LONGEST_GOAL)
  const document = { version: '1', goal, riskLevel: 'read-only', steps }
  const { riskLevel } = await checkWithCatalog(ctx, document, { catalog: tools })
  const title = titles.length === 1 ? (titles[0] as string) : `${titles[0]} and ${titles.length - 1} more`
  return createPlan(ctx, { title: title.slice(0, 120), text: JSON.stringify({ ...document, riskLevel }) })
}

const LONGEST_GOAL = 2000

/** Returns "publisher.skillset.skill@^1.2.0", by the version that ran. */
function toToolName({ skillName, versionNumber, mode, purgedAtMs }: RunView): string {
  if (purgedAtMs !== undefined)
    throw new AppError('PRECONDITION_FAILED', { message: 'The input of one of these runs was deleted.' })
  if (mode === 'development' || !/^[\w-]+(\.[\w-]+){1,2}$/.test(skillName))
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Runs of code and of drafts cannot become plan steps.',
    })
  const isTool = skillName.split('.').length === 2
  return isTool || !versionNumber ? skillName : `${skillName}@^${versionNumber}`
}

function createStepId(name: string, before: readonly string[]): string {
  const lastPart = (each: string) => each.split('@')[0]?.split('.').at(-1) ?? 'step'
  const base = /^[A-Za-z]/.test(lastPart(name)) ? lastPart(name) : `step_${lastPart(name)}`
  const count = before.filter((each) => lastPart(each) === lastPart(name)).length
  return count === 0 ? base.slice(0, 60) : `${base.slice(0, 60)}_${count + 1}`
}
