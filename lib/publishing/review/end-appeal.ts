/** The end of an appeal, however it is reached. Call these in the transaction that decides it. */

import type { Viewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { paths } from '../../kernel/site/paths.ts'
import { endAdminNotices } from '../../notices/end-notices.ts'
import { APPEAL_KINDS, type AppealKind } from '../model/appeal-kinds.ts'
import { type AppealClosing, closeAppeal } from '../rows/appeals.ts'
import type { VersionWithOwner } from '../rows/versions.ts'
import { auditMove, notifyPublisher } from './review-notices.ts'

/** Closes an appeal, about which the admins are asked no longer. Returns false if it is closed already. */
export async function endAppeal(tx: Tx, id: string, closing: AppealClosing): Promise<boolean> {
  if (!(await closeAppeal(tx, id, closing))) return false
  await endAdminNotices(tx, 'appeal.opened', paths.appeal(id))
  return true
}

type Overturned = {
  id: string
  kind: AppealKind
  version: VersionWithOwner
  /** What was decided on, such as "Greetings 1.0.0". */
  title: string
  closing: Omit<AppealClosing, 'outcome' | 'reason'> & { reason: string; isBySameAdmin: boolean }
}

/**
 * Closes an appeal as overturned, records that and tells the publisher; the caller undoes the decision. Returns false if
 * the appeal is closed already.
 */
export async function closeOverturned(
  tx: Tx,
  viewer: Viewer,
  { id, kind, version, title, closing }: Overturned,
): Promise<boolean> {
  if (!(await endAppeal(tx, id, { ...closing, outcome: 'overturned' }))) return false
  const { reason, isBySameAdmin } = closing
  await auditMove(tx, viewer, 'overturn', version, { appealId: id, kind, reason, isBySameAdmin })
  await notifyPublisher(tx, viewer, version, {
    kind: 'appeal.overturned',
    title: `Your appeal on ${title} succeeded`,
    body: `${APPEAL_KINDS[kind].overturned}\n\n${reason}`,
    href: paths.appeal(id),
  })
  return true
}
