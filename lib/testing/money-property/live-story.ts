import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { refundRun } from '../../money/grant-credit.ts'
import { endRun } from '../../runs/finish/end-run.ts'
import { performDeferredRun } from '../../runs/lifecycle/recover-run.ts'
import type { RunRow } from '../../runs/rows/runs.ts'
import { insertRecord } from '../../runs/start/record-run.ts'
import type { Outcome } from '../../sandbox/sandbox.ts'
import type { TestVersion } from '../factories.ts'
import { endsWith } from '../fake-sandbox.ts'
import { Death, mortal } from './mortal-database.ts'
import { deferred, killed, seen } from './seen.ts'
import { CALL_PRICE, endOf, MIDDLE_PRICE, PRICE, type Story } from './story.ts'

export type MoneyFixture = { payers: Context[]; versions: TestVersion[]; admin: Context }

export async function liveStory(
  fixture: MoneyFixture,
  story: Story,
  payer: Context,
  salt: string,
): Promise<void> {
  const { skill, terms, end, call, diesBefore, isRaced } = story
  const isDraft = terms === 'draft'
  // A draft is neither repeated nor deferred.
  const key = isDraft ? null : story.key
  const isDeferred = story.isDeferred && !isDraft
  const ctx = { ...payer, db: mortal(database(), diesBefore) }
  const version = fixture.versions[skill]!
  const { organisationId } = ctx.viewer!
  const priceMicros = terms === 'paid' ? PRICE : 0n
  const middleMicros = call?.middle ? MIDDLE_PRICE : 0n
  const holdMicros = priceMicros + middleMicros + (call ? CALL_PRICE : 0n)
  const run = {
    ...runOf(ctx, version, salt),
    ...(isDraft && { mode: 'development' as const, versionId: null, terms: 'draft' as const }),
    contractHash: key ?? '',
    priceMicros,
    holdMicros,
    ...(isDeferred && { leaseUntil: null }),
  }
  const keyed = key && { organisationId, skillName: version.skillName, key: key + salt, requestHash: 'same' }
  const { row, isRepeated } = await insertRecord(ctx, { run, ...(keyed && { call: keyed }) })
  if (isRepeated) return
  if (isDeferred) {
    deferred.set(row.id, story)
    if (isRaced) await endRun(database(), row, { state: 'cancelled' })
    return
  }
  await begin(ctx, row)
  const child = fixture.versions[1 - skill]!
  const middle = call?.middle ? await openCall(ctx, child, row, { priceMicros: MIDDLE_PRICE }) : undefined
  const called = call && (await openCall(ctx, child, row, { above: middle }))
  if (call?.isFirst && called) await endRun(ctx.db, called, endOf(call.end))
  if (call?.isFirst && story.diesAfterCall) return
  await Promise.all([
    endRun(ctx.db, row, endOf(end)),
    isRaced && endRun(database(), row, { state: 'cancelled' }),
    middle && call?.middle && endRun(ctx.db, middle, endOf(call.middle)),
    call && !call.isFirst && called && endRun(ctx.db, called, endOf(call.end)),
  ])
}

/** Lets at least two workers perform each waiting run; the first may die. */
export async function workOffRuns(fixture: MoneyFixture, salt: string): Promise<void> {
  const waiting = await database().run.findMany({
    where: { channel: salt, state: 'queued', leaseUntil: null, parentRunId: null },
  })
  await Promise.all(waiting.map((row) => perform(fixture, row).catch(ignoreDeath)))
}

async function perform(fixture: MoneyFixture, row: RunRow): Promise<void> {
  // A run has no story here if its process died right after recording it.
  const story = deferred.get(row.id)
  const sandbox = endsWith(() => outcomeOf(fixture, row, story))
  const worker = (diesBefore: number) =>
    performDeferredRun({ db: mortal(database(), diesBefore), sandbox }, row.id)
  const first = worker(story?.workerDiesBefore ?? 99)
  await Promise.all([first.catch(ignoreDeath), story?.isRaced && worker(99)])
  await worker(99)
}

async function outcomeOf(fixture: MoneyFixture, row: RunRow, story: Story | undefined): Promise<Outcome> {
  const timing = { durationMs: 1, logs: [] }
  if (story?.call) {
    const { versions, payers } = fixture
    const ctx = payers.find(({ viewer }) => viewer!.organisationId === row.organisationId)!
    const called = await openCall(ctx, versions[1 - story.skill]!, row)
    await endRun(database(), called, endOf(story.call.end))
  }
  if (story && story.end !== 'succeeded')
    return { ...timing, kind: 'threw', error: { name: 'Error', message: 'It broke.', stack: '' } }
  return { ...timing, kind: 'returned', value: { message: 'Hello.' } }
}

type Call = { priceMicros?: bigint; above?: RunRow | undefined }

async function openCall(
  ctx: Context,
  version: TestVersion,
  root: RunRow,
  { priceMicros = CALL_PRICE, above = root }: Call = {},
): Promise<RunRow> {
  const ancestry = { parentRunId: above.id, rootRunId: root.id }
  const run = { ...runOf(ctx, version, root.channel), ...ancestry, priceMicros, holdMicros: 0n }
  const { row } = await insertRecord(ctx, { run })
  await begin(ctx, row)
  return row
}

const begin = ({ db }: Context, { id }: RunRow) =>
  db.run.updateMany({ where: { id, state: 'queued' }, data: { state: 'running' } })

function runOf(ctx: Context, version: TestVersion, salt: string) {
  const { organisationId, userId } = ctx.viewer!
  return {
    id: `run_${randomUUIDv7()}`,
    organisationId,
    userId,
    skillSetId: version.skillSetId,
    versionId: version.id,
    skillName: version.skillName,
    versionNumber: '1.0.0',
    mode: 'production' as const,
    channel: salt,
    input: {},
    coercions: [],
    contractHash: '',
    leaseUntil: new Date(Date.now() + 60_000),
    terms: 'paid' as const,
    keyId: ctx.keyId ?? null,
  }
}

/** Requests each refund twice at once, of which one must succeed. */
export async function refundSome(fixture: MoneyFixture, salt: string, count: number): Promise<void> {
  const paid = await database().run.findMany({
    where: { channel: salt, parentRunId: null, capturedMicros: { gt: 0 } },
    take: count,
  })
  const asked = paid.flatMap(({ id }) =>
    [id, id].map((runId) => refundRun(fixture.admin, { runId, note: 'Slow.' })),
  )
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(paid.length)
}

export function ignoreDeath(thrown: unknown): void {
  if (thrown instanceof Death) return
  const { code, message } = thrown as { code?: string; message?: string }
  // A call that begins after its root ended is refused.
  if (code === 'CANCELLED') return
  if (code !== 'PAYMENT_REQUIRED') throw thrown
  if (message?.includes('USDC per day')) seen.overCap += 1
}

export async function sweepRuns(salt: string): Promise<void> {
  const lost = await database().run.findMany({
    // Runs that wait for a worker are not lost.
    where: { channel: salt, state: { in: ['queued', 'running'] }, leaseUntil: { not: null } },
  })
  const ended = await Promise.all(lost.map((each) => endRun(database(), each, { state: 'failed' })))
  for (const each of ended) if (each) killed.add(each.id)
}
