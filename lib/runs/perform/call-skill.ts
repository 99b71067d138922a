/**
 * Calls of skills and tools by the code of a run. The called skill is a run of its own, a child, which shares its
 * parent's slot, deadline and cancellation. See docs/spec/execution.md §4.
 */

import { NO_CONFIG, type UnsealedConfig } from '../../config/unseal-config.ts'
import { RUN_LIMITS } from '../../contracts/document/skill-limits.ts'
import type { Permissions } from '../../contracts/document/skillset-document.ts'
import { unsealForRun } from '../../integrations/unseal-for-run.ts'
import { AppError, type PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { matchesPath } from '../../plans/model/policy/match-glob.ts'
import { reachesVault, vaultArguments } from '../../plans/model/policy/vault-arguments.ts'
import { refuseBuiltInInstruction } from '../../tools/builtin-skills/built-in-skills.ts'
import type { BuiltInTool } from '../../tools/definition/built-in-tool.ts'
import { createCallContext } from '../resolve/create-run-context.ts'
import { findDeclaredSkill, resolveSkill, resolveTool } from '../resolve/resolve-skill.ts'
import type { RecordedRun, Runnable } from '../resolve/runnable.ts'
import type { RunView } from '../views/run-view.ts'

type ChildSkillCall = { name: string; args: Json; inputBlobs: string[] }

export type CallContext = {
  parent: RecordedRun
  deadlineMs: number
  /** Aborts when the parent ends. */
  runEnded: AbortSignal
  callNumber?: number | undefined
  /** Throws what `recordRun` throws. */
  runChild: (child: ChildRun) => Promise<RunView>
}

export type ChildRun = {
  runnable: Runnable
  args: Json
  inputBlobs?: string[]
  unseal: () => Promise<UnsealedConfig>
} & Pick<CallContext, 'deadlineMs' | 'runEnded' | 'callNumber'>

/**
 * Returns the ended child, failed or not. `name` may be a declared tool's. Throws POLICY_DENIED if it is undeclared,
 * recursive or too deep, and what `recordRun` throws.
 */
export async function callSkill(
  calling: CallContext,
  { name, args, inputBlobs }: ChildSkillCall,
): Promise<RunView> {
  const { parent } = calling
  if (parent.runnable.document.permissions?.tools?.includes(name))
    return callDeclaredTool(calling, { name, args })
  requireDepth(parent, name)
  refuseBuiltInInstruction(name)
  const found = await findDeclaredSkill(parent, name)
  if (!found) throw denied(`${parent.runnable.name} does not declare ${name} in permissions.skills.`)
  if (found.runnable.name !== name) requireDepth(parent, found.runnable.name)
  const unseal = async () =>
    found.isSibling ? parent.config : unsealForRun(parent.acting.db, found.runnable)
  return calling.runChild({ ...calling, runnable: found.runnable, args, inputBlobs, unseal })
}

/**
 * Returns the output of a skill that a built-in tool calls. Tools declare no skills, so the permissions of the caller
 * decide. Throws the child's error, and what `recordRun` throws.
 */
export async function callSkillForTool(
  calling: CallContext,
  { name, args }: { name: string; args: Json },
): Promise<Json> {
  const { parent } = calling
  requireDepth(parent, name)
  const caller = createCallContext(parent)
  const isPart = !parent.acting.keyGrant?.toolset
  const tool = await resolveTool(caller, { name }, { isPart })
  if (tool)
    return requireOutput(
      await calling.runChild({ ...calling, runnable: tool, args, unseal: async () => NO_CONFIG }),
    )
  const runnable = await resolveSkill(caller, { name })
  if (runnable.name !== name) requireDepth(parent, runnable.name)
  const unseal = () => unsealForRun(caller.db, runnable)
  return requireOutput(await calling.runChild({ ...calling, runnable, args, unseal }))
}

/**
 * Returns the ended run of a tool that the code calls. Throws POLICY_DENIED if the tool is undeclared, too deep or
 * beyond the declared vault paths, NOT_FOUND for no tool, and what `recordRun` throws.
 */
export async function callDeclaredTool(
  calling: CallContext,
  { name, args }: { name: string; args: Json },
): Promise<RunView> {
  const { parent } = calling
  requireDepth(parent, name)
  if (!parent.runnable.document.permissions?.tools?.includes(name))
    throw denied(`This skill does not declare the tool ${name} in permissions.tools.`)
  const runnable = await resolveTool(createCallContext(parent), { name }, { isPart: true })
  if (!runnable) throw new AppError('NOT_FOUND', { message: `There is no tool called ${name}.` })
  requireVaultReach(parent.runnable.document.permissions, runnable.tool, args)
  return calling.runChild({ ...calling, runnable, args, unseal: async () => NO_CONFIG })
}

function requireDepth(parent: RecordedRun, name: string): void {
  const ancestors: string[] = []
  for (let run: RecordedRun | undefined = parent; run; run = run.parent) ancestors.push(run.runnable.name)
  if (ancestors.includes(name))
    throw denied(
      `${name} is already running: ${[...ancestors.reverse(), name].join(' → ')} would be a cycle.`,
    )
  if (ancestors.length > RUN_LIMITS.callDepth)
    throw denied(
      `Skill calls can be nested at most ${RUN_LIMITS.callDepth} deep, and calling ${name} would exceed that.`,
    )
}

function denied(message: string): AppError {
  return new AppError('POLICY_DENIED', { message })
}

/**
 * Throws POLICY_DENIED if a call reaches beyond the vault paths that the skill declares.
 *
 * Without declared paths a skill may use all that its caller may; a call without a path needs the whole vault. See
 * docs/spec/skills-protocol.md §4.
 */
export function requireVaultReach(permissions: Permissions | undefined, tool: BuiltInTool, args: Json): void {
  const declaredPaths = permissions?.vault ?? []
  if (declaredPaths.length === 0 || !reachesVault(tool.name)) return
  const kind = tool.riskLevel === 'read-only' ? 'read:' : 'write:'
  const globs = declaredPaths
    .filter((entry) => entry.startsWith(kind))
    .map((entry) => entry.slice(kind.length))
  const named = vaultArguments(tool.name, args).map(({ path }) => path)
  const usedPaths = named.length > 0 ? named : ['']
  for (const path of usedPaths) {
    // The tool's schema refuses other types.
    if (typeof path !== 'string' || globs.some((glob) => matchesPath(glob, path.replace(/\/$/, '')))) continue
    throw new AppError('POLICY_DENIED', {
      message: `This skill does not declare ${kind === 'read:' ? 'read' : 'write'} access to ${path === '' ? 'the whole vault' : `“${path}”`} in permissions.vault.`,
    })
  }
}

/** Returns the output, or throws the run's error with its own code. */
export function requireOutput({ skillName, output, error }: RunView): Json {
  if (output !== undefined) return output
  throw toAppError(
    error ?? { code: 'SKILL_ERROR', message: `${skillName} returned no output.`, recoverable: false },
  )
}

function toAppError({
  code,
  message,
  recoverable,
  details,
  suggested_action: suggestedAction,
  retry_after: retryAfter,
  limit,
}: PublicError): AppError {
  return new AppError(code, {
    message,
    recoverable,
    ...(details && { issues: details }),
    ...(suggestedAction && { suggestedAction }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(limit && { limit }),
  })
}
