/**
 * Finds everyone whom a recall reaches, tells each organisation once, and returns its money. A worker performs it as steps
 * of a workflow; each can be repeated, and whoever takes over goes on where the last one ended.
 */
import type { Context } from '../../context/context.ts'
import { compareVersions } from '../../contracts/versions/version-number.ts'
import { isInRange, matchesRequest } from '../../contracts/versions/version-range.ts'
import { parseRecallClass, RECALL_CLASSES } from '../../contracts/versions/withdrawal.ts'
import { type Database, LONG_TRANSACTION } from '../../kernel/db/prisma-client.ts'
import { logFault } from '../../kernel/logging/log.ts'
import { paths } from '../../kernel/site/paths.ts'
import { plural } from '../../kernel/text/plural.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { refundRecalledRun } from '../../money/debts.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../../organisations/rows/memberships.ts'
import { splitToolName } from '../../plans/model/document/plan-tool.ts'
import { listToolNames } from '../../plans/tools/find-plan-tools.ts'
import {
  addAutomations,
  addConfigured,
  addFormerInstallers,
  addInstallers,
  addKeys,
  addLateSecrets,
  addPlans,
  addPresets,
  addRefund,
  addRunners,
  addToolsets,
  listAgreedVersions,
  listAutomationsOf,
  listInstalledPairs,
  listMentioningPlans,
  listRefundableRuns,
  listRunners,
  listUntold,
  listUntoldOfRetraction,
  markTold,
  markToldOfRetraction,
} from '../rows/recall-reach.ts'
import {
  findRecall,
  findRecallOwner,
  hasFormerStates,
  listRecallsToComplete,
  listRetractionsToComplete,
  lockInForce,
  type RecallRow,
  saveGathered,
  saveRetractionTold,
  saveTold,
} from '../rows/recalls.ts'

type Services = Pick<Context, 'db'>

const PLANS_AT_ONCE = 200
const TOLD_AT_ONCE = 100
const REFUNDED_AT_ONCE = 50
const COMPLETED_FOR_MS = DAY_MS

/** Finds everyone reached. Does nothing if they were found; a repeated call adds no one twice. */
export async function gatherReach({ db }: Services, id: string): Promise<void> {
  const recall = await findRecall(db, id)
  const owner = recall && (await findRecallOwner(db, recall.skillSetId))
  if (!recall?.confirmedAt || recall.retractedAt || !owner || recall.gatheredAt) return
  const { skillSetId, numbers, versionIds } = recall
  const { names, organisationId: exceptId } = owner
  const reached = { recallId: id, exceptId }
  const isAsked = (wanted: string | undefined) =>
    wanted === undefined || numbers.some((number) => matchesRequest(number, wanted))

  await addRunners(db, reached, recall)
  const pairs = (await listInstalledPairs(db, skillSetId)).filter(
    ({ versionId, range }) =>
      versionIds.includes(versionId) ||
      (range !== null && numbers.some((number) => isInRange(number, range))),
  )
  await addInstallers(db, reached, { skillSetId, pairs })
  await addFormerInstallers(db, reached, { skillSetId, numbers })
  // A toolset calls newer versions than that agreed to, as long as they need no more.
  const agreed = (await listAgreedVersions(db, skillSetId)).filter(({ number }) =>
    numbers.some((recalled) => compareVersions(number, recalled) <= 0),
  )
  await addToolsets(
    db,
    reached,
    agreed.map((version) => version.id),
  )
  await addConfigured(db, reached, skillSetId)
  await addKeys(db, reached, names)
  await addPresets(db, reached, skillSetId)
  const isOf = (skill: string) => names.some((name) => skill.startsWith(`${name}.`))
  for (let after = ''; ; ) {
    const plans = await listMentioningPlans(db, { names, after, take: PLANS_AT_ONCE })
    const calls = ({ document }: (typeof plans)[number]) =>
      listToolNames(document)
        .map(splitToolName)
        .some(({ name, wanted }) => isOf(name) && isAsked(wanted))
    await addPlans(
      db,
      reached,
      plans.filter(calls).map((plan) => plan.id),
    )
    if (plans.length < PLANS_AT_ONCE) break
    after = plans.at(-1)!.id
  }
  for (let after = ''; ; ) {
    const found = await listAutomationsOf(db, { names, after, take: PLANS_AT_ONCE })
    const ids = found.filter(({ version }) => isAsked(version ?? undefined)).map((each) => each.id)
    await addAutomations(db, reached, ids)
    if (found.length < PLANS_AT_ONCE) break
    after = found.at(-1)!.id
  }
  await saveGathered(db, id, new Date())
}

