import type { Webhook, WebhookAttempt } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type WebhookRow = Webhook
export type AttemptRow = WebhookAttempt

export async function insertWebhook(
  tx: Tx,
  webhook: Omit<WebhookRow, 'createdAt' | 'pausedAt' | 'noticesOfId'> & { noticesOfId?: string },
): Promise<void> {
  await tx.webhook.create({ data: { ...webhook, sealed: Uint8Array.from(webhook.sealed) } })
}

export function listWebhookRows(db: Database, organisationId: string, attempts: number) {
  return db.webhook.findMany({
    where: { organisationId, noticesOfId: null },
    orderBy: { createdAt: 'asc' },
    include: { attempts: { orderBy: { at: 'desc' }, take: attempts } },
  })
}

export function countWebhooks(db: Database | Tx, organisationId: string): Promise<number> {
  return db.webhook.count({ where: { organisationId, noticesOfId: null } })
}

export function listSubscribedWebhooks(
  db: Database | Tx,
  { organisationId, skillName }: { organisationId: string; skillName: string },
): Promise<Pick<WebhookRow, 'id' | 'url'>[]> {
  return db.webhook.findMany({
    where: { organisationId, pausedAt: null, noticesOfId: null, OR: [{ skillName: null }, { skillName }] },
    select: { id: true, url: true },
  })
}

export function findWebhook(db: Database | Tx, id: string): Promise<WebhookRow | null> {
  return db.webhook.findUnique({ where: { id } })
}

export function findNoticeWebhook(db: Database | Tx, userId: string, attempts: number) {
  return db.webhook.findUnique({
    where: { noticesOfId: userId },
    include: { attempts: { orderBy: { at: 'desc' }, take: attempts } },
  })
}

export async function deleteNoticeWebhook(
  tx: Tx,
  userId: string,
): Promise<Pick<WebhookRow, 'id' | 'url'> | null> {
  const found = await findNoticeWebhook(tx, userId, 0)
  if (!found || (await deleteWebhook(tx, found)) === null) return null
  return { id: found.id, url: found.url }
}

/** Deletes the webhooks of runs of a personal organisation. Returns their number. */
export async function deletePersonalWebhooks(tx: Tx, userId: string): Promise<number> {
  const where = { organisation: { personalOfId: userId }, noticesOfId: null }
  return (await tx.webhook.deleteMany({ where })).count
}

export async function deleteWebhook(
  tx: Tx,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<string | null> {
  const found = await tx.webhook.findFirst({ where: { id, organisationId }, select: { url: true } })
  if (!found) return null
  await tx.webhook.delete({ where: { id } })
  return found.url
}

/** Returns false if the webhook was already paused. */
export async function pauseWebhook(
  db: Database | Tx,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const { count } = await db.webhook.updateMany({ where: { id, pausedAt: null }, data: { pausedAt: at } })
  return count === 1
}

export async function resumeWebhookRow(
  db: Database | Tx,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<boolean> {
  const where = { id, organisationId }
  return (await db.webhook.updateMany({ where, data: { pausedAt: null } })).count === 1
}

export async function countSecretsByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.webhook.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

export type WrappedSecret = Pick<WebhookRow, 'id' | 'organisationId' | 'sealed' | 'keyId'>

export function listSecretsWrappedBy(db: Database, keyId: string): Promise<WrappedSecret[]> {
  return db.webhook.findMany({
    where: { keyId },
    select: { id: true, organisationId: true, sealed: true, keyId: true },
  })
}

export async function rewrapSecret(
  db: Database,
  { id, keyId }: WrappedSecret,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  const { count } = await db.webhook.updateMany({ where: { id, keyId }, data: wrapped })
  return count === 1
}

export type NewAttempt = Omit<WebhookAttempt, 'id' | 'at'>

export async function insertWebhookAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  await db.webhookAttempt.createMany({ data: [attempt], skipDuplicates: true })
}

export async function listLatestStatuses(
  db: Database,
  webhookId: string,
  take: number,
): Promise<(number | null)[]> {
  const rows = await db.webhookAttempt.findMany({
    where: { webhookId },
    orderBy: { at: 'desc' },
    take,
    select: { status: true },
  })
  return rows.map(({ status }) => status)
}
