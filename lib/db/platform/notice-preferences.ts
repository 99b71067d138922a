import type { Database, Tx } from '../core/prisma-client.ts'

export type PreferenceRow = { topic: string; onSite: boolean; byEmail: boolean }

export function listPreferences(db: Database | Tx, userId: string): Promise<PreferenceRow[]> {
  return db.noticePreference.findMany({
    where: { userId },
    select: { topic: true, onSite: true, byEmail: true },
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

export type NoticeRecipient = {
  id: string
  email: string
  emailVerified: Date | null
  noticePreferences: { onSite: boolean; byEmail: boolean }[]
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
      noticePreferences: { where: { topic }, select: { onSite: true, byEmail: true } },
    },
  })
}
