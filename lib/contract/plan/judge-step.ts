/**
 * What an organisation's approval policy says of one step: it may run, a person has to say yes, or never.
 *
 * Ground; also in the browser. What is denied always wins; then what is not allowed; then the mode. A step is judged
 * when the plan is started, with references still in its arguments, and each of its calls again when they are known.
 * Source: specification "First-party tools and plans", Approval policy.
 */
import type { RiskLevel } from '../document/skillset-document.ts'
import type { JsonObject } from '../json/json.ts'
import type { ApprovalPolicy } from './approval-policy.ts'
import { ANYTHING, whyDenied, whyUnlisted } from './judge-names.ts'
import { coversPattern, matchesPath } from './match-glob.ts'
import { splitToolName } from './plan-tool.ts'
import { parseTemplate } from './reference.ts'
import { reachesVault, vaultArguments } from './vault-arguments.ts'

export type JudgedStep = {
  /** With or without a version. */
  tool: string
  riskLevel: RiskLevel
  args: JsonObject
  /** What it runs because its arguments say so: a command's skill. Judged as if the step had named it. */
  runs?: readonly string[]
  /** Of a skill: the tools that it declared, the skills it may call, and theirs. It is judged with them. */
  uses?: readonly string[]
  /** Patterns of the vault that all of these keep to; absent when one of them may reach anything. */
  vaultPlaces?: readonly string[]
  /** Every reference has its value; otherwise paths that are not known yet are not judged. */
  isResolved: boolean
}

export type Judgement = { verdict: 'allow' } | { verdict: 'ask' | 'deny'; reason: string }

export function judgeStep(policy: ApprovalPolicy, step: JudgedStep): Judgement {
  const { name } = splitToolName(step.tool)
  const named = [name, ...(step.runs ?? [])]
  const denied = whyDenied(policy, named, step.uses)
  if (denied !== undefined) return deny(denied)
  if (policy.mode === 'never') return deny('plans may not run here')
  const unlisted = whyUnlisted(policy, named, step.uses)
  if (unlisted !== undefined) return deny(unlisted)
  const outside = whyNotPath(policy, name, step)
  if (outside !== undefined) return deny(outside)
  if (policy.mode === 'auto-read-only' && step.riskLevel === 'read-only') return { verdict: 'allow' }
  return { verdict: 'ask', reason: REASONS[step.riskLevel] }
}

const REASONS: Record<RiskLevel, string> = {
  'read-only': 'everything is asked about',
  writes: 'it changes something',
  commands: 'it runs a command',
}

function deny(reason: string): Judgement {
  return { verdict: 'deny', reason }
}

function whyNotPath({ allowedPaths }: ApprovalPolicy, name: string, step: JudgedStep): string | undefined {
  if (allowedPaths.length === 0) return undefined
  const { uses = [], runs = [], vaultPlaces } = step
  const used = [...runs, ...uses].find((each) => reachesVault(each) || each === ANYTHING)
  if (used !== undefined && (!vaultPlaces || used === ANYTHING || runs.includes(used)))
    return `which files ${name} reaches by ${used} is not said, and plans may only touch ${listed(allowedPaths)}`
  const beyond = vaultPlaces?.find((place) => !allowedPaths.some((pattern) => coversPattern(pattern, place)))
  if (used !== undefined && beyond !== undefined)
    return `${name} may reach “${beyond}”, and plans may only touch ${listed(allowedPaths)}`
  if (!reachesVault(name)) return undefined
  const places = vaultArguments(name, step.args)
  if (places.length === 0)
    return `which files ${name} reaches is not said, and plans may only touch ${listed(allowedPaths)}`
  for (const { path } of places) {
    if (typeof path !== 'string') continue
    const template = parseTemplate(path)
    if (!step.isResolved && template.is !== 'text') continue
    // A resolved path is what it is: a dollar sign in it means nothing.
    const plain = step.isResolved || template.is !== 'text' ? path : template.text
    const trimmed = plain.replace(/\/$/, '')
    if (!allowedPaths.some((pattern) => matchesPath(pattern, trimmed)))
      return `“${plain}” is not among the paths that plans may touch: ${listed(allowedPaths)}`
  }
  return undefined
}

function listed(patterns: readonly string[]): string {
  return patterns.map((pattern) => `“${pattern}”`).join(', ')
}
