/**
 * Delivering one message about a run that has ended: signed, tried again with growing pauses, given up in the end.
 *
 * Source: Standard Webhooks 1.0; design note "Queues, plans, schedules", §6.4.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
import { Webhook } from 'standardwebhooks'
import type { Context } from '#lib/context.ts'
import { findRun } from '#lib/db/run-history.ts'
import { listLatestStatuses, pauseWebhook, recordAttempt } from '#lib/db/webhooks.ts'
import { QUEUES } from '#lib/db/workflows.ts'
import { showRun } from '#lib/execution/show-run.ts'
import { restRun } from '#lib/protocol/rest-run.ts'
import { type Delivery, deliveryId, hostOf } from '#lib/webhooks/tell-of-end.ts'
import { openWebhook } from '#lib/webhooks/webhooks.ts'
import { postHook } from './post-hook.ts'

const MAX_TRIES = 8
/** A receiver that starts anew is told in seconds, one that is down for an hour is still told. */
const PAUSE_GROWS_BY = 4
const LONGEST_PAUSE_S = 3_600
/** So many failures one after the other, and nothing is sent until somebody resumes it. */
const PAUSED_AFTER = 20

/** The workflow: one try, and another one put off when it failed. */
export function hookWorkflow(ctx: Pick<Context, 'db'>) {
  return async function hook(delivery: Delivery): Promise<void> {
    const next = await DBOS.runStep(() => tryOnce(ctx.db, delivery), { name: 'post' })
    if (!next) return
    await DBOS.startWorkflow(registeredHook(), {
      workflowID: deliveryId(next.delivery),
      queueName: QUEUES.hook,
      enqueueOptions: {
        delaySeconds: pauseBefore(next.delivery.number),
        queuePartitionKey: hostOf(next.url),
      },
    })(next.delivery)
  }
}

let registered: ((delivery: Delivery) => Promise<void>) | undefined
/** Remembers the workflow as the engine knows it: only that one can be started again. */
export function registerHook(workflow: (delivery: Delivery) => Promise<void>): void {
  registered = workflow
}
function registeredHook(): (delivery: Delivery) => Promise<void> {
  if (!registered) throw new Error('the hook workflow was not registered')
  return registered
}

/** Before the second try a second, then 4 s, 16 s … an hour at most. */
export function pauseBefore(number: number): number {
  return Math.min(PAUSE_GROWS_BY ** (number - 2), LONGEST_PAUSE_S)
}

/** Answers with the next try when there is to be one. */
async function tryOnce(
  db: Context['db'],
  delivery: Delivery,
): Promise<{ delivery: Delivery; url: string } | null> {
  const { webhookId, runId, number } = delivery
  const [webhook, row] = await Promise.all([openWebhook(db, webhookId), findRun(db, runId)])
  if (!webhook || !row) return null
  const body = JSON.stringify({
    type: 'run.ended',
    timestamp: (row.endedAt ?? row.createdAt).toISOString(),
    data: { ...restRun(showRun(row)), run_id: runId, state: row.state },
  })
  const { status, problem, ms } = await postHook(webhook.url, signed(webhook.secret, runId, body), body)
  await recordAttempt(db, { ...delivery, status: status ?? null, problem: problem ?? null, ms })
  if (!problem) return null
  await pauseIfHopeless(db, webhookId)
  return number < MAX_TRIES ? { delivery: { webhookId, runId, number: number + 1 }, url: webhook.url } : null
}

/** The message keeps its id through all its tries, so a receiver can tell a repeated one. */
function signed(secret: string, runId: string, body: string): Record<string, string> {
  const now = new Date()
  const id = `msg_${runId}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Guildhall-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}

async function pauseIfHopeless(db: Context['db'], webhookId: string): Promise<void> {
  const latest = await listLatestStatuses(db, webhookId, PAUSED_AFTER)
  const isHopeless =
    latest.length === PAUSED_AFTER && latest.every((status) => status === null || status >= 300)
  if (isHopeless) await pauseWebhook(db, { id: webhookId, at: new Date() })
}
