/** Each run becomes a step. Arguments stay literal; a person connects steps. */
import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField } from '../../kernel/validation/text-fields.ts'
import { getRun } from '../../runs/views/get-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { checkWithCatalog } from '../check/plan-policy.ts'
import { PLAN_LIMITS } from '../model/document/plan-schema.ts'
import { escapeText } from '../model/document/reference.ts'
import { findPlanTools } from '../tools/find-plan-tools.ts'
import { createPlan } from './saved-plans.ts'

const RunIds = z.array(IdField).min(1, 'Choose a run first.').max(PLAN_LIMITS.steps)

/**
 * Throws UNAUTHENTICATED, INVALID_INPUT, NOT_FOUND for runs of others, and PRECONDITION_FAILED for ad-hoc code, a
 * draft, or a deleted input.
 */
export async function createPlanFromRuns(ctx: Context, given: unknown): Promise<{ slug: string }> {
  requireViewer(ctx)
  const ids = [...new Set(parseFields(RunIds, given))]
  const runs = await Promise.all(ids.map((id) => getRun(ctx, id)))
  runs.sort((one, other) => one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1))
  const names = runs.map((run) => toolOf(run))
  const tools = await findPlanTools(ctx, names)
  const titles = names.map((name) => tools.get(name)?.title ?? name)
  const steps = runs.map(({ input }, index) => ({
    id: idOf(names[index] as string, names.slice(0, index)),
    tool: names[index] as string,
    args: literal(isObject(input) ? input : {}),
  }))
  const goal = `Repeat: ${[...new Set(titles)].join(', ')}.`.slice(0, LONGEST_GOAL)
  const document = { version: '1', goal, riskLevel: 'read-only', steps }
  const { riskLevel } = await checkWithCatalog(ctx, document, { catalog: tools })
  const title = titles.length === 1 ? (titles[0] as string) : `${titles[0]} and ${titles.length - 1} more`
  return createPlan(ctx, { title: title.slice(0, 120), text: JSON.stringify({ ...document, riskLevel }) })
}

const LONGEST_GOAL = 2000

/** Returns "publisher.skillset.skill@^1.2.0", by the version that ran. */
function toolOf({ skillName, versionNumber, mode, purgedAtMs }: RunView): string {
  if (purgedAtMs !== undefined)
    throw new AppError('PRECONDITION_FAILED', { message: 'The input of one of these runs was deleted.' })
  if (mode === 'development' || !/^[\w-]+(\.[\w-]+){1,2}$/.test(skillName))
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Runs of code and of drafts cannot become plan steps.',
    })
  const isTool = skillName.split('.').length === 2
  return isTool || !versionNumber ? skillName : `${skillName}@^${versionNumber}`
}

function idOf(name: string, before: readonly string[]): string {
  const of = (each: string) => each.split('@')[0]?.split('.').at(-1) ?? 'step'
  const base = /^[A-Za-z]/.test(of(name)) ? of(name) : `step_${of(name)}`
  const count = before.filter((each) => of(each) === of(name)).length
  return count === 0 ? base.slice(0, 60) : `${base.slice(0, 60)}_${count + 1}`
}

/** Escapes text that looks like a reference. */
function literal<Value extends Json>(value: Value): Value {
  return escaped(value) as Value
}

function escaped(value: Json): Json {
  if (typeof value === 'string') return escapeText(value)
  if (Array.isArray(value)) return value.map(escaped)
  if (!isObject(value)) return value
  const made: JsonObject = {}
  for (const [key, each] of Object.entries(value)) setOwnProperty(made, key, escaped(each))
  return made
}
