/**
 * Denials win over allow-lists, these over the mode. Steps are judged at the start, and each call again with resolved
 * arguments. See docs/spec/tools-and-plans.md §3.
 */

import type { RiskLevel } from '../../../contracts/document/skillset-document.ts'
import type { JsonObject } from '../../../kernel/json/json.ts'
import type { PlanDocument, PlanIssue } from '../document/plan-document.ts'
import { type PlanCatalog, type PlanTool, splitToolName, toolFor } from '../document/plan-tool.ts'
import { parseTemplate } from '../document/reference.ts'
import type { ApprovalPolicy } from './approval-policy.ts'
import { coversPattern, matchesPath, matchesTool } from './match-glob.ts'
import { reachesVault, vaultArguments } from './vault-arguments.ts'

export type JudgedStep = {
  tool: string
  riskLevel: RiskLevel
  args: JsonObject
  runs?: readonly string[]
  uses?: readonly string[]
  /** Further names of tools. A policy may list any of them. */
  otherNames?: Readonly<Record<string, readonly string[]>>
  vaultPatterns?: readonly string[]
  /** Whether references are replaced by values. Until then, paths with references are not judged. */
  isResolved: boolean
}

export type Judgement = { verdict: 'allow' } | { verdict: 'ask' | 'deny'; reason: string }

export function judgeStep(policy: ApprovalPolicy, step: JudgedStep): Judgement {
  const { name } = splitToolName(step.tool)
  const named = [name, ...(step.runs ?? [])]
  const { otherNames = {} } = step
  const namesOf = (each: string) => [each, ...(Object.hasOwn(otherNames, each) ? otherNames[each]! : [])]
  const denied = deniedReason(policy, named, { uses: step.uses, namesOf })
  if (denied !== undefined) return deny(denied)
  if (policy.mode === 'never') return deny('plans are not allowed to run')
  const unlisted = unlistedReason(policy, named, { uses: step.uses, namesOf })
  if (unlisted !== undefined) return deny(unlisted)
  const outside = pathDeniedReason(policy, name, step)
  if (outside !== undefined) return deny(outside)
  if (policy.mode === 'auto-read-only' && step.riskLevel === 'read-only') return { verdict: 'allow' }
  return { verdict: 'ask', reason: REASONS[step.riskLevel] }
}

const REASONS: Record<RiskLevel, string> = {
  'read-only': 'every step needs confirmation',
  writes: 'it makes changes',
  commands: 'it runs a command',
}

function deny(reason: string): Judgement {
  return { verdict: 'deny', reason }
}

/** This tool can run any command. */
const RUN_COMMAND_TOOL = 'commands.run'

function pathDeniedReason(
  { allowedPaths }: ApprovalPolicy,
  name: string,
  step: JudgedStep,
): string | undefined {
  if (allowedPaths.length === 0) return undefined
  const { uses = [], runs = [], vaultPatterns } = step
  const used = [...runs, ...uses].find((each) => reachesVault(each) || each === RUN_COMMAND_TOOL)
  if (used !== undefined && (!vaultPatterns || used === RUN_COMMAND_TOOL || runs.includes(used)))
    return `${name} does not declare which files it accesses with ${used}, and plans can only access ${listed(allowedPaths)}`
  const beyond = vaultPatterns?.find(
    (declared) => !allowedPaths.some((pattern) => coversPattern(pattern, declared)),
  )
  if (used !== undefined && beyond !== undefined)
    return `${name} can access “${beyond}”, but plans can only access ${listed(allowedPaths)}`
  if (!reachesVault(name)) return undefined
  const pathArguments = vaultArguments(name, step.args)
  if (pathArguments.length === 0)
    return `${name} does not state which files it accesses, and plans can only access ${listed(allowedPaths)}`
  for (const { path } of pathArguments) {
    if (typeof path !== 'string') continue
    const template = parseTemplate(path)
    if (!step.isResolved && template.kind !== 'text') continue
    // A dollar sign means nothing in a path whose references are resolved.
    const plain = step.isResolved || template.kind !== 'text' ? path : template.text
    const trimmed = plain.replace(/\/$/, '')
    if (!allowedPaths.some((pattern) => matchesPath(pattern, trimmed)))
      return `“${plain}” is not one of the paths that plans can access: ${listed(allowedPaths)}`
  }
  return undefined
}

