import type { Issue } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { withinWorkLimit } from '../limits/effort.ts'
import type { Compiled } from './compile-with.ts'
import { issueOf } from './fault-sentences.ts'
import { type Fault, tooMuch } from './faults.ts'
import { faultsOf } from './pick-branch.ts'

const MAX_ISSUES = 200

export function validateWith(compiled: Compiled, value: Json): Issue[] {
  return issuesOf(
    withinWorkLimit(
      () => faultsOf(compiled, value),
      () => [tooMuch(value)],
    ),
  )
}

export function issuesOf(faults: readonly Fault[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const fault of faults) {
    const issue = issueOf(fault)
    issues.set(`${issue.path} ${issue.message}`, issue)
    if (issues.size >= MAX_ISSUES) break
  }
  return [...issues.values()]
}