/**
 * Tells the next hundred organisations after `after` in one transaction, or each in its own if that fails. Returns where to
 * go on, or null if none are left. One that fails is logged and passed over: `completeRecalls` tries it again.
 */
export async function tellNext({ db }: Services, id: string, after: string): Promise<string | null> {
  const recall = await findRecall(db, id)
  if (!recall || recall.retractedAt) return null
  const untold = await listUntold(db, id, { after, take: TOLD_AT_ONCE })
  return tellPage(untold, (organisationIds) => tellOrganisations(db, recall, organisationIds))
}

/**
 * As `tellNext`, tells the next hundred organisations that the recall was retracted: those that had been told of it. Returns
 * null for a recall that is in force.
 */
export async function tellOfRetractionNext(
  { db }: Services,
  id: string,
  after: string,
): Promise<string | null> {
  const recall = await findRecall(db, id)
  if (!recall?.retractedAt) return null
  const untold = await listUntoldOfRetraction(db, id, { after, take: TOLD_AT_ONCE })
  return tellPage(untold, (organisationIds) => tellOfRetraction(db, recall, organisationIds))
}

/** Tells them together, or each alone if that fails. Returns the last one, or null if they are the last page. */
async function tellPage(
  untold: readonly string[],
  tell: (organisationIds: string[]) => Promise<void>,
): Promise<string | null> {
  if (untold.length === 0) return null
  try {
    await tell([...untold])
  } catch {
    for (const organisationId of untold)
      await tell([organisationId]).catch((thrown) =>
        logFault(thrown, 'an organisation could not be told of a recall', { organisationId }),
      )
  }
  return untold.length < TOLD_AT_ONCE ? null : untold.at(-1)!
}

async function tellOrganisations(db: Database, recall: RecallRow, organisationIds: string[]): Promise<void> {
  const { label } = RECALL_CLASSES[parseRecallClass(recall.recallClass)]
  const title = `${recall.title} ${recall.numbers.join(', ')} was recalled: ${label.toLowerCase()}`
  await db.$transaction(async (tx) => {
    if (!(await lockInForce(tx, recall.id))) return
    const told = await markTold(tx, recall, organisationIds)
    // The notices of organisations that ran it equally often are the same.
    for (const [runs, ids] of Map.groupBy(told, (row) => row.runs)) {
      const of = ids.map(({ organisationId }) => organisationId)
      const admins = await listOrganisationAdminIds(tx, of)
      const runners = runs > 0 ? await listRunners(tx, recall, of) : []
      const ran = runs > 0 ? `Your organisation ran it ${plural(runs, 'time')}. ` : ''
      await sendNotice(tx, [...new Set([...admins, ...runners.map(({ userId }) => userId)])], {
        ...{ kind: 'version.recalled', title, href: paths.recall(recall.id) },
        body: `${recall.reason}\n\n${ran}See what it did, and what you should do.`,
      })
    }
  }, LONG_TRANSACTION)
}

async function tellOfRetraction(db: Database, recall: RecallRow, organisationIds: string[]): Promise<void> {
  await db.$transaction(async (tx) => {
    const told = await markToldOfRetraction(tx, recall.id, organisationIds)
    const people = [
      ...(await listOrganisationAdminIds(tx, told)),
      ...(await listRunners(tx, recall, told)).map(({ userId }) => userId),
    ]
    await sendNotice(tx, [...new Set(people)], {
      ...{ kind: 'recall.retracted', title: retractionTitle(recall), href: paths.recall(recall.id) },
      body: `${recall.retractReason}\n\n${describeRestored(recall)} Money that was returned to you stays yours.`,
    })
  }, LONG_TRANSACTION)
}

