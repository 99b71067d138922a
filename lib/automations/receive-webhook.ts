/**
 * Receives the messages of webhooks. Each has a signature (Standard Webhooks 1.0), or a token for senders that cannot sign,
 * in the address or in a header. Messages with an id are deduplicated by it.
 */
import { randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { enforceRateLimit, RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { openSecret } from '../config/sealed-secrets.ts'
import type { Context } from '../context/context.ts'
import { hashSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { readJson } from '../kernel/json/read-json.ts'
import { setOwnProperty } from '../kernel/json/to-json.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { type AutomationWithParts, findAutomation } from './rows/automation-rows.ts'
import {
  countAutomationRuns,
  findAutomationRun,
  insertAutomationRun,
  OPEN_RUN_STATES,
} from './rows/automation-run-rows.ts'

/** For each automation. Senders repeat messages that are refused, so none is lost. */
const MAX_OPEN_RUNS = 100
const MAX_ID_CHARS = 200

type WebhookMessage = {
  automationId: string
  headers: { id: string | null; timestamp: string | null; signature: string | null }
  token: string | null
  /** The content type of the body; a form is read as a record of its fields. */
  contentType: string | null
  body: string
}

/**
 * Starts a run within a second. Returns its id, or that of the first for a repeated message. Throws NOT_FOUND for an
 * unknown automation, UNAUTHENTICATED without a valid token or signature, INVALID_INPUT for a body that is not JSON,
 * PRECONDITION_FAILED while it is paused, and RATE_LIMIT_EXCEEDED for too many unfinished runs.
 */
export async function receiveWebhook(
  { db }: Pick<Context, 'db'>,
  { automationId, headers, token, contentType, body }: WebhookMessage,
): Promise<{ id: string; isRepeated: boolean }> {
  const automation = await requireTrigger({ db }, automationId)
  const messageId =
    token === null
      ? await requireSignedBy(db, automation, headers, body)
      : await requireToken(db, automation, token, headers)
  const key = `message:${messageId}`
  const earlier = await findAutomationRun(db, { automationId, key })
  if (earlier) return { id: earlier.id, isRepeated: true }
  if (automation.pausedAt)
    throw new AppError('PRECONDITION_FAILED', { message: 'This automation is paused.' })
  const payload = token !== null && isForm(contentType) ? readForm(body) : requireJson(body)
  if ((await countAutomationRuns(db, automationId, OPEN_RUN_STATES)) >= MAX_OPEN_RUNS)
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `${MAX_OPEN_RUNS} runs of this automation have not ended yet, which is the limit.`,
      retryAfter: 30,
    })
  const id = randomUUIDv7()
  const event = { kind: 'webhook', payload } as const
  const isNew = await db.$transaction((tx) =>
    insertAutomationRun(tx, { id, automationId, key, dueAt: new Date(), state: 'waiting', event }),
  )
  if (isNew) return { id, isRepeated: false }
  const first = await findAutomationRun(db, { automationId, key })
  return { id: first?.id ?? id, isRepeated: true }
}

/**
 * Returns the automation of a webhook. Called before the body is read, so that a stranger cannot have a large one read:
 * the signature covers all of it. Throws NOT_FOUND.
 */
export async function requireTrigger({ db }: Pick<Context, 'db'>, id: string): Promise<AutomationWithParts> {
  const automation = isStorable(id) ? await findAutomation(db, { id }) : null
  if (!automation?.secretId) throw noTriggerError()
  return automation
}

function noTriggerError(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such webhook.' })
}

/**
 * Returns the id of the message, or a new one if it has none. Throws UNAUTHENTICATED for a wrong token, and
 * RATE_LIMIT_EXCEEDED for too many messages.
 */
async function requireToken(
  db: Context['db'],
  { id: automationId, tokenHash }: AutomationWithParts,
  token: string,
  { id }: WebhookMessage['headers'],
): Promise<string> {
  if (tokenHash === null || !isSameDigest(hashSecretToken(token), tokenHash))
    throw new AppError('UNAUTHENTICATED', {
      message: 'The token of this message is not valid.',
      suggestedAction: 'Use the address from the page of the automation, or create a new token there.',
    })
  await enforceRateLimit(db, RATE_LIMITS.messageByToken, automationId)
  return id !== null && id.length <= MAX_ID_CHARS && isStorable(id) ? id : `token:${randomUUIDv7()}`
}

/** Compares in constant time. */
function isSameDigest(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function isForm(contentType: string | null): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

function readForm(body: string): JsonObject {
  const fields: JsonObject = {}
  for (const [name, value] of new URLSearchParams(body)) setOwnProperty(fields, name, value)
  return fields
}

async function requireSignedBy(
  db: Context['db'],
  { secretId }: AutomationWithParts,
  headers: WebhookMessage['headers'],
  body: string,
): Promise<string> {
  const secret = secretId && (await openSecret(db, secretId))
  if (!secret) throw noTriggerError()
  return requireSigned(secret, headers, body)
}

/** Returns the id of the message. Throws UNAUTHENTICATED for a missing, wrong or old signature. */
function requireSigned(secret: string, headers: WebhookMessage['headers'], body: string): string {
  const { id, timestamp, signature } = headers
  const isNamed = id !== null && id.length <= MAX_ID_CHARS && isStorable(id)
  if (!isNamed || timestamp === null || signature === null)
    throw new AppError('UNAUTHENTICATED', {
      message: 'The message has neither a token nor a signature.',
      suggestedAction:
        'Add the token to the address (?token=…) or send it in the header x-webhook-token. Or sign the message as Standard Webhooks 1.0 says, with the headers webhook-id, webhook-timestamp and webhook-signature.',
    })
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    })
  } catch (cause) {
    // The library parses only after it has verified the signature, so the message is genuine.
    if (cause instanceof SyntaxError) return id
    if (!(cause instanceof WebhookVerificationError)) throw cause
    throw new AppError('UNAUTHENTICATED', {
      message: `The signature is not valid: ${cause.message}.`,
      suggestedAction: 'Sign the exact bytes of the body with the secret of this automation.',
      cause,
    })
  }
  return id
}

function requireJson(body: string): unknown {
  const { value, fault } = readJson(body)
  if (fault) throw new AppError('INVALID_INPUT', { message: 'The body of the message is not JSON.' })
  return value
}
