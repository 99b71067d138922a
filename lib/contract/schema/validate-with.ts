/**
 * Whether a value keeps a schema that can already be asked, as issues a person can read.
 *
 * Ground; also in the browser. Never coerces: for inputs see `prepare-with.ts`.
 */
import type { Issue } from '../../errors.ts'
import type { Json } from '../json/json.ts'
import type { Compiled } from './compile-with.ts'
import { withinReason } from './effort.ts'
import { issueOf } from './fault-sentences.ts'
import { type Fault, tooMuch } from './faults.ts'
import { faultsOf } from './pick-branch.ts'

// A list of a hundred thousand wrong items is one mistake, not a hundred thousand.
const MOST_ISSUES = 200

/** Every issue of `value`; [] when it keeps the schema. */
export function validateWith(compiled: Compiled, value: Json): Issue[] {
  return issuesOf(
    withinReason(
      () => faultsOf(compiled, value),
      () => [tooMuch(value)],
    ),
  )
}

/** Faults into issues: each once, and no more than a person can use. */
export function issuesOf(faults: readonly Fault[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const fault of faults) {
    const issue = issueOf(fault)
    issues.set(`${issue.path} ${issue.message}`, issue)
    if (issues.size >= MOST_ISSUES) break
  }
  return [...issues.values()]
}
