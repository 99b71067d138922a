/**
 * A plan that does again what was done: a step for each run, in their order, with what each was given. Floor 3.
 *
 * Arguments stay literal, whatever they look like; which of them should be results of earlier steps is for a person to
 * say, in the builder.
 */
import { z } from 'zod'
import { type Context, requireViewer } from '../context.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { setOwn } from '../contract/json/to-json.ts'
import { Id } from '../contract/market/sent-text.ts'
import { checkPlan } from '../contract/plan/check-plan.ts'
import { PLAN_LIMITS } from '../contract/plan/plan-schema.ts'
import { escapeText } from '../contract/plan/reference.ts'
import { AppError } from '../errors.ts'
import { getRun } from '../execution/get-run.ts'
import type { RunView } from '../execution/run-view.ts'
import { findPlanTools } from './find-plan-tools.ts'
import { createPlan } from './saved-plans.ts'

const RunIds = z.array(Id).min(1, 'Choose a run first.').max(PLAN_LIMITS.steps)

/**
 * Keeps such a plan. Throws UNAUTHENTICATED, INVALID_INPUT, NOT_FOUND for runs of others, and PRECONDITION_FAILED for a
 * run that no step could repeat: code that was sent, a draft, or one whose input was deleted.
 */
export async function createPlanFromRuns(ctx: Context, given: unknown): Promise<{ slug: string }> {
  requireViewer(ctx)
  const ids = [...new Set(parseWith(RunIds, given))]
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
  const goal = `Do again what was done: ${[...new Set(titles)].join(', ')}.`.slice(0, LONGEST_GOAL)
  const document = { version: '1', goal, riskLevel: 'read-only', steps }
  const { riskLevel } = checkPlan(document, tools)
  const title = titles.length === 1 ? (titles[0] as string) : `${titles[0]} and ${titles.length - 1} more`
  return createPlan(ctx, { title: title.slice(0, 120), text: JSON.stringify({ ...document, riskLevel }) })
}

const LONGEST_GOAL = 2000

/** "publisher.skillset.skill@^1.2.0": what it ran, and whatever keeps its contract. */
function toolOf({ skillName, versionNumber, mode, forgottenAtMs }: RunView): string {
  if (forgottenAtMs !== undefined)
    throw new AppError('PRECONDITION_FAILED', { message: 'The input of one of these runs was deleted.' })
  if (mode === 'development' || !/^[\w-]+(\.[\w-]+){1,2}$/.test(skillName))
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Code that was sent, and drafts, are no steps of a plan.',
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

/** The same value, in which no text refers to anything. */
function literal<Value extends Json>(value: Value): Value {
  return escaped(value) as Value
}

function escaped(value: Json): Json {
  if (typeof value === 'string') return escapeText(value)
  if (Array.isArray(value)) return value.map(escaped)
  if (!isObject(value)) return value
  const made: JsonObject = {}
  for (const [key, each] of Object.entries(value)) setOwn(made, key, escaped(each))
  return made
}
