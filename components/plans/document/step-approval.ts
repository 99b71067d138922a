/** Waiting for a person, which is an option of the step before which the plan pauses. */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { listStepObjects } from './edit-plan.ts'

const SEARCH_WORDS = ['approval', 'approve', 'ask', 'confirm', 'human', 'pause', 'person', 'sign-off', 'wait']

/** Tells whether a search in lower case, such as “approv” or “wait for approval”, looks for a pause. */
export function matchesApproval(search: string): boolean {
  const words = search.split(/\s+/).filter((word) => word.length > 2)
  return words.some((word) => SEARCH_WORDS.some((known) => known.startsWith(word)))
}

export function listStepsWithoutApproval(plan: Json): { step: JsonObject; index: number }[] {
  return listStepObjects(plan).filter(({ step }) => step.approval === undefined)
}

/** Returns the plan with a step that waits for owners and admins, unless the step waits already. */
export function addApproval(plan: Json, index: number): Json {
  if (!isObject(plan) || !Array.isArray(plan.steps)) return plan
  const step = plan.steps[index]
  if (!isObject(step) || step.approval !== undefined) return plan
  return { ...plan, steps: plan.steps.with(index, { ...step, approval: {} }) }
}
