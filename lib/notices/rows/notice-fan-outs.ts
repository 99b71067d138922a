import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import type { NewNotice } from './notice-rows.ts'

/** All members of one organisation, and owners and admins of others, except the person who acted. */
export type NoticeAudience = { memberOfId: string; adminsOfIds: string[]; exceptUserId: string }

export type FanOutRow = NoticeAudience & { id: string; notice: NewNotice; lastUserId: string }

export async function insertFanOut(tx: Tx, { notice, ...row }: Omit<FanOutRow, 'lastUserId'>): Promise<void> {
  await tx.noticeFanOut.createMany({ data: [{ ...row, notice: dataColumn(notice) }] })
}

/** Returns null if everyone was notified. */
export async function lockFanOut(tx: Tx, id: string): Promise<FanOutRow | null> {
  await tx.$queryRaw`SELECT "id" FROM "NoticeFanOut" WHERE "id" = ${id} FOR UPDATE`
  return (await tx.noticeFanOut.findUnique({ where: { id } })) as FanOutRow | null
}

export async function advanceFanOut(tx: Tx, id: string, lastUserId: string): Promise<void> {
  await tx.noticeFanOut.updateMany({ where: { id }, data: { lastUserId } })
}

export async function deleteFanOut(tx: Tx, id: string): Promise<void> {
  await tx.noticeFanOut.deleteMany({ where: { id } })
}

/** Returns each person once, in the order of their ids, after `lastUserId`. */
export async function listNextRecipients(
  tx: Tx,
  { memberOfId, adminsOfIds, exceptUserId, lastUserId }: NoticeAudience & Pick<FanOutRow, 'lastUserId'>,
  take: number,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    SELECT DISTINCT "userId" FROM "Membership"
    WHERE "userId" > ${lastUserId} AND "userId" <> ${exceptUserId}
      AND ("organisationId" = ${memberOfId}
        OR ("role" IN ('OWNER', 'ADMIN') AND "organisationId" = ANY(${adminsOfIds})))
    ORDER BY 1 LIMIT ${take}::int`
  return rows.map(({ userId }) => userId)
}
