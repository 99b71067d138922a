/** Pages that are open and listen. Floor 1. */
import type { Database } from './client.ts'

type Owner = { organisationId: string; userId: string }

/** Says that the page is still there. */
export async function seePage(db: Database, id: string, { organisationId, userId }: Owner): Promise<void> {
  const seen = { organisationId, userId, seenAt: new Date() }
  await db.openPage.upsert({ where: { id }, create: { id, ...seen }, update: seen })
}

/** Also takes along what has not been seen for so long that its server must have ended before it. */
export async function leavePage(db: Database, id: string, unseenSince: Date): Promise<void> {
  await db.openPage.deleteMany({ where: { OR: [{ id }, { seenAt: { lt: unseenSince } }] } })
}

/**
 * The page this person looked at last, of those seen since `since`; null when none is open. A page has a new id each
 * time it comes to the front (components/shell/live-channel.ts), so its row is as old as that.
 */
export async function findPageInFront(db: Database, owner: Owner, since: Date): Promise<string | null> {
  const { organisationId, userId } = owner
  const page = await db.openPage.findFirst({
    where: { organisationId, userId, seenAt: { gte: since } },
    orderBy: { focusedAt: 'desc' },
    select: { id: true },
  })
  return page?.id ?? null
}
