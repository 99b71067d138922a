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
import { parseSkillName } from '../contract/market/skill-name.ts'
import { AppError } from '../errors.ts'
import { abortHeldRun } from './held-runs.ts'
import { type OpenedRun, openRun } from './open-run.ts'
import { type Runnable, resolveSkill } from './resolve-skill.ts'
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
  // Whoever asked for the parent asks for the child; the door says that a skill stands between.
  const caller: Context = {
    ...ctx,
    viewer: parent.viewer,
    door: 'code',
    ...(parent.row.keyId && { keyId: parent.row.keyId }),
  }
  const { runnable, unseal } = await resolveChild(caller, parent, name)
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

async function resolveChild(ctx: Context, parent: OpenedRun, name: string) {
  const { document, publisher } = parent.runnable
  const declared = document.permissions?.skills?.map((entry) => entry.split('@'))
  const [, range] = declared?.find(([each]) => each === name) ?? []
  if (!declared?.some(([each]) => each === name))
    throw denied(`${parent.runnable.name} has not declared that it calls ${name} (permissions.skills).`)
  const sibling = name.startsWith(`${publisher}.${document.slug}.`)
    ? siblingOf(parent.runnable, name)
    : undefined
  // A SkillSet's skills go together: a draft calls its own draft, a version itself.
  if (sibling) return { runnable: sibling, unseal: async () => parent.config }
  const runnable = await resolveSkill(ctx, { name, ...(range && { version: range }) })
  return { runnable, unseal: () => unsealConfig(ctx.db, runnable.organisation, runnable) }
}

function siblingOf(runnable: Runnable, name: string): Runnable | undefined {
  const slug = parseSkillName(name)?.skill
  const skill = runnable.document.skills.find((each) => each.slug === slug)
  if (!skill) return undefined
  const { migration, notices, ...rest } = runnable
  return { ...rest, name, skill }
}

function denied(message: string): AppError {
  return new AppError('POLICY_DENIED', { message })
}
