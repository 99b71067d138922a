import type { Context } from '../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { type RunRequest, runToEnd, type StartedRun, startRun } from '../runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from './factories.ts'
import { returns } from './fake-sandbox.ts'

export async function makeCaller(sandbox = returns({ message: 'Hello.' })) {
  const user = await makeUser()
  return { user, sandbox, ctx: await contextFor(user, { sandbox }) }
}

/** Publishes a SkillSet with one skill. */
export function publishSkill(set: Partial<SkillSetDocument> = {}, skill: Partial<SkillDocument> = {}) {
  return makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument(skill)], ...set }),
  })
}

export async function start(
  ctx: Context,
  skillName?: string,
  options?: Pick<RunRequest, 'timeZone' | 'timeoutMs' | 'isDeferred'>,
) {
  const name = skillName ?? (await makePublishedVersion()).skillName
  return startRun(ctx, { skill: { name }, args: { name: 'Ada' }, ...options })
}

export async function makeEndedRun(ctx: Context, skillName?: string, rerunOfId?: string) {
  const name = skillName ?? (await makePublishedVersion()).skillName
  return runToEnd(ctx, { skill: { name }, args: { name: 'Ada' }, rerunOfId })
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
