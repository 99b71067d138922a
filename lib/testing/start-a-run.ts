/** Somebody who runs a skill that greets, for tests of what becomes of a run. */
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import { type RunRequest, type StartedRun, startRun } from '../execution/start-run.ts'
import { contextFor, makePublishedVersion, makeUser } from './factories.ts'
import { returns } from './pretend-sandbox.ts'

export async function caller(box = returns({ message: 'Hello.' })) {
  const user = await makeUser()
  return { user, ctx: await contextFor(user, { sandbox: box }) }
}

/** Of the skill named, else of a new one. */
export async function start(
  ctx: Context,
  skillName?: string,
  options?: Pick<RunRequest, 'timeZone' | 'timeoutMs' | 'isDeferred'>,
) {
  const name = skillName ?? (await makePublishedVersion()).skillName
  return startRun(ctx, { skill: { name }, args: { name: 'Ada' }, ...options })
}

const LONG_AGO = () => new Date(Date.now() - 1_000)

/** A run as a server that died would leave it. */
export async function abandon(ctx: Context, state: 'queued' | 'running', leaseUntil = LONG_AGO()) {
  return leaveBehind(await start(ctx), state, leaseUntil)
}

/** The same of a run that was started. */
export async function leaveBehind(started: StartedRun, state: 'queued' | 'running', leaseUntil = LONG_AGO()) {
  await started.ended
  await database().run.update({
    where: { id: started.run.id },
    data: { state, leaseUntil, endedAt: null, hasOutput: false, warnings: [], logs: [] },
  })
  return started.run.id
}
