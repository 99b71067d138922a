/**
 * Moves rollouts on: each round judges those that are due, one after another, by the runs of both versions. A rollout
 * succeeds, fails and is returned, or stays inconclusive until a person decides or its days are over.
 */
import { recordAudit } from '../../audit/audit-log.ts'
import type { AuditAction } from '../../audit/model/audit-terms.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../context/context.ts'
import { isLive } from '../../contracts/versions/version-states.ts'
import { FAN_OUT_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { paths } from '../../kernel/site/paths.ts'
import { plural } from '../../kernel/text/plural.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { fanOutNotice } from '../../notices/fan-out-notice.ts'
import type { NewNotice } from '../../notices/rows/notice-rows.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listMemberIds } from '../../organisations/rows/memberships.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { countRuns, type OrganisationOutcomes, type Outcomes } from '../model/compare-failures.ts'
import { judgeRollout, type RolloutFigures, type RolloutJudgement } from '../model/judge-rollout.ts'
import { LAST_STEP, shareOfStep, widenShare } from '../model/rollout-steps.ts'
import { formatName, formatTitle } from '../review/review-notices.ts'
import {
  claimRollout,
  listDueRollouts,
  listOutcomes,
  lockRollout,
  type OutcomeRow,
  type RolloutRow,
  storeFigures,
  updateRollout,
} from '../rows/rollouts.ts'
import { findVersionWithOwner, lockSkillSet, type VersionWithOwner } from '../rows/versions.ts'
import { listPoints } from './start-rollout.ts'

/** How often a rollout is judged, and how many in a round. */
const JUDGE_EVERY_MS = 30_000
const ROLLOUTS_OF_A_ROUND = 50
/** An organisation is compared with its own runs of as many days before. */
const OWN_DAYS = 30
/** A step that could not be judged for as long is reported to the publisher. */
const ASK_AFTER_DAYS = 3
/** After the last step no old runs of the same days remain to compare with. */
const WATCH_DAYS = 1
/** Runs of one organisation with the new version, before another one is asked for a second opinion. */
const RUNS_BEFORE_WIDENING = 3

type Services = Pick<Context, 'db'>

/** Judges the rollouts that are due. One that cannot be judged is logged and does not stop the others. */
export async function judgeRollouts({ db }: Services, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - JUDGE_EVERY_MS)
  const due = await listDueRollouts(db, { before, now, take: ROLLOUTS_OF_A_ROUND })
  for (const rollout of due) {
    try {
      if (await claimRollout(db, rollout, now)) await judgeOne({ db }, rollout, now)
    } catch (thrown) {
      logUnlessExpected(thrown)
    }
  }
}

async function judgeOne({ db }: Services, rollout: RolloutRow, now: Date): Promise<void> {
  const version = await findVersionWithOwner(db, rollout.versionId)
  if (!version) return
  const rows = await listOutcomes(db, {
    ...rollout,
    publisherOrganisationId: version.skillSet.publisher.organisationId,
    ownSince: new Date(rollout.startedAt.getTime() - OWN_DAYS * DAY_MS),
  })
  const { organisations, others } = groupOutcomes(rows)
  const { step, audience } = rollout
  const judgement = judgeRollout({ step, audience, organisations, others })
  await storeFigures(db, rollout.id, judgement.figures)
  const days = await readSetting(db, 'rolloutDays')
  await db.$transaction(async (tx) => {
    await lockSkillSet(tx, rollout.skillSetId)
    const current = await lockRollout(tx, rollout.versionId)
    // A person decided meanwhile.
    if (current?.state !== 'rolling' || current.step !== rollout.step) return
    await apply(tx, { version, rollout: current, judgement, organisations, days, now })
  }, FAN_OUT_TRANSACTION)
}

type Round = {
  version: VersionWithOwner
  rollout: RolloutRow
  judgement: RolloutJudgement
  organisations: readonly OrganisationOutcomes[]
  /** The longest time of a rollout. */
  days: number
  now: Date
}

