/** Tells the publisher and the admins what a version did for the first time, although it did not change. */
import { listAdminIds } from '../accounts/rows/users.ts'
import type { Context } from '../context/context.ts'
import { FAN_OUT_TRANSACTION } from '../kernel/db/prisma-client.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { listMemberIds } from '../organisations/rows/memberships.ts'
import { describeBehaviour } from './model/describe-behaviour.ts'
import { takeUnreportedLines } from './rows/behaviour-rows.ts'

const NAMED_IN_NOTICE = 5

/**
 * Sends one notice for each version with first-ever lines that nobody was told of yet. Admins hear of reviewed versions only:
 * a private one is its organisation's own.
 */
export async function reportNewBehaviour({ db }: Pick<Context, 'db'>, now = new Date()): Promise<void> {
  await db.$transaction(async (tx) => {
    const taken = await takeUnreportedLines(tx, now)
    const byVersion = Map.groupBy(taken, ({ version }) => version.id)
    for (const lines of byVersion.values()) {
      const [first] = lines
      if (!first) continue
      const { version, line } = first
      const { name, slug, publisher } = version.skillSet
      const sentences = lines
        .slice(0, NAMED_IN_NOTICE)
        .map(({ line }) => `${line.skill}: ${describeBehaviour(line)}`)
      const more = lines.length > NAMED_IN_NOTICE ? [`${lines.length - NAMED_IN_NOTICE} more lines.`] : []
      const isPaused = version.behaviour !== null && version.behaviour.pausedAt !== null
      const paused = isPaused ? ['No new run starts until an admin has looked at it.'] : []
      const notice = {
        kind: 'version.behaviour' as const,
        title: `${name} ${version.number} did something for the first time${isPaused ? ' and is paused' : ''}`,
        body: [...sentences, ...more, ...paused].join('\n\n'),
      }
      const members = await listMemberIds(tx, publisher.organisationId)
      const href = `${paths.skill(publisher.handle, slug, line.skill)}#behaviour`
      await sendNotice(tx, members, { ...notice, href })
      if (!version.reviewed) continue
      const admins = (await listAdminIds(tx)).filter((id) => !members.includes(id))
      await sendNotice(tx, admins, { ...notice, href: paths.adminBehaviour })
    }
  }, FAN_OUT_TRANSACTION)
}
