/**
 * Starts one run per automation and instant, in the transaction that moves the automation to its next instant. Any
 * number of workers may call it.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../kernel/db/workers.ts'
import { AppError, toPublicError } from '../kernel/errors.ts'
import type { AutomationEvent, VaultEventCause } from './model/automation-trigger.ts'
import { findLatestInstant, listNextInstants } from './model/instants.ts'
import {
  type AutomationRow,
  findAutomation,
  lockDueAutomations,
  updateAutomation,
} from './rows/automation-rows.ts'
import {
  type AutomationRunRow,
  countAutomationRuns,
  deleteAutomationRun,
  findAutomationChain,
  insertAutomationRun,
  lockDueAutomationRuns,
  moveAutomationRun,
  OPEN_RUN_STATES,
} from './rows/automation-run-rows.ts'

const BATCH = 50

/** Workers look every second, so a later time was missed. */
const LATE_MS = 5 * 60_000

export async function enqueueDueAutomations(db: Database, now = new Date()): Promise<void> {
  await db.$transaction(async (tx) => {
    for (const automation of await lockDueAutomations(tx, now, BATCH)) await startDue(tx, automation, now)
    for (const run of await lockDueAutomationRuns(tx, now, BATCH)) await startWaiting(tx, run)
  })
}

async function startDue(tx: Tx, automation: AutomationRow, now: Date): Promise<void> {
  const { id, organisationId, trigger, timeZone, nextAt } = automation
  const [following] = listNextInstants(trigger, timeZone, { after: now, count: 1 })
  await updateAutomation(tx, { id }, { nextAt: following ?? null })
  const dueAt = nextAt && findLatestInstant(trigger, timeZone, { since: nextAt, now })
  if (!dueAt) return
  const refusal = await findSkipReason(tx, automation, now.getTime() - dueAt.getTime())
  const runId = randomUUIDv7()
  const run = { id: runId, automationId: id, key: dueAt.toISOString(), dueAt }
  if (refusal) {
    const error = toPublicError(refusal)
    await insertAutomationRun(tx, { ...run, state: 'skipped', error, endedAt: now })
  } else if (await insertAutomationRun(tx, { ...run, state: 'starting' }))
    await enqueueStart(tx, { id: runId, organisationId, dueAt })
}

async function findSkipReason(
  tx: Tx,
  { id, trigger }: AutomationRow,
  lateMs: number,
): Promise<AppError | undefined> {
  const isMissed = lateMs > LATE_MS && 'missed' in trigger && trigger.missed === 'skip'
  if (isMissed)
    return new AppError('PRECONDITION_FAILED', { message: 'The server was not running at this time.' })
  const isBusy = (await countAutomationRuns(tx, id, OPEN_RUN_STATES)) > 0
  return isBusy
    ? new AppError('PRECONDITION_FAILED', { message: 'The previous run had not ended.' })
    : undefined
}

/** Starts a run for a webhook, the vault or a person. */
async function startWaiting(tx: Tx, { id, automationId, event, dueAt }: AutomationRunRow): Promise<void> {
  // A run that is still starting may have made the change.
  const isOfRun = event?.kind === 'vault' && event.causes.some((cause) => Object.keys(cause).length > 0)
  if (isOfRun && (await countAutomationRuns(tx, automationId, ['starting'])) > 0) return
  const automation = await findAutomation(tx, { id: automationId })
  const chain = event?.kind === 'vault' ? await findChain(tx, event, automationId) : []
  if (!automation || !chain || (event && automation.pausedAt)) return deleteAutomationRun(tx, id)
  await moveAutomationRun(tx, { id, from: 'waiting' }, { state: 'starting', chain })
  await enqueueStart(tx, { id, organisationId: automation.organisationId, dueAt })
}

/**
 * Returns the automations that led to the changes. Null if all of them come from runs that this automation led to,
 * which would start itself for ever.
 */
async function findChain(
  tx: Tx,
  { causes }: Extract<AutomationEvent, { kind: 'vault' }>,
  automationId: string,
): Promise<string[] | null> {
  const chains = await Promise.all(causes.map((cause: VaultEventCause) => findAutomationChain(tx, cause)))
  const others = chains.filter((chain) => !chain.includes(automationId))
  return others.length > 0 ? [...new Set(others.flat())] : null
}

/** An occurrence that waited for the end of a quarantine is due, and starts, once more. */
function enqueueStart(
  tx: Tx,
  { id, organisationId, dueAt }: { id: string; organisationId: string; dueAt: Date },
): Promise<void> {
  const input = { automationRunId: id }
  const workflowId = `automation:${id}:${dueAt.getTime()}`
  return enqueueWorkflow(tx, { name: 'automation', id: workflowId, input, partition: organisationId })
}