async function apply(tx: Tx, round: Round): Promise<void> {
  const { rollout, judgement, version, days, now } = round
  const age = (since: Date) => (now.getTime() - since.getTime()) / DAY_MS
  if (!isLive(version))
    return endReturned(tx, round, { outcome: 'person', reason: 'This version was taken down.' })
  if (judgement.verdict === 'return')
    return endReturned(tx, round, { outcome: 'failed', reason: describeFailures(judgement.figures) })
  const isWatched = rollout.step === LAST_STEP && age(rollout.steppedAt) >= WATCH_DAYS
  const isDoubtful = judgement.verdict === 'widen'
  if (judgement.verdict === 'advance' || (isWatched && !isDoubtful))
    return rollout.step === LAST_STEP ? endFinished(tx, round, 'succeeded') : advance(tx, round)
  if (age(rollout.startedAt) >= days) {
    return isDoubtful
      ? endReturned(tx, round, { outcome: 'inconclusive', reason: describeDoubt(judgement.figures, days) })
      : endFinished(tx, round, 'inconclusive')
  }
  if (isDoubtful) await widen(tx, round)
  if (rollout.askedAt === null && age(rollout.steppedAt) >= ASK_AFTER_DAYS) await askPublisher(tx, round)
}

async function advance(tx: Tx, { version, rollout, now }: Round): Promise<void> {
  const points = await listPoints(tx, { rolloutId: rollout.id, skillSet: version.skillSet, now })
  const step = rollout.step + 1
  const share = shareOfStep(step, points, rollout.share)
  // Organisations that left do not shrink the audience, so that a step never needs fewer than were reached.
  const audience = Math.max(points.length, rollout.audience)
  await updateRollout(tx, rollout.id, { step, share, audience, steppedAt: now, askedAt: null })
  // At the last step everyone gets the version, so the catalogue lists it.
  if (step === LAST_STEP) await refreshCatalogEntries(tx, rollout.skillSetId)
  await audit(tx, version, 'version.advance', { step })
}

/** Gives the version to one more organisation, once all that have it have used it. */
async function widen(tx: Tx, { version, rollout, organisations, now }: Round): Promise<void> {
  const points = await listPoints(tx, { rolloutId: rollout.id, skillSet: version.skillSet, now })
  const reached = points.filter((point) => point <= rollout.share).length
  const used = organisations.filter(({ after }) => countRuns(after) >= RUNS_BEFORE_WIDENING).length
  if (used < reached) return
  await updateRollout(tx, rollout.id, { share: widenShare(rollout.step, points, rollout.share) })
}

async function endFinished(tx: Tx, round: Round, outcome: 'succeeded' | 'inconclusive'): Promise<void> {
  const { version, rollout, now } = round
  await updateRollout(tx, rollout.id, { state: 'finished', share: 1, endedAt: now, outcome })
  await refreshCatalogEntries(tx, rollout.skillSetId)
  await audit(tx, version, 'version.finish_rollout', { outcome })
  const { number } = version
  await notify(tx, version, {
    kind: 'rollout.finished',
    title: `${formatTitle(version)} is rolled out`,
    body:
      outcome === 'succeeded'
        ? `Everyone who follows a range gets ${number} now: it fails no more often than ${rollout.oldNumber}.`
        : `Everyone who follows a range gets ${number} now. Too few runs were made to compare it with ${rollout.oldNumber}, and nothing spoke against it.`,
  })
}

type Ending = { outcome: 'failed' | 'inconclusive' | 'person'; reason: string }

async function endReturned(tx: Tx, round: Round, { outcome, reason }: Ending): Promise<void> {
  const { version, rollout, organisations, now } = round
  await updateRollout(tx, rollout.id, { state: 'returned', endedAt: now, outcome, reason })
  await refreshCatalogEntries(tx, rollout.skillSetId)
  await audit(tx, version, 'version.return', { outcome, reason, to: rollout.oldNumber })
  // Those who are affected by a take-down are told of that.
  if (outcome === 'person') return
  await notify(tx, version, {
    kind: 'rollout.returned',
    title: `${formatTitle(version)} was returned`,
    body: `${reason} Everyone gets ${rollout.oldNumber} again. Runs that had begun end on ${version.number}.`,
  })
  const { skillSet, number } = version
  const adminsOfIds = organisations.map(({ organisationId }) => organisationId)
  await fanOutNotice(
    tx,
    { memberOfId: '', adminsOfIds, exceptUserId: '' },
    {
      kind: 'version.returned',
      title: `You get ${skillSet.name} ${rollout.oldNumber} again`,
      body:
        outcome === 'failed'
          ? `Version ${number} failed more often than ${rollout.oldNumber}, so its rollout was stopped.`
          : `Some runs of version ${number} failed, too few to tell whether it is to blame, and nobody decided in time. So its rollout was stopped.`,
      href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
    },
  )
}

