/** Members create automations; their creator and admins change them. */

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import type { AuditAction } from '../audit/model/audit-terms.ts'
import { storeSecret } from '../config/sealed-secrets.ts'
import { type Context, requireScope, requireViewer, type Viewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { makeSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import { readJson } from '../kernel/json/read-json.ts'
import { limitReached } from '../kernel/limit-reached.ts'
import { formatMicros, formatPrice } from '../kernel/money.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { lockOrganisation } from '../organisations/rows/organisations.ts'
import { findCurrentSkillName } from '../publishing/rows/former-names.ts'
import { parseMaxPrice } from '../runs/prepare/price-run.ts'
import { deleteSealedSecret } from '../settings/rows/setting-rows.ts'
import { AutomationBody, AutomationChangeBody, type AutomationWanted } from './automation-fields.ts'
import { checkPlanTarget, checkSkillCall } from './check-target.ts'
import type { AutomationEvent, AutomationTrigger } from './model/automation-trigger.ts'
import { listNextInstants } from './model/instants.ts'
import { requireOwnAutomation, requireStartable } from './own-automation.ts'
import * as store from './rows/automation-rows.ts'
import { insertAutomationRun } from './rows/automation-run-rows.ts'

const MAX_AUTOMATIONS = 100

export type CreatedAutomation = {
  id: string
  /** The secret of a webhook, which is shown this once. */
  secret?: string
  /** What messages to a webhook may carry instead of a signature; shown this once. */
  token?: string
}

/**
 * Creates an automation and returns its id, with the secret and the token of a webhook. Throws UNAUTHENTICATED, INVALID_INPUT,
 * NOT_FOUND for an unknown skill or plan, POLICY_DENIED, LIMIT_REACHED, and what a run would throw.
 */
export async function createAutomation(ctx: Context, given: unknown): Promise<CreatedAutomation> {
  const viewer = requireViewer(ctx)
  requireScope(ctx, 'run')
  const wanted = parseFields(AutomationBody, given)
  const { trigger, time_zone: timeZone = 'UTC' } = wanted
  const nextAt = findFirstInstant(trigger, timeZone)
  const target = await checkTarget(ctx, wanted)
  const { organisationId, userId } = viewer
  const id = randomUUIDv7()
  const secret = trigger.kind === 'webhook' ? `whsec_${randomBytes(32).toString('base64')}` : undefined
  const token = secret === undefined ? undefined : makeSecretToken(TOKEN_PREFIX)
  const acting = { organisationId, userId, keyId: ctx.keyId ?? null }
  await ctx.db.$transaction(async (tx) => {
    await requireRoom(tx, viewer)
    if (secret) await storeSecret(tx, { organisationId, id }, secret)
    const made = { id, ...acting, ...target, trigger, kind: trigger.kind, timeZone, nextAt }
    const keys = { secretId: secret ? id : null, tokenHash: token?.tokenHash ?? null }
    await store.insertAutomation(tx, { ...made, ...keys, title: wanted.title })
    await audit(tx, viewer, 'automation.create', { id, title: wanted.title })
  })
  return { id, ...(secret && { secret }), ...(token && { token: token.token }) }
}

const TOKEN_PREFIX = 'hook_'

/**
 * Replaces the token of a webhook, so that the former one is refused at once. Returns the new one, which is shown this
 * once. Throws NOT_FOUND, POLICY_DENIED for members who did not create it, and PRECONDITION_FAILED for another member's
 * webhook and for an automation without one.
 */
export async function rotateWebhookToken(ctx: Context, id: unknown): Promise<{ token: string }> {
  const viewer = requireViewer(ctx)
  const row = await requireOwnAutomation(ctx, id)
  requireWebhook(row)
  requireOwnSecret(row, viewer)
  const { token, tokenHash } = makeSecretToken(TOKEN_PREFIX)
  await ctx.db.$transaction(async (tx) => {
    await store.updateAutomation(tx, { id: row.id }, { tokenHash })
    await audit(tx, viewer, 'automation.change', row)
  })
  return { token }
}

/**
 * Starts one run with a message, as if the webhook had received it. Returns the id of the occurrence. Throws NOT_FOUND,
 * POLICY_DENIED, INVALID_INPUT for a message that is not JSON, and PRECONDITION_FAILED for an automation without a webhook.
 */
export async function sendTestMessage(ctx: Context, id: unknown, message: unknown): Promise<{ id: string }> {
  const row = await requireStartable(ctx, id)
  requireWebhook(row)
  const text = parseFields(z.string().max(MAX_TEST_CHARS, 'The message is too long.'), message)
  const { value: payload, fault } = readJson(text)
  if (fault) throw new AppError('INVALID_INPUT', { message: 'The message is not JSON.' })
  return insertOccurrence(ctx, row.id, { key: 'test', event: { kind: 'webhook', payload } })
}

const MAX_TEST_CHARS = 100_000

function requireWebhook({ secretId }: store.AutomationWithParts): void {
  if (secretId) return
  throw new AppError('PRECONDITION_FAILED', { message: 'This automation is not started by a webhook.' })
}

/**
 * Its runs act as the caller from then on. Throws as `createAutomation`, NOT_FOUND, POLICY_DENIED for members who did
 * not create it, and PRECONDITION_FAILED for another member's webhook.
 */
export async function changeAutomation(ctx: Context, id: unknown, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const row = await requireOwnAutomation(ctx, id)
  requireOwnSecret(row, viewer)
  const change = parseFields(AutomationChangeBody, given)
  const trigger = change.trigger ?? row.trigger
  const timeZone = change.time_zone ?? row.timeZone
  requireSameSource(row.trigger, trigger)
  const { userId } = viewer
  const isRescheduled = change.trigger !== undefined || change.time_zone !== undefined
  const target = await checkTarget(ctx, {
    skill: row.skillName ?? undefined,
    plan: row.savedPlanId ?? undefined,
    version: change.version ?? row.version ?? undefined,
    input: change.input ?? row.input,
    max_price: change.max_price ?? formatMicros(row.maxPriceMicros),
    confirmed: change.confirmed ?? false,
    trigger,
    time_zone: timeZone,
  })
  const acting = { userId, keyId: ctx.keyId ?? null }
  const rest = { trigger, kind: trigger.kind, timeZone, title: change.title ?? row.title }
  await ctx.db.$transaction(async (tx) => {
    // It may have been paused or resumed during the check.
    const current = await store.lockAutomation(tx, row.id)
    if (!current) throw new AppError('NOT_FOUND')
    const nextAt = current.pausedAt
      ? null
      : isRescheduled
        ? findFirstInstant(trigger, timeZone)
        : current.nextAt
    await store.updateAutomation(tx, { id: row.id }, { ...target, ...acting, ...rest, nextAt })
    await audit(tx, viewer, 'automation.change', { id: row.id, title: rest.title })
  })
}

/** Stops the trigger: nothing is due until somebody resumes it. Throws NOT_FOUND and POLICY_DENIED. */
export async function pauseAutomation(ctx: Context, id: unknown): Promise<void> {
  const row = await requireOwnAutomation(ctx, id)
  const paused = { pausedAt: new Date(), pauseReason: null, nextAt: null }
  await store.updateAutomation(ctx.db, { id: row.id }, paused)
}

/**
 * Waits for the next time from now on: times that were missed during the pause are not made up for. Throws NOT_FOUND,
 * POLICY_DENIED, and INVALID_INPUT if the only time is over.
 */
export async function resumeAutomation(ctx: Context, id: unknown): Promise<void> {
  const row = await requireStartable(ctx, id)
  const nextAt = findFirstInstant(row.trigger, row.timeZone)
  const resumed = { pausedAt: null, pauseReason: null, failuresInRow: 0, nextAt }
  await store.updateAutomation(ctx.db, { id: row.id }, resumed)
}

/** Deletes the automation with the secret of its webhook. Throws NOT_FOUND and POLICY_DENIED. */
export async function deleteAutomation(ctx: Context, id: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const row = await requireOwnAutomation(ctx, id)
  await ctx.db.$transaction(async (tx) => {
    const { organisationId } = row
    if (!(await store.deleteAutomationRow(tx, { id: row.id, organisationId })))
      throw new AppError('NOT_FOUND')
    if (row.secretId) await deleteSealedSecret(tx, row.secretId)
    await audit(tx, viewer, 'automation.delete', row)
  })
}

/**
 * Starts one run now, also while the automation is paused, and leaves its schedule as it is. Returns the id of the
 * occurrence. Throws NOT_FOUND and POLICY_DENIED.
 */
export async function runAutomationNow(ctx: Context, id: unknown): Promise<{ id: string }> {
  const row = await requireStartable(ctx, id)
  return insertOccurrence(ctx, row.id, { key: 'now' })
}

async function insertOccurrence(
  { db }: Context,
  automationId: string,
  { key, event }: { key: 'now' | 'test'; event?: AutomationEvent },
): Promise<{ id: string }> {
  const id = randomUUIDv7()
  const occurrence = { id, automationId, key: `${key}:${id}`, dueAt: new Date(), state: 'waiting' } as const
  await db.$transaction((tx) => insertAutomationRun(tx, { ...occurrence, ...(event && { event }) }))
  return { id }
}

type CheckedTarget = Pick<
  store.NewAutomation,
  'skillName' | 'version' | 'input' | 'savedPlanId' | 'confirmedDigest' | 'maxPriceMicros'
>

async function checkTarget(ctx: Context, wanted: Omit<AutomationWanted, 'title'>): Promise<CheckedTarget> {
  const { skill, plan, version, trigger, time_zone: timeZone = 'UTC', confirmed = false } = wanted
  const input: Json = wanted.input ?? {}
  const maxPrice = formatPrice(wanted.max_price ?? '0')
  // Nothing below validates the price if a webhook supplies the input.
  const maxPriceMicros = parseMaxPrice(maxPrice)
  if (skill === undefined) {
    const checked = await checkPlanTarget(ctx, { name: plan ?? '', maxPrice, isConfirmed: confirmed })
    return { ...checked, skillName: null, version: null, input: {}, maxPriceMicros }
  }
  const isInputComplete = trigger.kind !== 'webhook' && !('field' in trigger && trigger.field)
  const call = { name: skill, version, input, timeZone, maxPrice }
  await checkSkillCall(ctx, call, { isInputComplete })
  const none = { savedPlanId: null, confirmedDigest: null }
  const skillName = await findCurrentSkillName(ctx.db, skill)
  return { ...none, skillName, version: version ?? null, input, maxPriceMicros }
}

/** Returns when the trigger is due first; null for a trigger without times. Throws INVALID_INPUT for a past time. */
function findFirstInstant(trigger: AutomationTrigger, timeZone: string): Date | null {
  const [first] = listNextInstants(trigger, timeZone, { after: new Date(), count: 1 })
  if (first || trigger.kind !== 'once') return first ?? null
  const message = 'must be in the future'
  throw new AppError('INVALID_INPUT', {
    message: 'This time is in the past.',
    issues: [{ path: '/trigger/at', message }],
  })
}

/**
 * Refuses to turn a webhook into another trigger or the other way round, because the sender of a webhook has its
 * address and secret. Throws INVALID_INPUT.
 */
function requireSameSource(before: AutomationTrigger, after: AutomationTrigger): void {
  if ((before.kind === 'webhook') === (after.kind === 'webhook')) return
  throw new AppError('INVALID_INPUT', {
    issues: [
      { path: '/trigger/kind', message: 'cannot change from or to a webhook: create a new automation' },
    ],
  })
}

/**
 * Refuses to change the webhook of another member: whoever created it has the secret, and could start runs that act as
 * the viewer.
 */
function requireOwnSecret({ secretId, userId }: store.AutomationWithParts, viewer: Viewer): void {
  if (!secretId || userId === viewer.userId) return
  throw new AppError('PRECONDITION_FAILED', {
    message: 'Another member created this webhook and has its secret, and its runs would act as you.',
    suggestedAction: 'Create an automation of your own, and delete this one.',
  })
}

async function requireRoom(tx: Tx, { organisationId, organisationName }: Viewer): Promise<void> {
  await lockOrganisation(tx, organisationId)
  const used = await store.countAutomations(tx, organisationId)
  if (used < MAX_AUTOMATIONS) return
  throw limitReached('automations', {
    max: MAX_AUTOMATIONS,
    used,
    message: `${organisationName} has ${used} automations, the maximum.`,
  })
}

function audit(tx: Tx, viewer: Viewer, action: AuditAction, { id, title }: { id: string; title: string }) {
  const about = { subjectType: 'automation' as const, subjectId: id, subject: title }
  return recordAudit(tx, { actor: viewer, action, ...about, data: { organisation: viewer.organisationName } })
}
