import { randomUUID } from 'node:crypto'
import { database } from '../../kernel/db/prisma-client.ts'
import { type PublicError, toPublicError } from '../../kernel/errors.ts'
import type { PlanDocument } from '../../plans/model/document/plan-document.ts'
import { performPlan } from '../../plans/perform/perform-plan.ts'
import { insertPlanRun } from '../../plans/rows/plan-runs.ts'
import { startPlanRun } from '../../plans/start/start-plan-run.ts'
import { getPlanRun } from '../../plans/views/get-plan-run.ts'
import { contextForOperator } from '../../protocols/session/context/context-for-operator.ts'
import { getRun } from '../../runs/views/get-run.ts'
import type { TestUser } from '../factories.ts'
import { plainEngine } from '../workflow-engines.ts'
import type { Call, Caller } from './channel.ts'
import { type ChannelResult, readRunView } from './channel-result.ts'

/**
 * Calls the skill in a plan of one step. A plan that the check refuses is passed to the pipeline all the same, which
 * must refuse it too.
 */
export async function callPlanStep(
  { user }: Caller,
  { skill, args, version, riskLevel = 'read-only', dryRun = false }: Call,
): Promise<ChannelResult> {
  const ctx = await contextForOperator({ email: user.email })
  const tool = version === undefined ? skill : `${skill}@${version}`
  const plan: PlanDocument = {
    version: '1',
    goal: 'To call one skill.',
    riskLevel,
    steps: [{ id: 'only', tool, args: JSON.parse(args) }],
  }
  const early = await startPlanRun(ctx, { plan, confirmed: true, dryRun }).catch(toPublicError)
  const id = 'planRun' in early ? early.planRun.id : await insertUnchecked(user, plan, dryRun)
  await performPlan(ctx, id, plainEngine())
  const { steps, error, state } = await getPlanRun(ctx, id)
  if (!('planRun' in early) && state === 'succeeded')
    throw new Error(`The check refused this plan, but it succeeded: ${early.message}`)
  const [runId] = steps[0]?.runIds ?? []
  return runId ? readRunView(await getRun(ctx, runId)) : { error: error as PublicError }
}

async function insertUnchecked(
  { id: userId, organisation, name }: TestUser,
  document: PlanDocument,
  dryRun: boolean,
) {
  const nothing = { keyId: null, savedPlanId: null, maxPriceMicros: null, resumedFromId: null }
  const confirmed = { confirmedById: userId, confirmedByName: name, confirmedAt: new Date() }
  const { id } = await insertPlanRun(database(), {
    id: `plan_${randomUUID()}`,
    organisationId: organisation.id,
    userId,
    channel: 'cli',
    timeZone: 'UTC',
    document,
    state: 'queued',
    dryRun,
    verdicts: [],
    ...nothing,
    ...confirmed,
  })
  return id
}