async function askPublisher(tx: Tx, { version, rollout, judgement, days, now }: Round): Promise<void> {
  await updateRollout(tx, rollout.id, { askedAt: now })
  const { need, organisations, after } = judgement.figures
  await notify(tx, version, {
    kind: 'rollout.inconclusive',
    title: `The rollout of ${formatTitle(version)} is inconclusive`,
    body:
      judgement.verdict === 'widen'
        ? `Runs of ${version.number} fail at ${plural(judgement.figures.suspiciousOrganisations, 'organisation')}, too few to tell whether the version is to blame. Look at the failed runs, then give it to everyone or return to ${rollout.oldNumber}.`
        : `For ${ASK_AFTER_DAYS} days there have been too few runs to judge this step: ${countRuns(after)} of ${need.runs} by ${organisations} of ${plural(need.organisations, 'organisation')}. Decide yourself, or wait: after ${plural(days, 'day')} it reaches everyone if nothing speaks against it.`,
  })
}

function describeFailures({ after, before, faultyOrganisations }: RolloutFigures): string {
  return `${plural(after.faults, 'run')} of ${countRuns(after)} failed by a fault of the skill, at ${plural(faultyOrganisations, 'organisation')}; with the old version ${before.faults} of ${countRuns(before)} on the same days.`
}

function describeDoubt({ after, suspiciousOrganisations }: RolloutFigures, days: number): string {
  return `${plural(after.faults, 'run')} of ${countRuns(after)} failed, at ${plural(suspiciousOrganisations, 'organisation')} far more often than before, and nobody decided within ${plural(days, 'day')}.`
}

/** Notifies the members of the publisher. */
async function notify(tx: Tx, { number, skillSet }: VersionWithOwner, notice: Omit<NewNotice, 'href'>) {
  const href = paths.rollout(skillSet.publisher.handle, skillSet.slug, number)
  await sendNotice(tx, await listMemberIds(tx, skillSet.publisher.organisationId), { ...notice, href })
}

function audit(tx: Tx, version: VersionWithOwner, action: AuditAction, data: JsonObject): Promise<void> {
  return recordAudit(tx, {
    actor: null,
    action,
    subjectType: 'version',
    subjectId: version.id,
    subject: formatName(version),
    data,
  })
}

/**
 * Groups outcomes by organisation. Runs of the new version count on days, or next to days, on which the old one ran: on
 * others a bad day of a remote service could not be told from a fault.
 */
export function groupOutcomes(rows: readonly OutcomeRow[]): {
  organisations: OrganisationOutcomes[]
  others: Outcomes
} {
  const days = rows.filter(({ kind }) => kind === 'before').map(({ day }) => Date.parse(day))
  const isCompared = ({ kind, day }: OutcomeRow) =>
    kind !== 'after' || days.some((old) => Math.abs(old - Date.parse(day)) <= DAY_MS)
  const others = { faults: 0, successes: 0 }
  const organisations = new Map<string, OrganisationOutcomes>()
  for (const row of rows.filter(isCompared)) {
    const { organisationId, kind } = row
    if (kind === 'before') {
      addTo(others, row)
      continue
    }
    const found = organisations.get(organisationId) ?? {
      organisationId,
      after: { faults: 0, successes: 0 },
      own: { faults: 0, successes: 0 },
    }
    organisations.set(organisationId, found)
    addTo(found[kind], row)
  }
  return { organisations: [...organisations.values()], others }
}

function addTo(sum: Outcomes, { faults, successes }: Outcomes): void {
  sum.faults += faults
  sum.successes += successes
}
