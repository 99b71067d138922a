import type { Mail } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { MailKind } from '../model/notice-topics.ts'

export type MailRow = Mail
type NewMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html'> & {
  kind: MailKind
  userId?: string | null
  unsubscribeUrl?: string | null
  state: 'waiting' | 'outbox'
}

export async function insertMails(tx: Database | Tx, mails: NewMail[]): Promise<void> {
  await tx.mail.createMany({ data: mails })
}

/** No other process can claim the same mail. Returns null if none is due. */
export async function claimMail(db: Database, now: Date): Promise<MailRow | null> {
  const [row] = await db.$queryRaw<MailRow[]>`
    UPDATE "Mail" SET "state" = 'sending', "attempts" = "attempts" + 1, "startedAt" = ${now}
    WHERE "id" = (
      SELECT "id" FROM "Mail" WHERE "state" = 'waiting' AND "dueAt" <= ${now}
      ORDER BY "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING *`
  return row ?? null
}

type MailOutcome =
  | { state: 'sent'; at: Date }
  | { state: 'waiting'; problem: string; dueAt: Date }
  | { state: 'failed'; problem: string }

export async function recordOutcome(db: Database, id: string, outcome: MailOutcome): Promise<void> {
  const { state } = outcome
  const data =
    outcome.state === 'sent'
      ? { state, sentAt: outcome.at, problem: null, text: '', html: '' }
      : { ...outcome }
  await db.mail.updateMany({ where: { id, state: 'sending' }, data })
}

/** A second attempt could deliver a mail twice. */
export async function failInterrupted(db: Database, startedBefore: Date, problem: string): Promise<void> {
  const where = { state: 'sending', startedAt: { lt: startedBefore } }
  await db.mail.updateMany({ where, data: { state: 'failed', problem } })
}

export async function failStale(db: Database, createdBefore: Date, problem: string): Promise<void> {
  await db.mail.updateMany({
    where: { state: 'waiting', createdAt: { lt: createdBefore } },
    data: { state: 'failed', problem },
  })
}

export async function hasDueMail(db: Database, now: Date): Promise<boolean> {
  const where = { state: 'waiting', dueAt: { lte: now } }
  return (await db.mail.findFirst({ where, select: { id: true } })) !== null
}

/** Does not count an attempt. */
export async function postponeDue(
  db: Database,
  { now, dueAt, problem }: { now: Date; dueAt: Date; problem: string },
): Promise<void> {
  await db.mail.updateMany({
    where: { state: 'waiting', dueAt: { lte: now } },
    data: { dueAt, problem },
  })
}

export async function deleteOldMails(db: Database, createdBefore: Date): Promise<void> {
  await db.mail.deleteMany({
    where: { createdAt: { lt: createdBefore }, state: { notIn: ['waiting', 'sending'] } },
  })
}

export function listMailRows(
  db: Database,
  page: { after?: string | undefined; take: number },
): Promise<MailRow[]> {
  return db.mail.findMany({
    orderBy: { id: 'desc' },
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
}

export async function requeueMail(db: Database | Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await db.mail.updateMany({
    where: { id, state: 'failed', text: { not: '' } },
    data: { state: 'waiting', attempts: 0, dueAt: now, problem: null },
  })
  return count === 1
}

/** Returns for how many seconds the oldest due mail has waited; 0 if none does. */
export async function measureMailDelay(db: Database, now: Date): Promise<number> {
  const oldest = await db.mail.findFirst({
    where: { state: 'waiting', dueAt: { lte: now } },
    orderBy: { dueAt: 'asc' },
    select: { dueAt: true },
  })
  return oldest ? (now.getTime() - oldest.dueAt.getTime()) / 1_000 : 0
}
