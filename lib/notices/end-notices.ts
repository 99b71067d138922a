import { listAdminIds } from '../accounts/rows/users.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import type { NoticeKind } from './model/notice-topics.ts'
import { markNoticesDone } from './rows/notice-rows.ts'

/**
 * Marks what asked the admins for a decision as read, because one of them decided it, or it was taken back. `href` names
 * the page of the request, as its notice does. Call in the transaction of the decision.
 */
export async function endAdminNotices(tx: Tx, kind: NoticeKind, href: string): Promise<void> {
  await markNoticesDone(tx, { userIds: await listAdminIds(tx), kind, href, at: new Date() })
}
