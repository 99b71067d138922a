/**
 * Starts automations in the transaction of a change. Changes within seconds start one run; whether the same automation
 * made them is decided when it is due.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { AutomationEvent, VaultEventCause } from '../../automations/model/automation-trigger.ts'
import { listVaultAutomations, type VaultAutomation } from '../../automations/rows/automation-rows.ts'
import {
  countAutomationRuns,
  insertAutomationRun,
  lockWaitingRun,
  moveAutomationRun,
} from '../../automations/rows/automation-run-rows.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { matchesPath } from '../../plans/model/policy/match-glob.ts'
import type { FileChange } from '../rows/vault-journal.ts'
import type { VaultWriter } from '../vault.ts'

/** Changes within this time start one run, so that an import or an edit in several steps does. */
const QUIET_MS = 3_000
/** The longest that a run waits for changes to end: an editor may save all the time. */
const MAX_WAIT_MS = 30_000
const MAX_WAITING = 200
const MAX_PATHS = 500
const MAX_CAUSES = 20

export async function notifyAutomations(
  tx: Tx,
  { organisationId, cause }: Pick<VaultWriter, 'organisationId' | 'cause'>,
  changes: readonly FileChange[],
): Promise<void> {
  const paths = changedFiles(changes)
  if (paths.length === 0) return
  for (const automation of await listVaultAutomations(tx, organisationId)) {
    const { glob, field } = automation.trigger
    const matching = paths.filter((path) => matchesPath(glob, path))
    const groups = field === undefined ? [matching] : matching.map((path) => [path])
    for (const group of groups) if (group.length > 0) await collect(tx, automation, group, causeOf(cause))
  }
}

/** Returns the changed files that still exist; an automation is not started for folders. */
function changedFiles(changes: readonly FileChange[]): string[] {
  return changes.flatMap(({ before, after }) => {
    const isFile = after !== null && after !== undefined && after.etag !== null
    return isFile && (before?.path !== after.path || before?.etag !== after.etag) ? [after.path] : []
  })
}

function causeOf(cause: VaultWriter['cause']): VaultEventCause {
  const { runId, planRunId } = cause ?? {}
  return { ...(runId && { runId }), ...(planRunId && { planRunId }) }
}

async function collect(
  tx: Tx,
  { id: automationId, trigger: { field } }: VaultAutomation,
  paths: string[],
  cause: VaultEventCause,
): Promise<void> {
  const prefix = `vault:${field === undefined ? '' : paths[0]}:`
  const now = Date.now()
  const waiting = await lockWaitingRun(tx, { automationId, key: prefix })
  if (waiting?.event?.kind === 'vault') {
    const event: AutomationEvent = {
      kind: 'vault',
      paths: [...new Set([...waiting.event.paths, ...paths])].slice(0, MAX_PATHS),
      causes: withCause(waiting.event.causes, cause),
    }
    const dueAt = new Date(Math.min(now + QUIET_MS, waiting.createdAt.getTime() + MAX_WAIT_MS))
    await moveAutomationRun(tx, { id: waiting.id, from: 'waiting' }, { event, dueAt })
    return
  }
  if ((await countAutomationRuns(tx, automationId, ['waiting'])) >= MAX_WAITING) return
  const id = randomUUIDv7()
  const event: AutomationEvent = { kind: 'vault', paths: paths.slice(0, MAX_PATHS), causes: [cause] }
  const dueAt = new Date(now + QUIET_MS)
  await insertAutomationRun(tx, { id, automationId, key: `${prefix}${id}`, dueAt, state: 'waiting', event })
}

/** A person's change always counts, while an automation's own does not start it. */
function withCause(causes: VaultEventCause[], cause: VaultEventCause): VaultEventCause[] {
  const isKnown = causes.some(
    ({ runId, planRunId }) => runId === cause.runId && planRunId === cause.planRunId,
  )
  if (isKnown) return causes
  const isOfPerson = cause.runId === undefined && cause.planRunId === undefined
  return causes.length < MAX_CAUSES ? [...causes, cause] : isOfPerson ? [cause, ...causes.slice(1)] : causes
}
