/** Makes a SkillSet draft of a saved plan: docs/guide/plans.md. */
import { z } from 'zod'
import { type Context, requireOrganisationAdmin, requireViewer } from '../../context/context.ts'
import { privateCallMessage } from '../../contracts/checks/checklist.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { slugFrom } from '../../kernel/names/skill-name.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField, LineField, SlugField, TitleField } from '../../kernel/validation/text-fields.ts'
import { checkWithCatalog } from '../../plans/check/check-for-viewer.ts'
import { listPlanInputs, PARAMETER_NAME, type PlanInput } from '../../plans/model/as-skill/plan-inputs.ts'
import {
  calledSkills,
  planToSkillSet,
  skillDifferences,
  skillProblems,
} from '../../plans/model/as-skill/plan-to-skill-set.ts'
import type { CheckedPlan } from '../../plans/model/checks/check-plan.ts'
import type { PlanDocument } from '../../plans/model/document/plan-document.ts'
import { PLAN_LIMITS } from '../../plans/model/document/plan-schema.ts'
import type { PlanCatalog } from '../../plans/model/document/plan-tool.ts'
import { getSavedPlan } from '../../plans/saved/saved-plans.ts'
import { findPlanTools, listToolNames } from '../../plans/tools/find-plan-tools.ts'
import { listPrivateCalls } from '../review/submit/run-checks.ts'
import { createSkillSet } from './draft-lifecycle.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'

export type PlanSkillView = {
  title: string
  suggestedSlug: string
  /** Handles under which the viewer's organisation can publish. */
  handles: string[]
  /** False for plain members. */
  canPublish: boolean
  inputs: PlanInputLine[]
  /** Reasons why no skill can be made of it yet; empty if one can. */
  problems: string[]
  /** Sentences on what the skill does differently from the plan. */
  differences: string[]
  /** Sentences on what a public skill of it would lack. */
  publicWarnings: string[]
}

export type PlanInputLine = PlanInput & { preview: string }

/** Returns what the form for a skill from this plan offers. Throws UNAUTHENTICATED and NOT_FOUND. */
export async function getPlanSkill(ctx: Context, planSlug: unknown): Promise<PlanSkillView> {
  const { title, checked, catalog } = await loadPlan(ctx, planSlug)
  const { publishers, canPublish } = await listMySkillSets(ctx)
  const { plan, previews } = checked
  return {
    title,
    suggestedSlug: slugFrom(title),
    handles: publishers.map(({ handle }) => handle),
    canPublish,
    inputs: (plan ? listPlanInputs(plan) : []).map((input) => ({
      ...input,
      preview: previews[input.stepId] ?? input.stepId,
    })),
    problems: listProblems(checked),
    differences: plan ? skillDifferences(plan) : [],
    publicWarnings: (await listPrivateCalls(ctx, plan ? calledSkills(plan, catalog) : [])).map(
      privateCallMessage,
    ),
  }
}

const ParameterName = z
  .string()
  .regex(PARAMETER_NAME, 'Use at most 64 letters, digits and underscores, starting with a letter.')

const SkillRequest = z.object({
  plan: IdField,
  handle: LineField,
  name: TitleField.max(100, 'At most 100 characters.'),
  slug: SlugField,
  visibility: z.enum(['PUBLIC', 'PRIVATE']),
  inputs: z
    .array(z.object({ stepId: LineField, argument: LineField, name: ParameterName }))
    .max(PLAN_LIMITS.steps),
})

/**
 * Creates a SkillSet with one skill that does what the plan does, and returns its id.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members, NOT_FOUND, INVALID_INPUT, CONFLICT if the slug is taken, and
 * PRECONDITION_FAILED if the plan has errors or does what a skill cannot do.
 */
export async function createSkillFromPlan(ctx: Context, request: unknown): Promise<string> {
  requireOrganisationAdmin(ctx)
  const { plan: planSlug, handle, inputs: named, ...terms } = parseFields(SkillRequest, request)
  const { title, checked, catalog } = await loadPlan(ctx, planSlug)
  const [problem] = listProblems(checked)
  const { plan } = checked
  if (!plan || problem !== undefined) throw new AppError('PRECONDITION_FAILED', { message: problem })
  const inputs = chooseInputs(plan, named)
  const document = planToSkillSet(plan, { title, checked, catalog }, { ...terms, inputs })
  return createSkillSet(ctx, { handle, document })
}

async function loadPlan(
  ctx: Context,
  planSlug: unknown,
): Promise<{ title: string; checked: CheckedPlan; catalog: PlanCatalog }> {
  requireViewer(ctx)
  const { title, text } = await getSavedPlan(ctx, planSlug)
  const document: unknown = JSON.parse(text)
  const catalog = await findPlanTools(ctx, listToolNames(document))
  return { title, catalog, checked: await checkWithCatalog(ctx, document, { catalog }) }
}

function listProblems({ plan, issues }: CheckedPlan): string[] {
  const errors = issues.filter(({ severity }) => severity === 'error')
  const sentences = errors.map(({ stepId, message }) => `${stepId ? `Step “${stepId}”: ` : ''}${message}.`)
  return [...sentences, ...(plan ? skillProblems(plan) : [])]
}

function chooseInputs(plan: PlanDocument, named: z.infer<typeof SkillRequest>['inputs']): PlanInput[] {
  const offered = listPlanInputs(plan)
  const issues: Issue[] = []
  const chosen = named.flatMap(({ stepId, argument, name }, index): PlanInput[] => {
    const found = offered.find((each) => each.stepId === stepId && each.argument === argument)
    const path = `/inputs/${index}/name`
    if (!found) issues.push({ path, message: `Step “${stepId}” has no fixed value “${argument}” anymore.` })
    if (named.findIndex((each) => each.name === name) < index)
      issues.push({ path, message: `Another value is already called “${name}”.` })
    return found ? [{ ...found, name }] : []
  })
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
  return chosen
}
