/** Refuses unknown keys; `check-plan.ts` has rules over several fields. */

import { listFaults } from '../../../json-schema/evaluate/choose-branch.ts'
import type { Fault } from '../../../json-schema/evaluate/faults.ts'
import { interpretSchema } from '../../../json-schema/evaluate/interpreter.ts'
import { toIssue } from '../../../json-schema/evaluate/issues.ts'
import type { Issue } from '../../../kernel/errors.ts'
import { isObject, type Json } from '../../../kernel/json/json.ts'
import { pointerKeys } from '../../../kernel/json/json-pointer.ts'
import { toJson } from '../../../kernel/json/to-json.ts'
import { type Foreach, ON_ERROR, type OnError, type PlanDocument, type PlanStep } from './plan-document.ts'
import { PLAN_LIMITS, PLAN_SCHEMA } from './plan-schema.ts'

type ParsedPlan = { plan: PlanDocument; issues: [] } | { plan?: undefined; issues: Issue[] }

const schema = interpretSchema(PLAN_SCHEMA)

const MAX_ISSUES = 200

export function parsePlan(value: unknown): ParsedPlan {
  const { value: document, issue } = toJson(value)
  if (issue) return { issues: [issue] }
  if (!isObject(document))
    return { issues: [{ path: '', keyword: 'type', message: 'a plan must be a JSON object' }] }
  if (isTooLong(document)) {
    const message = `a plan can have at most ${PLAN_LIMITS.characters.toLocaleString('en')} characters of JSON`
    return { issues: [{ path: '', keyword: 'maxLength', message }] }
  }
  const issues = listFaults(schema, document).slice(0, MAX_ISSUES).map(issueOfPlan)
  return issues.length > 0 ? { issues } : { plan: document as PlanDocument, issues: [] }
}

function isTooLong(document: Json): boolean {
  return JSON.stringify(document).length > PLAN_LIMITS.characters
}

function issueOfPlan(fault: Fault): Issue {
  const issue = toIssue(fault)
  const name = pointerKeys(issue.path).at(-1) ?? ''
  if (fault.keyword === 'additionalProperties')
    return { ...issue, message: `“${name}” is not a field of a plan` }
  if (fault.keyword === 'required') return { ...issue, message: `${name} is required` }
  const { errorMessage } = fault.schema
  return typeof errorMessage === 'string' ? { ...issue, message: errorMessage } : issue
}

type DraftPlan = Pick<PlanDocument, 'steps' | 'defaults'> & {
  stepIndexes: ReadonlyMap<string, number>
}

export function readDraftPlan(document: Json): DraftPlan {
  const { steps, defaults } = isObject(document) ? document : {}
  const stepIndexes = new Map<string, number>()
  const read = (Array.isArray(steps) ? steps : []).flatMap((each, index): PlanStep[] => {
    const step = readStep(each)
    if (!step || stepIndexes.has(step.id)) return []
    stepIndexes.set(step.id, index)
    return [step]
  })
  const onError = isObject(defaults) ? parseOnError(defaults.onError) : undefined
  return { steps: read, stepIndexes, ...(onError && { defaults: { onError } }) }
}

function readStep(step: Json): PlanStep | undefined {
  if (!isObject(step)) return undefined
  const { id, tool, args, foreach, captureAs, dependsOn } = step
  if (typeof id !== 'string' || id === '' || typeof tool !== 'string') return undefined
  const onError = parseOnError(step.onError)
  const each = readForeach(foreach)
  return {
    id,
    tool,
    args: isObject(args) ? args : {},
    ...(Array.isArray(dependsOn) && { dependsOn: dependsOn.filter((name) => typeof name === 'string') }),
    ...(each && { foreach: each }),
    ...(typeof captureAs === 'string' && { captureAs }),
    ...(onError && { onError }),
  }
}

function readForeach(foreach: Json | undefined): Foreach | undefined {
  if (!isObject(foreach)) return undefined
  const { from = [], itemName, indexName } = foreach
  return {
    from,
    itemName: typeof itemName === 'string' && itemName !== '' ? itemName : 'item',
    ...(typeof indexName === 'string' && indexName !== '' && { indexName }),
  }
}

function parseOnError(value: unknown): OnError | undefined {
  return ON_ERROR.find((each) => each === value)
}
