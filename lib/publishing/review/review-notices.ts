/** Audit events and notices about versions. Call these in the transaction that changes the version. */

import { listAdminIds } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import type { AuditAction } from '../../audit/model/audit-terms.ts'
import type { Viewer } from '../../context/context.ts'
import { listOrganisationsAwaitingConsent } from '../../installs/list-running.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { paths } from '../../kernel/site/paths.ts'
import { endAdminNotices } from '../../notices/end-notices.ts'
import { fanOutNotice } from '../../notices/fan-out-notice.ts'
import type { NewNotice } from '../../notices/rows/notice-rows.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listMemberIds } from '../../organisations/rows/memberships.ts'

type NoticeSubject = {
  id: string
  number: string
  skillSet: { slug: string; name: string; publisher: { handle: string; organisationId: string } }
}

/** Returns "guildhall.text_tools 1.0.0". */
export function formatName({ number, skillSet }: NoticeSubject): string {
  return `${skillSet.publisher.handle}.${skillSet.slug} ${number}`
}

/** The part after the dot of an audit action, such as "approve" of "version.approve". */
type VersionAction = AuditAction extends infer Action
  ? Action extends `version.${infer Name}`
    ? Name
    : never
  : never

export function formatTitle({ number, skillSet }: NoticeSubject): string {
  return `${skillSet.name} ${number}`
}

export function auditMove(
  tx: Tx,
  actor: Viewer,
  action: VersionAction,
  subject: NoticeSubject,
  data: JsonObject = {},
): Promise<void> {
  return recordAudit(tx, {
    actor,
    action: `version.${action}`,
    subjectType: 'version',
    subjectId: subject.id,
    subject: formatName(subject),
    data,
  })
}

/** Notifies the members of the publisher's organisation, except the actor. */
export async function notifyPublisher(
  tx: Tx,
  actor: Viewer,
  { skillSet }: NoticeSubject,
  notice: NewNotice,
): Promise<void> {
  const members = await listMemberIds(tx, skillSet.publisher.organisationId)
  await sendNotice(tx, withoutUser(members, actor), notice)
}

/** Notifies the admins of the site, except the actor. */
export async function notifyAdmins(tx: Tx, actor: Viewer, notice: NewNotice): Promise<void> {
  await sendNotice(tx, withoutUser(await listAdminIds(tx), actor), notice)
}

/** Marks the admins' notices of a submission as read: it was decided, or withdrawn. */
export async function endReviewNotices(tx: Tx, submissionId: string): Promise<void> {
  await endAdminNotices(tx, 'submission.submitted', paths.submission(submissionId))
}

/**
 * Notifies the organisations that follow updates and have to consent to what this version adds. Call after the version
 * was published.
 */
export async function notifyFollowersToConsent(
  tx: Tx,
  actor: Viewer,
  version: NoticeSubject & { skillSet: { id: string } },
): Promise<void> {
  const { skillSet, number } = version
  for (const [running, organisationIds] of await listOrganisationsAwaitingConsent(tx, skillSet, version.id)) {
    const audience = { memberOfId: '', adminsOfIds: organisationIds, exceptUserId: actor.userId }
    await fanOutNotice(tx, audience, {
      kind: 'install.waiting',
      title: `${formatTitle(version)} needs your consent`,
      body: `This version may do more than you agreed to. ${running} keeps running until you review ${number}.`,
      href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
    })
  }
}

export function withoutUser(userIds: readonly string[], { userId }: Viewer): string[] {
  return userIds.filter((id) => id !== userId)
}
