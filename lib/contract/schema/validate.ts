/**
 * Whether a value keeps a schema, as issues a person can read.
 *
 * Ground, for servers. Never coerces: for inputs see `prepare-input.ts`.
 */
import type { Issue } from '../../errors.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { compile } from './compile.ts'
import type { Compiled } from './compile-with.ts'
import { withinReason } from './effort.ts'
import { issueOf } from './fault-sentences.ts'
import { type Fault, tooMuch } from './faults.ts'
import { faultsOf } from './pick-branch.ts'

// A list of a hundred thousand wrong items is one mistake, not a hundred thousand.
const MOST_ISSUES = 200

/** Every issue of `value` under a canonical schema; [] when it keeps it. */
export function validate(schema: JsonSchema, value: Json): Issue[] {
  return validateWith(compile(schema), value)
}

/** The same under a schema that can already be asked. */
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
