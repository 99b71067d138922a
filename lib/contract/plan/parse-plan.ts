/**
 * An unknown value into a plan: its shape, and nothing that spans several fields.
 *
 * Ground; also in the browser, because the schema is interpreted. Strict: a key that the schema does not name is
 * refused. Source: specification "First-party tools and plans", Plan.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json } from '../json/json.ts'
import { pointerKeys } from '../json/json-pointer.ts'
import { toJson } from '../json/to-json.ts'
import { compileWith } from '../schema/compile-with.ts'
import { issueOf } from '../schema/fault-sentences.ts'
import type { Fault } from '../schema/faults.ts'
import { newEngine } from '../schema/interpreter.ts'
import { faultsOf } from '../schema/pick-branch.ts'
import type { PlanDocument } from './plan-document.ts'
import { PLAN_LIMITS, PLAN_SCHEMA } from './plan-schema.ts'

export type ParsedPlan = { plan: PlanDocument; issues: [] } | { plan?: undefined; issues: Issue[] }

const schema = compileWith(newEngine, PLAN_SCHEMA)

// A list of two hundred broken steps is one mistake.
const MOST_ISSUES = 200

/** The plan as it was written, in its own order, or why the value is none. */
export function parsePlan(value: unknown): ParsedPlan {
  const { value: document, issue } = toJson(value)
  if (issue) return { issues: [issue] }
  if (!isObject(document))
    return { issues: [{ path: '', keyword: 'type', message: 'a plan is a JSON object' }] }
  if (isTooLong(document)) {
    const message = `a plan is at most ${PLAN_LIMITS.characters.toLocaleString('en')} characters of JSON`
    return { issues: [{ path: '', keyword: 'maxLength', message }] }
  }
  const issues = faultsOf(schema, document).slice(0, MOST_ISSUES).map(issueOfPlan)
  // The schema says what the type says.
  return issues.length > 0 ? { issues } : { plan: document as unknown as PlanDocument, issues: [] }
}

function isTooLong(document: Json): boolean {
  return JSON.stringify(document).length > PLAN_LIMITS.characters
}

/** With the sentence of the field's own rule, where it has one. */
function issueOfPlan(fault: Fault): Issue {
  const issue = issueOf(fault)
  const name = pointerKeys(issue.path).at(-1) ?? ''
  if (fault.keyword === 'additionalProperties')
    return { ...issue, message: `“${name}” is no field of a plan here` }
  if (fault.keyword === 'required') return { ...issue, message: `${name} is required` }
  const { errorMessage } = fault.schema
  return typeof errorMessage === 'string' ? { ...issue, message: errorMessage } : issue
}
