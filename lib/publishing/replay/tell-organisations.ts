/** Tells organisations that agreed to replays that a submitted version would change results of theirs. */
import type { Context } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { logFault } from '../../kernel/logging/log.ts'
import { paths } from '../../kernel/site/paths.ts'
import { plural } from '../../kernel/text/plural.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { markNoticeSent, type NewNotice } from '../../notices/rows/notice-rows.ts'
import { sendNoticeOnce } from '../../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../../organisations/rows/memberships.ts'
import { isChange, type ReplayVerdict } from '../model/replay-verdicts.ts'
import { countCasesOfOthers } from '../rows/replays.ts'
import { findSubmission } from '../rows/submissions.ts'

/** A submission that is sent again has the number of the version that its followers were told about. */
const VERSION_DAYS = 365

/**
 * Sends the owners and admins of each organisation whose own results would change one notice for a version, however often it
 * is submitted, and at most one a day for all versions of a SkillSet. Does nothing for a submission that was decided. An
 * organisation that cannot be told is logged and passed over.
 */
export async function tellOrganisations({ db }: Pick<Context, 'db'>, submissionId: string): Promise<void> {
  const submission = await findSubmission(db, submissionId)
  if (!submission || submission.decision !== null) return
  const { number, skillSet } = submission.version
  const name = `${skillSet.publisher.handle}.${skillSet.slug}`
  const counts = await countCasesOfOthers(db, submissionId)
  const byOrganisation = Object.groupBy(counts, ({ organisationId }) => organisationId)
  for (const [organisationId, own = []] of Object.entries(byOrganisation)) {
    const tried = own.reduce((sum, { count }) => sum + count, 0)
    // A slower run has the same result.
    const isOther = (verdict: ReplayVerdict) => isChange(verdict) && verdict !== 'slower'
    const changed = own.reduce((sum, { verdict, count }) => sum + (isOther(verdict) ? count : 0), 0)
    if (changed === 0) continue
    const notice: NewNotice = {
      kind: 'replay.changes',
      title: `${name} ${number} would change results of yours`,
      body: `Version ${number} waits for review and was tried on ${plural(tried, 'run')} of your organisation: ${plural(changed, 'result')} would be different. Look at them, and say whether that is fine. Only your organisation sees its results.`,
      href: paths.ownReplay(submissionId),
    }
    await db
      .$transaction((tx) => tellOrganisation(tx, { skillSetId: skillSet.id, number, organisationId }, notice))
      .catch((thrown) =>
        logFault(thrown, 'an organisation could not be told of a replay', { organisationId, submissionId }),
      )
  }
}

type Told = { skillSetId: string; number: string; organisationId: string }

async function tellOrganisation(
  tx: Tx,
  { skillSetId, number, organisationId }: Told,
  notice: NewNotice,
): Promise<void> {
  const mark = { key: `replay.changes:${skillSetId}:${number}:${organisationId}`, days: VERSION_DAYS }
  const listUserIds = async () => {
    const at = new Date()
    const today = { at, since: new Date(at.getTime() - DAY_MS) }
    const isDue = await markNoticeSent(tx, `replay.changes:${skillSetId}:${organisationId}`, today)
    return isDue ? listOrganisationAdminIds(tx, [organisationId]) : []
  }
  await sendNoticeOnce(tx, mark, listUserIds, notice)
}
