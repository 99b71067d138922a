/**
 * Delivers webhooks as Standard Webhooks 1.0 describes it: signed, retried after growing delays, and given up after eight
 * attempts.
 */

import { DBOS } from '@dbos-inc/dbos-sdk'
import { Webhook } from 'standardwebhooks'
import type { Context } from '#lib/context/context.ts'
import type { Tx } from '#lib/kernel/db/prisma-client.ts'
import { QUEUES, STEP_RETRIES } from '#lib/kernel/db/workers.ts'
import { RefusedDestination, requestGuarded } from '#lib/kernel/network/guarded-fetch.ts'
import { type EgressPolicy, PUBLIC_INTERNET } from '#lib/kernel/network/pin-host.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { type WebhookMessage, webhookMessage } from '#lib/notices/model/webhook-events.ts'
import {
  findWebhook,
  insertWebhookAttempt,
  listLatestStatuses,
  pauseWebhook,
} from '#lib/notices/rows/webhook-rows.ts'
import { sendNotice } from '#lib/notices/send-notice.ts'
import {
  type Delivery,
  deliveryId,
  deliverySubject,
  type NoticeMessage,
  parseHost,
} from '#lib/notices/webhooks/enqueue-deliveries.ts'
import { openWebhook } from '#lib/notices/webhooks/manage-webhooks.ts'
import { listOrganisationAdminIds } from '#lib/organisations/rows/memberships.ts'
import { restRun } from '#lib/protocols/http/responses/rest-answers.ts'
import { findRun } from '#lib/runs/rows/run-history.ts'
import { showRun } from '#lib/runs/views/show-run.ts'

const MAX_ATTEMPTS = 8
const RETRY_DELAY_FACTOR = 4
const MAX_RETRY_DELAY_S = 3_600
/** After so many failures in a row, a webhook is paused until a person resumes it. */
const MAX_CONSECUTIVE_FAILURES = 20

export function hookWorkflow(ctx: Pick<Context, 'db'>) {
  return async function hook(delivery: Delivery): Promise<void> {
    const next = await DBOS.runStep(() => attemptDelivery(ctx.db, delivery), {
      name: 'post',
      ...STEP_RETRIES,
    })
    if (!next) return
    await DBOS.startWorkflow(registeredHook(), {
      workflowID: deliveryId(next.delivery),
      queueName: QUEUES.hook,
      enqueueOptions: {
        delaySeconds: retryDelaySeconds(next.delivery.number),
        queuePartitionKey: parseHost(next.url),
      },
    })(next.delivery)
  }
}

let registered: ((delivery: Delivery) => Promise<void>) | undefined
/** The engine can start only a registered workflow. */
export function registerHook(workflow: (delivery: Delivery) => Promise<void>): void {
  registered = workflow
}
function registeredHook(): (delivery: Delivery) => Promise<void> {
  if (!registered) throw new Error('the hook workflow was not registered')
  return registered
}

/** Returns how long attempt `number` of a delivery waits after the one before: 1 s for the second, then 4, 16 … 3,600. */
export function retryDelaySeconds(number: number): number {
  return Math.min(RETRY_DELAY_FACTOR ** (number - 2), MAX_RETRY_DELAY_S)
}

/** Returns the next attempt, or null if there is none: it was accepted, given up, or its webhook or run was deleted. */
async function attemptDelivery(
  db: Context['db'],
  delivery: Delivery,
): Promise<{ delivery: Delivery; url: string } | null> {
  const { webhookId, number } = delivery
  const [webhook, message] = await Promise.all([
    openWebhook(db, webhookId),
    'notice' in delivery ? noticeMessage(delivery.notice) : runMessage(db, delivery.runId),
  ])
  if (!webhook || !message) return null
  const body = JSON.stringify(message)
  const subjectId = deliverySubject(delivery)
  const { status, problem, ms } = await postHook(
    webhook.url,
    signedHeaders(webhook.secret, subjectId, body),
    body,
  )
  const result = { status: status ?? null, problem: problem ?? null, ms }
  await insertWebhookAttempt(db, { webhookId, runId: subjectId, number, ...result })
  if (!problem) return null
  await pauseAfterFailures(db, webhookId)
  return number < MAX_ATTEMPTS ? { delivery: { ...delivery, number: number + 1 }, url: webhook.url } : null
}

