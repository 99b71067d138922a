import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type ChannelRow = { onSite: boolean; byEmail: boolean; byWebhook: boolean }

type PreferenceRow = ChannelRow & { topic: string }

export function listPreferences(db: Database | Tx, userId: string): Promise<PreferenceRow[]> {
  return db.noticePreference.findMany({
    where: { userId },
    select: { topic: true, onSite: true, byEmail: true, byWebhook: true },
  })
}

export async function storePreference(
  tx: Database | Tx,
  userId: string,
  { topic, ...channels }: PreferenceRow,
): Promise<void> {
  const userId_topic = { userId, topic }
  await tx.noticePreference.upsert({
    where: { userId_topic },
    create: { ...userId_topic, ...channels },
    update: channels,
  })
}

type NoticeRecipient = {
  id: string
  email: string
  emailVerified: Date | null
  noticePreferences: ChannelRow[]
  noticeWebhook: { id: string; url: string; pausedAt: Date | null } | null
}

export function listRecipients(
  db: Database | Tx,
  userIds: readonly string[],
  topic: string,
): Promise<NoticeRecipient[]> {
  return db.user.findMany({
    where: { id: { in: [...userIds] }, lockedAt: null },
    select: {
      id: true,
      email: true,
      emailVerified: true,
      noticePreferences: { where: { topic }, select: { onSite: true, byEmail: true, byWebhook: true } },
      noticeWebhook: { select: { id: true, url: true, pausedAt: true } },
    },
  })
}
