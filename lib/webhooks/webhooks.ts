/**
 * Webhooks of an organisation: who is told when a run has ended. Floor 3.
 *
 * The secret that messages are signed with is shown once, as the key of an API is; it rests sealed.
 * Source: Standard Webhooks 1.0; issue "Agents' doors", asynchronous runs.
 */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { masterKey, masterKeyOf } from '../config/master-key.ts'
import { placeOfWebhook, seal, unseal } from '../config/sealing.ts'
import { type Context, requireOrganisationAdmin } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { isStorable } from '../contract/json/storable.ts'
import { parseSkillName } from '../contract/market/skill-name.ts'
import * as store from '../db/webhooks.ts'
import { AppError } from '../errors.ts'

const MAX_WEBHOOKS = 10
const SHOWN_ATTEMPTS = 10

const fields = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Give an address that begins with https://.' })
    .max(1_000)
    .refine(isStorable, 'May not hold characters that cannot be kept.')
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'May not carry a name or password.'),
  skillName: z
    .string()
    .trim()
    .nullish()
    .transform((name) => name || null)
    .refine((name) => name === null || parseSkillName(name) !== null, 'Name it as publisher.skillset.skill.'),
})

/** Adds one. The secret is in the answer and never again. Throws POLICY_DENIED, INVALID_INPUT, CONFLICT for too many. */
export async function addWebhook(ctx: Context, given: unknown): Promise<{ id: string; secret: string }> {
  const viewer = requireOrganisationAdmin(ctx)
  const { url, skillName } = parseWith(fields, given)
  const { organisationId, userId: createdById } = viewer
  if ((await store.countWebhooks(ctx.db, organisationId)) >= MAX_WEBHOOKS)
    throw new AppError('CONFLICT', { message: `An organisation has ${MAX_WEBHOOKS} webhooks at most.` })
  const id = randomUUIDv7()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const { id: keyId } = masterKey()
  const sealed = seal(masterKey(), placeOfWebhook(organisationId, id), secret)
  await ctx.db.$transaction(async (tx) => {
    await store.insertWebhook(tx, { id, organisationId, url, skillName, sealed, keyId, createdById })
    const about = { subjectType: 'webhook', subjectId: id, subject: url }
    await recordAudit(tx, { actor: viewer, action: 'webhook.add', ...about })
  })
  return { id, secret }
}

export type WebhookView = {
  id: string
  url: string
  skillName: string | null
  isPaused: boolean
  createdAtMs: number
  /** The latest tries, newest first. */
  attempts: { runId: string; number: number; status: number | null; problem: string | null; atMs: number }[]
}

/** Throws POLICY_DENIED for plain members. */
export async function listWebhooks(ctx: Context): Promise<WebhookView[]> {
  const { organisationId } = requireOrganisationAdmin(ctx)
  const rows = await store.listWebhooks(ctx.db, organisationId, SHOWN_ATTEMPTS)
  return rows.map(({ id, url, skillName, pausedAt, createdAt, attempts }) => ({
    id,
    url,
    skillName,
    isPaused: pausedAt !== null,
    createdAtMs: createdAt.getTime(),
    attempts: attempts.map(({ runId, number, status, problem, at }) => ({
      runId,
      number,
      status,
      problem,
      atMs: at.getTime(),
    })),
  }))
}

const one = z.object({ id: z.uuid() })

/** Throws POLICY_DENIED for plain members, NOT_FOUND for another organisation's. */
export async function removeWebhook(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  const { id } = parseWith(one, given)
  await ctx.db.$transaction(async (tx) => {
    const url = await store.deleteWebhook(tx, { id, organisationId: viewer.organisationId })
    if (url === null) throw new AppError('NOT_FOUND', { message: 'This webhook was removed already.' })
    const about = { subjectType: 'webhook', subjectId: id, subject: url }
    await recordAudit(tx, { actor: viewer, action: 'webhook.remove', ...about })
  })
}

/** Sends to it again. Throws as `removeWebhook`. */
export async function resumeWebhook(ctx: Context, given: unknown): Promise<void> {
  const { organisationId } = requireOrganisationAdmin(ctx)
  const { id } = parseWith(one, given)
  if (!(await store.pauseWebhook(ctx.db, { id, organisationId, at: null })))
    throw new AppError('NOT_FOUND', { message: 'This webhook was removed.' })
}

/** What a worker signs with; null when the webhook is gone, paused, or its secret cannot be opened here. */
export async function openWebhook(
  db: Context['db'],
  id: string,
): Promise<{ url: string; secret: string } | null> {
  const row = await store.findWebhook(db, id)
  const key = row && masterKeyOf(row.keyId)
  if (!key || row.pausedAt) return null
  const secret = unseal(key, placeOfWebhook(row.organisationId, id), row.sealed)
  return secret === null ? null : { url: row.url, secret }
}
