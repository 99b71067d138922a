/** What is wrong with a plan, or worth knowing, at one place of it. Ground, types. */
import type { Issue } from '../../errors.ts'
import type { Operation } from '../json/json-patch.ts'

/**
 * `error`: it cannot run. `warning`: it may fail while it runs. `note`: it will do, and something is changed on the
 * way.
 */
export type Severity = 'error' | 'warning' | 'note'

/** `path` is a JSON Pointer into the plan; `keyword` says which rule. */
export type PlanIssue = Issue & {
  severity: Severity
  keyword: string
  /** The step that it is about, when there is one with an id. */
  stepId?: string
  /** A change of the document that mends it, as its button says it. */
  fix?: { title: string; edits: Operation[] }
}
