/** A person's webhook for their notices. It belongs to their personal organisation and gets no runs. */
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireViewer, type Viewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { findPersonalOrganisation } from '../../organisations/rows/organisations.ts'
import * as store from '../rows/webhook-rows.ts'
import {
  type AttemptView,
  deliveryWarning,
  makeWebhookSecret,
  type NewWebhook,
  SHOWN_ATTEMPTS,
  viewAttempt,
  WebhookUrl,
} from './manage-webhooks.ts'

export type NoticeWebhookView = {
  id: string
  url: string
  isPaused: boolean
  createdAtMs: number
  attempts: AttemptView[]
}

/** Returns null if there is none. Throws UNAUTHENTICATED. */
export async function getNoticeWebhook(ctx: Context): Promise<NoticeWebhookView | null> {
  const { userId } = requireViewer(ctx)
  const row = await store.findNoticeWebhook(ctx.db, userId, SHOWN_ATTEMPTS)
  if (!row) return null
  return {
    id: row.id,
    url: row.url,
    isPaused: row.pausedAt !== null,
    createdAtMs: row.createdAt.getTime(),
    attempts: row.attempts.map(viewAttempt),
  }
}

const NoticeWebhookFields = z.object({ url: WebhookUrl })

/** Replaces an earlier one. The secret is returned only here. Throws UNAUTHENTICATED, INVALID_INPUT. */
export async function setNoticeWebhook(ctx: Context, given: unknown): Promise<NewWebhook> {
  const viewer = requireViewer(ctx)
  const { url } = parseFields(NoticeWebhookFields, given)
  const organisation = await findPersonalOrganisation(ctx.db, viewer.userId)
  if (!organisation) throw new AppError('NOT_FOUND', { message: 'Your account has been deleted.' })
  const { id, secret, sealed, keyId } = makeWebhookSecret(organisation.id)
  const { userId } = viewer
  await ctx.db.$transaction(async (tx) => {
    await remove(tx, viewer)
    await store.insertWebhook(tx, {
      ...{ id, url, sealed, keyId, organisationId: organisation.id },
      ...{ skillName: null, createdById: userId, noticesOfId: userId },
    })
    const about = { subjectType: 'webhook' as const, subjectId: id, subject: url }
    await recordAudit(tx, { actor: viewer, action: 'webhook.add', ...about })
  })
  const warning = deliveryWarning(url)
  return { secret, ...(warning && { warning }) }
}

/** Throws UNAUTHENTICATED. */
export async function removeNoticeWebhook(ctx: Context): Promise<void> {
  const viewer = requireViewer(ctx)
  await ctx.db.$transaction((tx) => remove(tx, viewer))
}

async function remove(tx: Tx, viewer: Viewer): Promise<void> {
  const row = await store.deleteNoticeWebhook(tx, viewer.userId)
  if (!row) return
  const about = { subjectType: 'webhook' as const, subjectId: row.id, subject: row.url }
  await recordAudit(tx, { actor: viewer, action: 'webhook.remove', ...about })
}

/** Throws UNAUTHENTICATED, NOT_FOUND. */
export async function resumeNoticeWebhook(ctx: Context): Promise<void> {
  const { userId } = requireViewer(ctx)
  const row = await store.findNoticeWebhook(ctx.db, userId, 0)
  if (!row || !(await store.resumeWebhookRow(ctx.db, row)))
    throw new AppError('NOT_FOUND', { message: 'This webhook has been removed.' })
}
