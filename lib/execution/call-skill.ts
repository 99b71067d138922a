/**
 * A skill that runs another as part of its work: a child run, through the one pipeline. Floor 3.
 *
 * The child is recorded like any run, with the run that called it. It takes its caller's place in line and ends by its
 * caller's deadline; it ends when its caller ends. What it costs is part of what the run at the top costs.
 * Source: specification "Execution", Limits and refusals, Child runs.
 */
import { NO_CONFIG, type UnsealedConfig, unsealConfig } from '../config/unseal-config.ts'
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import { contextOfRun, findDeclared } from './find-declared.ts'
import { abortHeldRun } from './held-runs.ts'
import { type OpenedRun, openRun } from './open-run.ts'
import { outputOf } from './output-of.ts'
import { requireVaultReach } from './require-vault-reach.ts'
import { type Runnable, resolveSkill } from './resolve-skill.ts'
import { resolveTool } from './resolve-tool.ts'
import type { RunView } from './run-view.ts'

/** A run that somebody started has depth 0; so four below it are as deep as it goes. */
export const MAX_DEPTH = 4

export type SkillCall = { name: string; args: Json; inputBlobs: string[] }

export type Calling = {
  parent: OpenedRun
  /** Epoch milliseconds: when the parent will be ended. */
  deadlineMs: number
  /** Aborted when the parent is over. */
  over: AbortSignal
  perform: (child: OpenedRun) => Promise<RunView>
}

/**
 * Runs the skill and resolves with its run, whatever its end. Throws POLICY_DENIED for a skill that is not declared, that
 * is running already further up, or that would be too deep; and what opening a run throws.
 */
export async function callSkill(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  calling: Calling,
  { name, args, inputBlobs }: SkillCall,
): Promise<RunView> {
  const { parent } = calling
  requireDepth(parent, name)
  const found = await findDeclared(ctx, parent, name)
  if (!found)
    throw denied(`${parent.runnable.name} has not declared that it calls ${name} (permissions.skills).`)
  const unseal = async () =>
    found.isSibling ? parent.config : unsealConfig(ctx.db, found.runnable.organisation, found.runnable)
  return runChild(ctx, calling, { runnable: found.runnable, args, inputBlobs }, unseal)
}

/** A tool that runs a skill declares nothing: whoever called it may run the skill, or may not. Throws what the child threw. */
export async function callForTool(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  calling: Calling,
  { name, args }: { name: string; args: Json },
): Promise<Json> {
  const { parent } = calling
  requireDepth(parent, name)
  const caller = contextOfRun(ctx, parent)
  const tool = resolveTool(caller, { name }, { isPart: true })
  if (tool) return outputOf(await runChild(ctx, calling, { runnable: tool, args }, async () => NO_CONFIG))
  const runnable = await resolveSkill(caller, { name })
  const unseal = () => unsealConfig(ctx.db, runnable.organisation, runnable)
  return outputOf(await runChild(ctx, calling, { runnable, args }, unseal))
}

/** A tool that the code of a skill calls, and has declared. Throws POLICY_DENIED, NOT_FOUND, and what opening a run throws. */
export async function callTool(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  calling: Calling,
  { name, args }: { name: string; args: Json },
): Promise<RunView> {
  const { parent } = calling
  requireDepth(parent, name)
  if (!parent.runnable.document.permissions?.tools?.includes(name))
    throw denied(`This skill has not declared that it uses the tool ${name} (permissions.tools).`)
  const runnable = resolveTool(contextOfRun(ctx, parent), { name }, { isPart: true })
  if (!runnable) throw new AppError('NOT_FOUND', { message: `There is no tool called ${name} here.` })
  requireVaultReach(parent.runnable.document.permissions, runnable.tool, args)
  return runChild(ctx, calling, { runnable, args }, async () => NO_CONFIG)
}

type Child = { runnable: Runnable; args: Json; inputBlobs?: string[] }

async function runChild(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  { parent, deadlineMs, over, perform }: Calling,
  { runnable, args, inputBlobs }: Child,
  unseal: () => Promise<UnsealedConfig>,
): Promise<RunView> {
  const { timeZone, dryRun } = parent
  const timeoutMs = Math.max(1, deadlineMs - Date.now())
  const options = { args, timeZone, dryRun, timeoutMs, inputBlobs, parent }
  const child = await openRun(contextOfRun(ctx, parent), runnable, options, unseal)
  const stop = () => abortHeldRun(child.row.id)
  over.addEventListener('abort', stop)
  const ended = perform(child)
  if (over.aborted) stop()
  return ended.finally(() => over.removeEventListener('abort', stop))
}

function requireDepth(parent: OpenedRun, name: string): void {
  const above: string[] = []
  for (let run: OpenedRun | undefined = parent; run; run = run.parent) above.push(run.runnable.name)
  if (above.includes(name))
    throw denied(
      `${name} is running already: ${[...above.reverse(), name].join(' → ')} would go round in a circle.`,
    )
  if (above.length > MAX_DEPTH)
    throw denied(`Skills may call one another ${MAX_DEPTH} deep, and ${name} would be deeper.`)
}

function denied(message: string): AppError {
  return new AppError('POLICY_DENIED', { message })
}
