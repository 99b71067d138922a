/**
 * What an approval policy says of names: of the tool of a step, of what it runs, and of what its skill uses.
 *
 * Ground; also in the browser. The first of `named` is the step's own. Undefined when nothing speaks against them.
 */
import type { ApprovalPolicy } from './approval-policy.ts'
import { matchesTool } from './match-glob.ts'

export function whyDenied(
  { deniedTools }: ApprovalPolicy,
  named: readonly string[],
  uses: readonly string[] = [],
): string | undefined {
  const [name] = named
  for (const each of [...named, ...uses]) {
    const pattern = deniedTools.find((one) => matchesTool(one, each))
    if (pattern !== undefined) return `${subjectOf(named, each)} is denied to plans (“${pattern}”)`
  }
  // Which command it is, its code says when it runs.
  if (deniedTools.length > 0 && uses.includes(ANYTHING))
    return `${name} uses ${ANYTHING}, which may run what is denied to plans`
  return undefined
}

export function whyUnlisted(
  { allowedTools }: ApprovalPolicy,
  named: readonly string[],
  uses: readonly string[] = [],
): string | undefined {
  if (allowedTools.length === 0 || allowedTools.includes('*')) return undefined
  const isListed = (each: string) => allowedTools.some((pattern) => matchesTool(pattern, each))
  const unlisted = [...named, ...uses].find((each) => !isListed(each))
  if (unlisted !== undefined) return `${subjectOf(named, unlisted)} is not among the tools that plans may use`
  if (uses.includes(ANYTHING))
    return `${named[0]} uses ${ANYTHING}, which may run what is not among the tools that plans may use`
  return undefined
}

function subjectOf([name]: readonly string[], each: string): string {
  return each === name ? each : `${name} uses ${each}, which`
}

/** A skill that may use it may run every command there is. */
export const ANYTHING = 'commands.run'
