/** Tells the publisher and the admins what a version did for the first time, although it did not change. */
import { listAdminIds } from '../accounts/rows/users.ts'
import type { Context } from '../context/context.ts'
import { FAN_OUT_TRANSACTION } from '../kernel/db/prisma-client.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { listMemberIds } from '../organisations/rows/memberships.ts'
import { BEHAVIOUR_KINDS, type BehaviourLine } from './model/behaviour-profile.ts'
import { describeBehaviour } from './model/describe-behaviour.ts'
import { SHOWN_FROM_ORGANISATIONS, takeUnreportedLines } from './rows/behaviour-rows.ts'

const NAMED_IN_NOTICE = 5

/**
 * Sends one notice for each version with first-ever lines that nobody was told of yet. Admins hear of reviewed versions only:
 * a private one is its organisation's own. Until enough organisations have caused a line, its publisher hears no more than its
 * kind, since the rest could tell what a single one does.
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
      const isPaused = version.behaviour !== null && version.behaviour.pausedAt !== null
      const describe = (isAdmin: boolean) => {
        const sentences = lines.map((each) =>
          describeFirst(each, isAdmin || version.visibility === 'PRIVATE'),
        )
        const named = [...new Set(sentences)]
        const more = named.length > NAMED_IN_NOTICE ? [`${named.length - NAMED_IN_NOTICE} more lines.`] : []
        const paused = isPaused ? ['No new run starts until an admin has looked at it.'] : []
        return {
          kind: 'version.behaviour' as const,
          title: `${name} ${version.number} did something for the first time${isPaused ? ' and is paused' : ''}`,
          body: [...named.slice(0, NAMED_IN_NOTICE), ...more, ...paused].join('\n\n'),
        }
      }
      const admins = version.reviewed ? await listAdminIds(tx) : []
      const members = await listMemberIds(tx, publisher.organisationId)
      const href = `${paths.skill(publisher.handle, slug, line.skill)}#behaviour`
      const others = members.filter((id) => !admins.includes(id))
      await sendNotice(tx, others, { ...describe(false), href })
      await sendNotice(tx, admins, { ...describe(true), href: paths.adminBehaviour })
    }
  }, FAN_OUT_TRANSACTION)
}

type First = { line: BehaviourLine; organisations: number }

function describeFirst({ line, organisations }: First, isWhole: boolean): string {
  const { skill, kind } = line
  return isWhole || organisations >= SHOWN_FROM_ORGANISATIONS
    ? `${skill}: ${describeBehaviour(line)}`
    : `${skill}: Something new of the kind “${BEHAVIOUR_KINDS[kind].label}”. What it is shows on its page once ${SHOWN_FROM_ORGANISATIONS} organisations have caused it.`
}