function listed(patterns: readonly string[]): string {
  return patterns.map((pattern) => `“${pattern}”`).join(', ')
}

type Used = { uses: readonly string[] | undefined; namesOf: (name: string) => string[] }

/** Returns why a tool is denied; undefined if all are allowed. `named` are the step's tool and then those that it runs. */
function deniedReason(
  { deniedTools }: ApprovalPolicy,
  named: readonly string[],
  { uses = [], namesOf }: Used,
): string | undefined {
  const [name] = named
  for (const each of [...named, ...uses]) {
    const pattern = deniedTools.find((one) => namesOf(each).some((any) => matchesTool(one, any)))
    if (pattern !== undefined) return `${subjectOf(named, each)} is denied for plans (“${pattern}”)`
  }
  // The code of the skill chooses the command, so any may be run.
  if (deniedTools.length > 0 && uses.includes(RUN_COMMAND_TOOL))
    return `${name} uses ${RUN_COMMAND_TOOL}, which can run tools that are denied for plans`
  return undefined
}

function unlistedReason(
  { allowedTools }: ApprovalPolicy,
  named: readonly string[],
  { uses = [], namesOf }: Used,
): string | undefined {
  if (allowedTools.length === 0 || allowedTools.includes('*')) return undefined
  const isListed = (each: string) =>
    allowedTools.some((pattern) => namesOf(each).some((any) => matchesTool(pattern, any)))
  const unlisted = [...named, ...uses].find((each) => !isListed(each))
  if (unlisted !== undefined)
    return `${subjectOf(named, unlisted)} is not one of the tools that plans can use`
  if (uses.includes(RUN_COMMAND_TOOL))
    return `${named[0]} uses ${RUN_COMMAND_TOOL}, which can run tools that plans cannot use`
  return undefined
}

function subjectOf([name]: readonly string[], each: string): string {
  return each === name ? each : `${name} uses ${each}, which`
}

type Reach = {
  name: string
  tool: PlanTool | undefined
  args: JsonObject
  isResolved: boolean
  runs?: { names: readonly string[]; found: readonly PlanTool[] }
}

export function judgePlannedCall(
  policy: ApprovalPolicy,
  { name, tool, args, isResolved, runs }: Reach,
): Judgement {
  const reached = [...(tool ? [tool] : []), ...(runs?.found ?? [])]
  const limits = reached.flatMap(({ uses, vaultPatterns }) => (uses ? [vaultPatterns] : []))
  return judgeStep(policy, {
    tool: name,
    riskLevel: tool?.riskLevel ?? 'commands',
    runs: runs?.names,
    uses: reached.flatMap(({ uses = [] }) => uses),
    otherNames: Object.assign({}, ...reached.map(({ otherNames }) => otherNames)),
    ...(limits.every((patterns) => patterns !== undefined) && { vaultPatterns: limits.flat() }),
    args,
    isResolved,
  })
}

export function checkPolicy(
  { steps }: PlanDocument,
  catalog: PlanCatalog,
  policy: ApprovalPolicy,
): PlanIssue[] {
  if (policy.mode === 'never')
    return [
      {
        severity: 'error',
        path: '',
        keyword: 'policy',
        message: 'your organisation does not allow plans to run',
      },
    ]
  return steps.flatMap(({ id, tool: name, args }, index): PlanIssue[] => {
    const tool = toolFor(catalog, name)
    const judged = tool && judgePlannedCall(policy, { name, tool, args, isResolved: false })
    if (judged?.verdict !== 'deny') return []
    const message = `your organisation’s approval policy does not allow it: ${judged.reason}`
    return [{ severity: 'error', path: `/steps/${index}/tool`, keyword: 'policy', message, stepId: id }]
  })
}
