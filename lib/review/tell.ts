/**
 * What the review desk tells people, and writes into the audit log, when a version moves. Floor 3.
 *
 * Everything here runs inside the transaction of the move.
 */
import { recordAudit } from '../audit/audit.ts'
import type { Viewer } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { paths } from '../contract/market/paths.ts'
import { listAdminIds, listCaretakerIds, listMemberIds } from '../db/audiences.ts'
import type { Tx } from '../db/client.ts'
import type { NewNotice } from '../db/notices.ts'
import { whoWaits } from '../installs/who-runs.ts'
import { notify } from '../notices/notices.ts'

/** A version, and whose it is: enough to name it and to find its people. */
export type Subject = {
  id: string
  number: string
  skillSet: { slug: string; name: string; publisher: { handle: string; organisationId: string } }
}

/** "Text tools 1.2.0", for sentences. */
export function titleOf({ number, skillSet }: Subject): string {
  return `${skillSet.name} ${number}`
}

/** Adds the line "`actor` did `action`" about a version. */
export function auditMove(
  tx: Tx,
  actor: Viewer,
  action: string,
  subject: Subject,
  data: JsonObject = {},
): Promise<void> {
  const { skillSet, number } = subject
  return recordAudit(tx, {
    actor,
    action: `version.${action}`,
    subjectType: 'version',
    subjectId: subject.id,
    subject: `${skillSet.publisher.handle}.${skillSet.slug} ${number}`,
    data,
  })
}

/** Tells everyone in the publishing organisation but the one who did it. */
export async function tellPublisher(
  tx: Tx,
  actor: Viewer,
  { skillSet }: Subject,
  notice: NewNotice,
): Promise<void> {
  const members = await listMemberIds(tx, skillSet.publisher.organisationId)
  await notify(tx, without(members, actor), notice)
}

/** Tells every admin but the one who did it. */
export async function tellAdmins(tx: Tx, actor: Viewer, notice: NewNotice): Promise<void> {
  await notify(tx, without(await listAdminIds(tx), actor), notice)
}

/**
 * Tells whoever may agree for an organisation that this version, in the range it follows, may do more than was agreed
 * to. To be asked once it is published.
 */
export async function tellThoseWhoMustAgree(
  tx: Tx,
  actor: Viewer,
  version: Subject & { skillSet: { id: string } },
): Promise<void> {
  const { skillSet, number } = version
  for (const [running, organisationIds] of await whoWaits(tx, skillSet, version.id)) {
    await notify(tx, without(await listCaretakerIds(tx, organisationIds), actor), {
      kind: 'install.waiting',
      title: `${titleOf(version)} waits for your consent`,
      body: `It may do more than was agreed to. ${running} goes on running until you have looked at ${number}.`,
      href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
    })
  }
}

/** These people but the one who did it, who knows already. */
export function without(userIds: readonly string[], { userId }: Viewer): string[] {
  return userIds.filter((each) => each !== userId)
}