async function runMessage(db: Context['db'], runId: string): Promise<WebhookMessage | null> {
  const row = await findRun(db, runId)
  if (!row) return null
  const data = { ...restRun(showRun(row)), state: row.state }
  return webhookMessage('run.ended', row.endedAt ?? row.createdAt, data)
}

function noticeMessage({ atMs, ...data }: NoticeMessage): WebhookMessage {
  return webhookMessage('notice', new Date(atMs), data)
}

/** Every attempt has the same message id, so that a receiver can recognise one that it already has. */
function signedHeaders(secret: string, subject: string, body: string): Record<string, string> {
  const now = new Date()
  const id = `msg_${subject}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Guildhall-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}

async function pauseAfterFailures(db: Context['db'], webhookId: string): Promise<void> {
  const latest = await listLatestStatuses(db, webhookId, MAX_CONSECUTIVE_FAILURES)
  const haveAllFailed =
    latest.length === MAX_CONSECUTIVE_FAILURES && latest.every((status) => status === null || status >= 300)
  if (haveAllFailed) await db.$transaction((tx) => pauseAndNotify(tx, webhookId))
}

/** Notifies the person of the notices, or the owners and admins of the organisation. */
async function pauseAndNotify(tx: Tx, id: string): Promise<void> {
  const webhook = await findWebhook(tx, id)
  if (!webhook || !(await pauseWebhook(tx, { id, at: new Date() }))) return
  const { noticesOfId, organisationId, url } = webhook
  const recipients = noticesOfId ? [noticesOfId] : await listOrganisationAdminIds(tx, [organisationId])
  await sendNotice(tx, recipients, {
    kind: 'webhook.paused',
    title: `The webhook to ${parseHost(url)} is paused`,
    body: `${MAX_CONSECUTIVE_FAILURES} deliveries in a row failed. Nothing is sent to it until you resume it.`,
    href: noticesOfId ? paths.notificationSettings : paths.webhooks,
  })
}

type HookResponse = { status?: number; problem?: string; ms: number }

/** DNS is pinned to the public internet; redirects are not followed. */
export async function postHook(
  address: string,
  headers: Record<string, string>,
  body: string,
  egressPolicy: EgressPolicy = PUBLIC_INTERNET,
): Promise<HookResponse> {
  const startedMs = performance.now()
  const ms = () => Math.round(performance.now() - startedMs)
  try {
    const response = await requestGuarded(
      address,
      { method: 'POST', headers, body },
      { trusted: process.env.GUILDHALL_WEBHOOK_HOSTS, egressPolicy },
    )
    response.destroy()
    const status = response.statusCode ?? 0
    const isAccepted = status >= 200 && status < 300
    return { status, ...(!isAccepted && { problem: `The endpoint returned HTTP ${status}.` }), ms: ms() }
  } catch (thrown) {
    return { problem: postErrorText(thrown as NodeJS.ErrnoException), ms: ms() }
  }
}

function postErrorText(error: NodeJS.ErrnoException): string {
  if (error instanceof RefusedDestination) return error.message
  const { code, name } = error
  if (name === 'TimeoutError' || name === 'AbortError') return 'No response within ten seconds.'
  if (code === 'ECONNREFUSED') return 'The endpoint refused the connection.'
  if (code === 'ENOTFOUND') return 'The host does not exist.'
  if (code?.includes('CERT')) return 'The certificate of the endpoint is not valid.'
  return 'The connection was reset.'
}
