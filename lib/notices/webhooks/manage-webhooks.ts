/**
 * Webhooks of an organisation for ended runs (Standard Webhooks 1.0). The signing secret is shown once and stored
 * encrypted.
 */

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { findMasterKey, masterKey } from '../../config/master-key.ts'
import { seal, unseal, webhookLocation } from '../../config/sealing.ts'
import { type Context, requireOrganisationAdmin } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { parseSkillName } from '../../kernel/names/skill-name.ts'
import { parseDestination } from '../../kernel/network/destination.ts'
import { isTrustedHost } from '../../kernel/network/pin-host.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { findCurrentSkillName } from '../../publishing/rows/former-names.ts'
import { findVisibleSkillSet } from '../../publishing/rows/published-versions.ts'
import * as store from '../rows/webhook-rows.ts'

const MAX_WEBHOOKS = 10
export const SHOWN_ATTEMPTS = 10

export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https://.' })
  .max(1_000)
  .refine(isStorable, 'Must not contain characters that cannot be stored.')
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'Must not contain a username or password.')

const WebhookFields = z.object({
  url: WebhookUrl,
  skillName: z
    .string()
    .trim()
    .nullish()
    .transform((name) => name || null)
    .refine(
      (name) => name === null || parseSkillName(name) !== null,
      'Enter it as publisher.skillset.skill.',
    ),
})

export type NewWebhook = {
  secret: string
  /** Set if nothing will be delivered to this URL as the site is configured. */
  warning?: string
}

/**
 * Says why deliveries to an address inside of a network will be refused. Other hosts are resolved at each delivery,
 * which may find that they are not public either. Returns undefined for them.
 */
export function deliveryWarning(url: string): string | undefined {
  const { hostname } = new URL(url)
  if (isTrustedHost(new URL(url), process.env.GUILDHALL_WEBHOOK_HOSTS)) return undefined
  const destination = parseDestination(url, [hostname.replace(/^\[|\]$/g, '')])
  if (!('refusal' in destination)) return undefined
  return `Nothing will be delivered: ${destination.refusal} The operator of this site can allow the host with GUILDHALL_WEBHOOK_HOSTS.`
}

/** The secret is returned only here. Throws POLICY_DENIED, INVALID_INPUT, LIMIT_REACHED. */
export async function addWebhook(ctx: Context, given: unknown): Promise<NewWebhook & { id: string }> {
  const viewer = requireOrganisationAdmin(ctx)
  const { url, skillName: named } = parseFields(WebhookFields, given)
  const skillName = named && (await findCurrentName(ctx, named))
  const { organisationId, userId: createdById } = viewer
  const { id, secret, ...sealed } = makeWebhookSecret(organisationId)
  await ctx.db.$transaction(async (tx) => {
    await lockOrganisation(tx, organisationId)
    const used = await store.countWebhooks(tx, organisationId)
    if (used >= MAX_WEBHOOKS)
      throw limitReached('webhooks', {
        max: MAX_WEBHOOKS,
        used,
        message: `${viewer.organisationName} has ${used} webhooks, the maximum.`,
      })
    await store.insertWebhook(tx, { id, organisationId, url, skillName, ...sealed, createdById })
    const about = { subjectType: 'webhook' as const, subjectId: id, subject: url }
    await recordAudit(tx, { actor: viewer, action: 'webhook.add', ...about })
  })
  const warning = deliveryWarning(url)
  return { id, secret, ...(warning && { warning }) }
}

/** `sealed` is the secret for the row with this id. */
export function makeWebhookSecret(organisationId: string) {
  const id = randomUUIDv7()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const { id: keyId } = masterKey()
  return { id, secret, sealed: seal(masterKey(), webhookLocation(organisationId, id), secret), keyId }
}

/** Runs are recorded under the current name. Unknown names stay, as the skill may come later. */
async function findCurrentName({ db, viewer }: Context, name: string): Promise<string> {
  const { publisher = '', skillSet: skillset = '' } = parseSkillName(name) ?? {}
  const isVisible = await findVisibleSkillSet(db, { publisher, skillset }, viewer?.userId)
  return isVisible ? findCurrentSkillName(db, name) : name
}

export type WebhookView = {
  id: string
  url: string
  skillName: string | null
  isPaused: boolean
  createdAtMs: number
  attempts: AttemptView[]
}

/** For webhooks of notices, `runId` is the notice's. */
export type AttemptView = {
  runId: string
  number: number
  status: number | null
  problem: string | null
  atMs: number
}

export async function listWebhooks(ctx: Context): Promise<WebhookView[]> {
  const { organisationId } = requireOrganisationAdmin(ctx)
  const rows = await store.listWebhookRows(ctx.db, organisationId, SHOWN_ATTEMPTS)
  return rows.map(({ id, url, skillName, pausedAt, createdAt, attempts }) => ({
    id,
    url,
    skillName,
    isPaused: pausedAt !== null,
    createdAtMs: createdAt.getTime(),
    attempts: attempts.map(viewAttempt),
  }))
}

export function viewAttempt({ runId, number, status, problem, at }: store.AttemptRow): AttemptView {
  return { runId, number, status, problem, atMs: at.getTime() }
}

const WebhookRef = z.object({ id: z.uuid() })

export async function removeWebhook(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  const { id } = parseFields(WebhookRef, given)
  await ctx.db.$transaction(async (tx) => {
    const url = await store.deleteWebhook(tx, { id, organisationId: viewer.organisationId })
    if (url === null) throw new AppError('NOT_FOUND', { message: 'This webhook has already been removed.' })
    const about = { subjectType: 'webhook' as const, subjectId: id, subject: url }
    await recordAudit(tx, { actor: viewer, action: 'webhook.remove', ...about })
  })
}

export async function resumeWebhook(ctx: Context, given: unknown): Promise<void> {
  const { organisationId } = requireOrganisationAdmin(ctx)
  const { id } = parseFields(WebhookRef, given)
  if (!(await store.resumeWebhookRow(ctx.db, { id, organisationId })))
    throw new AppError('NOT_FOUND', { message: 'This webhook has been removed.' })
}

/** Returns URL and secret for a worker; null if it is gone or paused, or cannot be decrypted. */
export async function openWebhook(
  db: Context['db'],
  id: string,
): Promise<{ url: string; secret: string } | null> {
  const row = await store.findWebhook(db, id)
  const key = row && findMasterKey(row.keyId)
  if (!key || row.pausedAt) return null
  const secret = unseal(key, webhookLocation(row.organisationId, id), row.sealed)
  return secret === null ? null : { url: row.url, secret }
}