export function retractionTitle({ title, numbers }: Pick<RecallRow, 'title' | 'numbers'>): string {
  return `The recall of ${title} ${numbers.join(', ')} was an error`
}

/** Returns what a retraction does to the versions, in words. */
export function describeRestored(recall: Pick<RecallRow, 'statesBefore'>): string {
  return hasFormerStates(recall)
    ? 'The versions have the states again that they had before the recall, and those that ran then run again, also in plans and automations. A quarantine that the recall ended does not come back.'
    : 'The versions stay taken down until an admin of this site restores them, because the recall is from before their former states were kept.'
}

/**
 * Returns the money of the next runs, if the class returns money. Returns where to go on, or null if none are left. A run that
 * fails is logged and passed over, as in `tellNext`.
 */
export async function refundNext({ db }: Services, id: string, after: string): Promise<string | null> {
  const recall = await findRecall(db, id)
  if (!recall || recall.retractedAt) return null
  if (!RECALL_CLASSES[parseRecallClass(recall.recallClass)].returnsMoney) return null
  const runs = await listRefundableRuns(db, recall, { after, take: REFUNDED_AT_ONCE })
  const note = `Recall of ${recall.title} ${recall.numbers.join(', ')}`
  for (const run of runs)
    await db
      .$transaction(async (tx) => {
        // The page was read before: a retraction since then ends the refunds.
        if (!(await lockInForce(tx, id))) return
        const refunded = await refundRecalledRun(tx, run, note)
        const key = { recallId: id, organisationId: run.organisationId }
        if (refunded > 0n) await addRefund(tx, key, refunded)
      }, LONG_TRANSACTION)
      .catch((thrown) => logFault(thrown, 'a run of a recalled version was not refunded', { runId: run.id }))
  return runs.length < REFUNDED_AT_ONCE ? null : runs.at(-1)!.id
}

export async function endFanOut({ db }: Services, id: string): Promise<void> {
  await saveTold(db, id, new Date())
}

/** Performs all steps at once: for tests, and for the sweep that goes on with a workflow that failed. */
export async function performRecall(ctx: Services, id: string): Promise<void> {
  if ((await findRecall(ctx.db, id))?.toldAt) return
  await gatherReach(ctx, id)
  await tellAndRefund(ctx, id)
  await endFanOut(ctx, id)
}

/** Tells everyone of a retraction: for tests, and for the sweep that goes on with a workflow that failed. */
export async function performRetraction(ctx: Services, id: string): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await tellOfRetractionNext(ctx, id, after)
  await endRetraction(ctx, id)
}

export async function endRetraction({ db }: Services, id: string): Promise<void> {
  await saveRetractionTold(db, id, new Date())
}

async function tellAndRefund(ctx: Services, id: string): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await tellNext(ctx, id, after)
  for (let after: string | null = ''; after !== null; ) after = await refundNext(ctx, id, after)
}

async function complete(ctx: Services, id: string): Promise<void> {
  await tellAndRefund(ctx, id)
  const recall = await findRecall(ctx.db, id)
  if (recall) await addLateSecrets(ctx.db, recall)
}

/**
 * Tells those who could not be told, adds secrets that runs sent which had not ended, and refunds runs that were charged
 * since, for a day after each recall: a run that was called pays only when the one that called it ends. Tells of retractions
 * for as long. Workers call it every 30 seconds; several may at once.
 */
export async function completeRecalls(ctx: Services, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - COMPLETED_FOR_MS)
  for (const id of await listRecallsToComplete(ctx.db, since))
    await complete(ctx, id).catch((thrown) =>
      logFault(thrown, 'a recall could not be completed', { recallId: id }),
    )
  for (const id of await listRetractionsToComplete(ctx.db, since))
    await performRetraction(ctx, id).catch((thrown) =>
      logFault(thrown, 'a retraction could not be told to everyone', { recallId: id }),
    )
}
