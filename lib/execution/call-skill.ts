/**
 * A skill that runs another as part of its work: a child run, through the one pipeline. Floor 3.
 *
 * The child is recorded like any run, with the run that called it. It takes its caller's place in line and ends by its
 * caller's deadline; it ends when its caller ends. What it costs is part of what the run at the top costs.
 * Source: specification "Execution", Limits and refusals, Child runs.
 */
import { unsealConfig } from '../config/unseal-config.ts'
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import { contextOfRun, findDeclared } from './find-declared.ts'
import { abortHeldRun } from './held-runs.ts'
import { type OpenedRun, openRun } from './open-run.ts'
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
  { parent, deadlineMs, over, perform }: Calling,
  { name, args, inputBlobs }: SkillCall,
): Promise<RunView> {
  requireDepth(parent, name)
  const found = await findDeclared(ctx, parent, name)
  if (!found)
    throw denied(`${parent.runnable.name} has not declared that it calls ${name} (permissions.skills).`)
  const { runnable } = found
  const caller = contextOfRun(ctx, parent)
  const unseal = async () =>
    found.isSibling ? parent.config : unsealConfig(ctx.db, found.runnable.organisation, found.runnable)
  const { timeZone, dryRun } = parent
  const timeoutMs = Math.max(1, deadlineMs - Date.now())
  const child = await openRun(
    caller,
    runnable,
    { args, timeZone, dryRun, timeoutMs, inputBlobs, parent },
    unseal,
  )
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
