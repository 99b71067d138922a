/** Every end of a run goes through here: it is redacted, sealed and settled. See docs/spec/execution.md §3 and §5. */

import { deleteBlobsOfRun } from '../../blobs/rows/blob-rows.ts'
import { type Database, LONG_TRANSACTION } from '../../kernel/db/prisma-client.ts'
import type { Issue, PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { openRedaction, redact, redactText, type Secret } from '../../kernel/redaction/redact.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { settleRun } from '../../money/hold-for-run.ts'
import { notifySpending } from '../../money/notify-spending.ts'
import { settlePurchase } from '../../money/settle-purchase.ts'
import { listSubscribedWebhooks } from '../../notices/rows/webhook-rows.ts'
import { enqueueDelivery } from '../../notices/webhooks/enqueue-deliveries.ts'
import { isEnded } from '../model/run-states.ts'
import { notifyRun } from '../queue/run-notifications.ts'
import { lockRoot } from '../rows/run-family.ts'
import { findRun } from '../rows/run-history.ts'
import { deleteParts } from '../rows/run-parts.ts'
import type { ErrorDetail, RunEnd, RunRow } from '../rows/runs.ts'
import { saveSentSecrets, updateRunEnd } from '../rows/write-run.ts'
import { CANCELLED } from './judge-outcome.ts'
import { isSealed, withContent, withoutContent } from './sealed-run.ts'

/**
 * Ends a run, settles its money and enqueues its webhooks, all or nothing, then notifies. Returns the ended row; null, with nothing
 * changed, if the run's state does not allow this end or differs from `onlyFrom`.
 */
export async function endRun(
  db: Database,
  run: RunRow,
  end: RunEnd,
  onlyFrom?: RunRow['state'],
): Promise<RunRow | null> {
  const ended = await endAndSettle(db, run, end, onlyFrom)
  if (ended) notifyRun(db, { runId: run.id, organisationId: run.organisationId, kind: 'ended' })
  return ended
}

/** The end of a free run to which no webhook is subscribed is one statement, as most are; any other is a transaction. */
async function endAndSettle(
  db: Database,
  run: RunRow,
  end: RunEnd,
  onlyFrom?: RunRow['state'],
): Promise<RunRow | null> {
  const { id, priceMicros, holdMicros, rootRunId } = run
  if (rootRunId !== null && priceMicros > 0n) return endPaidChild(db, run, rootRunId, end, onlyFrom)
  const chargedMicros = computeCharge(run, end)
  const charged = { ...end, chargedMicros, ...(holdMicros > 0n && { capturedMicros: chargedMicros }) }
  const options = { end: charged, onlyFrom }
  const canHaveWebhooks = canNotifyWebhooks(run)
  if (holdMicros === 0n) {
    const ended = await updateRunEnd(db, run, { ...options, onlyWithoutListeners: canHaveWebhooks })
    if (ended || !canHaveWebhooks) return ended
  }
  return db.$transaction(async (tx) => {
    const webhooks = canHaveWebhooks ? await listSubscribedWebhooks(tx, run) : []
    const ended = await updateRunEnd(tx, run, options)
    if (!ended) return null
    for (const webhook of webhooks) await enqueueDelivery(tx, webhook, { runId: id })
    await settlePurchase(tx, ended)
    if (holdMicros === 0n) return ended
    const settled = { ...ended, capturedMicros: await settleRun(tx, ended) }
    if (settled.capturedMicros) await notifySpending(tx, settled)
    return settled
  }, LONG_TRANSACTION)
}

/** Returns what the run itself costs: nothing unless it succeeded, and at most its price if its items are paid. */
function computeCharge({ priceMicros, itemMicros }: RunRow, { state, items = 0 }: RunEnd): bigint {
  if (state !== 'succeeded') return 0n
  const ofItems = itemMicros === null ? priceMicros : itemMicros * BigInt(items)
  return ofItems < priceMicros ? ofItems : priceMicros
}

function canNotifyWebhooks({ mode, rootRunId }: RunRow): boolean {
  return mode === 'production' && rootRunId === null
}

/** A paid output is never recorded without its charge, and the charge stands whatever happens to its ancestors. */
function endPaidChild(db: Database, run: RunRow, rootRunId: string, end: RunEnd, onlyFrom?: RunRow['state']) {
  return db.$transaction(async (tx) => {
    const root = await lockRoot(tx, rootRunId)
    const decided = !root || isEnded(root.state) ? toUndeliveredEnd(end) : end
    const chargedMicros = computeCharge(run, decided)
    return updateRunEnd(tx, run, { end: { ...decided, chargedMicros }, onlyFrom })
  }, LONG_TRANSACTION)
}

/** A paid child whose caller has ended is cancelled, since its output cannot be delivered. */
function toUndeliveredEnd(end: RunEnd): RunEnd {
  if (end.state !== 'succeeded') return end
  const { output: _, outputBlobs: __, ...rest } = end
  return { ...rest, state: 'cancelled', error: CANCELLED }
}

type Performed = {
  /** The caller of a paid child has ended, so it cannot receive the output and does not pay. */
  isAborted: boolean
  hasSlot: boolean
}

/**
 * Ends a run that was performed, and returns it as it ended: another process may have ended it first. A sealed run is
 * returned with the content that is not recorded. Throws if it has no record: it was deleted, or the database stopped
 * before the record of a start was on disk.
 */
export async function endPerformedRun(
  db: Database,
  row: RunRow,
  reached: RunEnd,
  { isAborted, hasSlot }: Performed,
): Promise<RunRow> {
  const isUndelivered = isAborted && row.rootRunId !== null && row.priceMicros > 0n
  const end = withoutUnpaidBlobs(row, isUndelivered ? toUndeliveredEnd(reached) : reached)
  // A run without a slot can only end from the queue: if it ended or another process took it in the meantime, that
  // stands.
  const stored = isSealed(row) ? withoutContent(end) : end
  const own = await endRun(db, row, stored, hasSlot ? undefined : 'queued')
  // A run that was stopped from outside, such as by a quarantine, has sent what it has sent.
  if (!own && end.sentSecrets) await saveSentSecrets(db, row.id, end.sentSecrets)
  const ended = own ?? (await findRun(db, row.id))
  if (!ended) throw new Error(`The record of run ${row.id} is missing.`)
  await deleteUnpaidBlobs(db, ended)
  return isSealed(row) ? withContent(ended, row, end) : ended
}

/**
 * A run with a price delivers its blobs with its output, or not at all: else a caller could cancel it and keep them.
 */
function withoutUnpaidBlobs({ priceMicros }: RunRow, { outputBlobs, ...end }: RunEnd): RunEnd {
  return priceMicros > 0n && !deliversOutput(end) ? end : { ...end, ...(outputBlobs && { outputBlobs }) }
}

/** Returns true if the caller of an ended run gets its output. */
function deliversOutput({ state }: Pick<RunEnd, 'state'> | Pick<RunRow, 'state'>): boolean {
  return state === 'succeeded' || state === 'partial'
}

/** Deletes the blobs and parts of a priced run that ended without delivering its output, so that no one can read them. */
export async function deleteUnpaidBlobs(
  db: Database,
  run: Pick<RunRow, 'id' | 'priceMicros' | 'state' | 'partCount'>,
): Promise<void> {
  if (run.priceMicros === 0n || !isEnded(run.state) || deliversOutput(run)) return
  await deleteBlobsOfRun(db, run.id)
  if (run.partCount > 0) await deleteParts(db, run.id)
}

/** Searching more would block the process for longer than a few milliseconds. */
const MAX_INLINE_CHARS = 256 * 1024

/**
 * Redacts secrets before a run's end is written, as `redactEnd`, but a large output in a worker thread. Throws
 * INVALID_INPUT or RATE_LIMIT_EXCEEDED, and returns nothing, if it takes too long.
 */
export async function redactLargeEnd(
  end: RunEnd,
  secrets: readonly Secret[],
  owner: string,
): Promise<RunEnd> {
  const { output, ...rest } = end
  const isSmall =
    secrets.length === 0 || output === undefined || JSON.stringify(output).length <= MAX_INLINE_CHARS
  if (isSmall) return redactEnd(end, secrets)
  const redacted = await runInThread<typeof redact>('redact', [output, secrets], { owner })
  return { ...redactEnd(rest, secrets), output: redacted }
}

/**
 * Replaces the values of `secrets` in everything that comes from the skill's code. Our own words are not searched: a
 * secret that equals one of them (“succeeded”) would corrupt the record.
 */
export function redactEnd(end: RunEnd, secrets: readonly Secret[]): RunEnd {
  if (secrets.length === 0) return end
  const text = (value: string) => redactText(value, secrets)
  const { output, error, errorDetail, warnings, logs, progressNote, requests } = end
  return {
    ...end,
    // Names in the output come from the skill and may contain secrets.
    ...(output !== undefined && { output: redact(output, secrets) }),
    ...(error && { error: errorWithout(error) }),
    ...(errorDetail && { errorDetail: detailWithout(errorDetail) }),
    ...(warnings && { warnings: warnings.map(issueWithout) }),
    ...(logs && { logs: logs.map((line) => ({ ...line, text: text(line.text) })) }),
    ...(progressNote !== undefined && { progressNote: text(progressNote) }),
    ...(requests && { requests: requests.map(requestWithout) }),
  }

  function errorWithout(publicError: PublicError): PublicError {
    const { type, message, suggested_action: action, details } = publicError
    return {
      ...publicError,
      message: text(message),
      ...(type !== undefined && { type: text(type) }),
      ...(action !== undefined && { suggested_action: text(action) }),
      ...(details && { details: details.map(issueWithout) }),
    }
  }

  function detailWithout({ issues, stack, interruption }: ErrorDetail): ErrorDetail {
    return {
      ...(interruption && { interruption }),
      ...(issues && { issues: issues.map(issueWithout) }),
      ...(stack !== undefined && { stack: text(stack) }),
    }
  }

  function issueWithout(issue: Issue): Issue {
    const { path, message, params } = issue
    return {
      ...issue,
      path: text(path),
      message: text(message),
      ...(params && { params: valuesWithout(params) }),
    }
  }

  function valuesWithout(params: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, redact(value as Json, secrets)]),
    )
  }

  function requestWithout(line: NonNullable<RunEnd['requests']>[number]) {
    const { method, host, refused } = line
    return {
      ...line,
      method: text(method),
      host: text(host),
      ...(refused !== undefined && { refused: text(refused) }),
    }
  }
}

/** Returns the same bytes if they contain no secrets. Does not look into compressed data. */
export function redactBytes(bytes: Buffer, secrets: readonly Secret[]): Buffer {
  // latin1 maps each byte to one character, so binary data survives; secrets are then searched by their bytes.
  const text = bytes.toString('latin1')
  const redacted = redactText(text, secrets)
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
}

/** As `redactBytes`, for content that comes in parts: a secret may begin in one and end in the next. */
export async function* redactParts(
  parts: AsyncIterable<Uint8Array>,
  secrets: readonly Secret[],
): AsyncGenerator<Uint8Array> {
  if (secrets.length === 0) return yield* parts
  const redactor = openRedaction(secrets)
  for await (const part of parts)
    yield Buffer.from(redactor.push(Buffer.from(part).toString('latin1')), 'latin1')
  yield Buffer.from(redactor.end(), 'latin1')
}
