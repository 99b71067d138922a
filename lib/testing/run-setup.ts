import type { Context } from '../context/context.ts'
import { database } from '../db/core/prisma-client.ts'
import { type RunRequest, type StartedRun, startRun } from '../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makeUser } from './factories.ts'
import { returns } from './fake-sandbox.ts'

export async function makeCaller(sandbox = returns({ message: 'Hello.' })) {
  const user = await makeUser()
  return { user, ctx: await contextFor(user, { sandbox: sandbox }) }
}

export async function start(
  ctx: Context,
  skillName?: string,
  options?: Pick<RunRequest, 'timeZone' | 'timeoutMs' | 'isDeferred'>,
) {
  const name = skillName ?? (await makePublishedVersion()).skillName
  return startRun(ctx, { skill: { name }, args: { name: 'Ada' }, ...options })
}

const LONG_AGO = () => new Date(Date.now() - 1_000)

/** Starts a run and leaves it as a dead server would. */
export async function startAbandonedRun(ctx: Context, state: 'queued' | 'running', leaseUntil = LONG_AGO()) {
  return abandonRun(await start(ctx), state, leaseUntil)
}

export async function abandonRun(started: StartedRun, state: 'queued' | 'running', leaseUntil = LONG_AGO()) {
  await started.ended
  await database().run.update({
    where: { id: started.run.id },
    data: { state, leaseUntil, endedAt: null, hasOutput: false, warnings: [], logs: [] },
  })
  return started.run.id
}
