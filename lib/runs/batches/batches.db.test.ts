import { describe, expect, test } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { listNotices } from '../../notices/send-notice.ts'
import { contextFromKey } from '../../protocols/session/context/context-from-key.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { endsWith, manualSandbox } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { makeCaller, makeEndedRun } from '../../testing/run-setup.ts'
import { contextWithKey } from '../../testing/setup/accounts/limited-key.ts'
import { listBatchResults } from '../rows/batches.ts'
import type { RunQuery } from '../views/list-runs.ts'
import { exportBatch } from './export-batch.ts'
import { cancelBatch, getBatch, getBatchPage, listBatches } from './get-batch.ts'
import { listHistory } from './list-history.ts'
import { performBatch } from './perform-batch.ts'
import { quoteBatch } from './quote-batch.ts'
import { startRestBatch } from './rest-batch.ts'
import { startBatch } from './start-batch.ts'

/** Greets by name; fails for Eve. */
const sandbox = endsWith(({ parameters }) => {
  const { name } = parameters as { name: string }
  if (name !== 'Eve')
    return { kind: 'returned', value: { message: `Hello, ${name}!` }, durationMs: 1, logs: [] }
  const error = { name: 'Error', message: 'Not Eve.', stack: 'Error: Not Eve.' }
  return { kind: 'threw', error, durationMs: 1, logs: [] }
})

async function setUp() {
  const skills = [makeSkillDocument({ pricing: { model: 'per_job', amount: '0.5', currency: 'USDC' } })]
  const { skillName: skill } = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  const { ctx, user } = await makeCaller()
  await fundWallet(user.organisation.id, '5')
  return { ctx: { ...ctx, sandbox }, user, skill, money: () => moneyOf(user.organisation.id) }
}

const named = (...names: Json[]) => names.map((name) => ({ name }))

async function runBatch(ctx: Context, skill: string, inputs: Json[]): Promise<{ id: string }> {
  const { batch } = await startBatch(ctx, { skill, inputs, total: String(inputs.length * 0.5) })
  await performBatch(ctx, batch.id)
  return batch
}

async function textOf(ctx: Context, id: string, format: string): Promise<string> {
  let text = ''
  for await (const part of (await exportBatch(ctx, { id, format })).parts) text += part
  return text
}

describe('the history of runs', () => {
  test('the history has one entry for a batch, between the runs before and after it, in pages', async () => {
    const { ctx, skill } = await setUp()
    const other = await setUp()
    const before = await makeEndedRun(ctx)
    const { id } = await runBatch(ctx, skill, named('Ada', 'Bob', 'Eve'))
    const after = await makeEndedRun(ctx)
    await runBatch(other.ctx, skill, named('Ada'))
    const idsOf = async (query: RunQuery, take?: number) => {
      const { entries, nextCursor } = await listHistory(ctx, query, take)
      return {
        ids: entries.map((entry) => (entry.kind === 'run' ? entry.run.id : entry.batch.id)),
        nextCursor,
      }
    }

    expect((await idsOf({})).ids).toEqual([after.id, id, before.id])
    expect((await idsOf({ skill })).ids).toEqual([id])
    const first = await idsOf({}, 2)
    expect(first.ids).toEqual([after.id, id])
    expect(await idsOf({ cursor: first.nextCursor ?? '' }, 2)).toEqual({ ids: [before.id], nextCursor: null })
  })

  test('who looks for failed runs finds those of batches as well', async () => {
    const { ctx, skill } = await setUp()
    await runBatch(ctx, skill, named('Ada', 'Eve'))

    const { entries } = await listHistory(ctx, { state: 'failed' })

    expect(entries).toMatchObject([{ kind: 'run', run: { title: 'name Eve' } }])
  })

  test('a page of the history reads a bounded number of runs of batches, and the next one goes on from there', async () => {
    const { ctx, skill } = await setUp()
    const before = await makeEndedRun(ctx)
    const { id } = await runBatch(ctx, skill, named('Ada'))
    await database().$executeRaw`
      INSERT INTO "Run" SELECT (jsonb_populate_record(run, jsonb_build_object('id', line."runId" || '-' || nth))).*
      FROM "Run" AS run, "BatchRow" AS line, generate_series(1, 2500) AS nth
      WHERE run."id" = ${before.id} AND line."batchId" = ${id}`
    await database().$executeRaw`
      INSERT INTO "BatchRow" ("batchId", "index", "runId")
      SELECT line."batchId", nth, line."runId" || '-' || nth FROM "BatchRow" AS line, generate_series(1, 2500) AS nth
      WHERE line."batchId" = ${id}`
    const after = await makeEndedRun(ctx)

    const first = await listHistory(ctx)
    const second = await listHistory(ctx, { cursor: first.nextCursor ?? '' })

    expect(first.entries).toMatchObject([{ kind: 'run', run: { id: after.id } }])
    expect(second.entries).toMatchObject([
      { kind: 'batch', batch: { id } },
      { kind: 'run', run: { id: before.id } },
    ])
    expect(second.nextCursor).toBeNull()
  })

  test('a visitor has no history', async () => {
    await expect(listHistory(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('a batch', () => {
  test('a batch is quoted as a whole, with each row that its contract refuses', async () => {
    const { ctx, skill } = await setUp()

    const quote = await quoteBatch(ctx, { skill, inputs: [...named('Ada', 'Bob'), { nam: 'x' }, 7] })

    expect(quote).toMatchObject({
      count: 4,
      accepted: [0, 1],
      refusedCount: 2,
      version: '1.0.0',
      price: '0.5',
      total: '1',
      balance: '5',
    })
    expect(quote.refused[0]).toMatchObject({ index: 2, issues: [{ path: expect.any(String) }] })
    expect(await database().run.count({ where: { skillName: skill } })).toBe(0)
  })

  test('a batch starts nothing if a row breaks the contract, the price is higher or the balance too low', async () => {
    const { ctx, skill, money } = await setUp()
    const start = (request: object) => startBatch(ctx, { skill, inputs: named('Ada', 'Bob'), ...request })

    await expect(start({ inputs: [{ name: 'Ada' }, {}], total: '9' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: expect.stringMatching(/^\/inputs\/1/) }] },
    })
    await expect(start({ total: '0.9' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(start({})).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(start({ inputs: named(...Array(11).fill('Ada')), total: '6' })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    })
    await expect(start({ inputs: named(...Array(1001).fill('Ada')) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(start({ inputs: [{ name: 'x'.repeat(3 * 1024 * 1024) }] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(start({ skill: 'nobody.none.nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(startBatch(visitor(), { skill, inputs: named('Ada') })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    expect(await listBatches(ctx)).toEqual([])
    expect(await money()).toMatchObject({ wallet: 5_000_000n, hold: 0n })
  })

  test('a batch of a key whose calls a person confirms is refused as a whole, and asks nobody', async () => {
    const { ctx, user, skill } = await setUp()
    const wanted = { name: 'Agent', scopes: ['run'], expiresInDays: 1, confirmAbove: '0.1' }
    const { key } = await createKey(ctx, wanted)
    const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${key}` } })
    const agent = { ...(await contextFromKey(request, ['run'])), sandbox }
    const batch = { skill, inputs: named('Ada', 'Bob', 'Cid'), total: '1.5' }

    await expect(startBatch(agent, batch)).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      options: { suggestedAction: expect.stringContaining('confirm_above') },
    })
    expect(await database().batch.count({ where: { userId: user.id } })).toBe(0)
    expect(await database().notice.count({ where: { userId: user.id } })).toBe(0)
    await database().apiKey.updateMany({
      where: { id: agent.keyId! },
      data: { confirmAboveMicros: 500_000n },
    })
    expect((await startBatch(agent, batch)).batch).toMatchObject({ total: 3 })
  })

  test('a batch runs every row once, charges what succeeded and notifies its owner', async () => {
    const { ctx, user, skill, money } = await setUp()
    const { batch } = await startBatch(ctx, { skill, inputs: named('Ada', 'Eve', 'Bob'), total: '1.5' })

    await performBatch(ctx, batch.id)
    await performBatch(ctx, batch.id)

    const { batch: ended, rows } = await getBatchPage(ctx, batch.id)
    expect(ended).toMatchObject({ state: 'ended', charged: '1', counts: { succeeded: 2, failed: 1 } })
    expect(rows).toMatchObject([
      { row: 1, state: 'succeeded', result: 'Hello, Ada!' },
      { row: 2, state: 'failed', error: { message: expect.stringContaining('Not Eve.') } },
      { row: 3, state: 'succeeded', result: 'Hello, Bob!' },
    ])
    expect(await money()).toMatchObject({ wallet: 4_000_000n, hold: 0n })
    expect((await sumLedger(database())).total).toBe(0n)
    expect((await listNotices(await contextFor(user))).notices).toMatchObject([
      { kind: 'batch.ended', body: '2 of 3 succeeded, 1 did not.' },
    ])
    const kept = await database().batchRow.findMany({ where: { batchId: batch.id } })
    expect(kept.map(({ input }) => input)).toEqual([null, null, null])
  })

  test('a program that starts a batch without max_price is told to send it, and the amount', async () => {
    const { ctx, skill } = await setUp()
    const key = await contextWithKey(ctx, {})

    const started = startRestBatch(key, { skill, body: { inputs: named('Ada', 'Bob') }, headerKey: null })

    await expect(started).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The runs cost up to 1 USDC, and max_price allows 0 USDC. Nothing was started.',
      options: {
        issues: [{ path: '/max_price' }],
        suggestedAction: 'Send "max_price": "1" to agree to the price.',
      },
    })
  })

  test('a batch that is confirmed twice starts once', async () => {
    const { ctx, skill } = await setUp()
    const request = { skill, inputs: named('Ada', 'Bob'), total: '1', idempotencyKey: 'one press' }

    const [first, second] = await Promise.all([startBatch(ctx, request), startBatch(ctx, request)])
    const third = await startBatch(ctx, request)

    expect(new Set([first, second, third].map(({ batch }) => batch.id)).size).toBe(1)
    expect(third.isRepeated).toBe(true)
    await expect(startBatch(ctx, { ...request, inputs: named('Eve'), total: '0.5' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('a batch that a dead worker left goes on without a second run of a row', async () => {
    const { ctx, skill, money } = await setUp()
    const { batch } = await startBatch(ctx, { skill, inputs: named('Ada', 'Bob'), total: '1' })
    const broken = { ...ctx, sandbox: endsWith(() => Promise.reject(new Error('The worker dies.'))) }
    await performBatch(broken, batch.id)
    const first = await getBatchPage(ctx, batch.id)
    await database().batch.update({ where: { id: batch.id }, data: { endedAt: null } })
    await database().batchRow.updateMany({ where: { batchId: batch.id }, data: { endedAt: null } })

    await performBatch(ctx, batch.id)

    const { rows } = await getBatchPage(ctx, batch.id)
    expect(rows.map(({ runId }) => runId)).toEqual(first.rows.map(({ runId }) => runId))
    expect(await database().run.count({ where: { skillName: skill } })).toBe(2)
    expect(await money()).toMatchObject({ hold: 0n })
  })

  test('a cancelled batch stops its runs and starts no others', async () => {
    const { ctx, skill, money } = await setUp()
    const { sandbox: manual, isRunning } = manualSandbox()
    const inputs = named('a', 'b', 'c', 'd', 'e', 'f')
    const { batch } = await startBatch(ctx, { skill, inputs, total: '3' })
    const performing = performBatch({ ...ctx, sandbox: manual }, batch.id)
    const running = async () =>
      (await getBatchPage(ctx, batch.id)).rows.filter(({ runId }) => runId && isRunning(runId)).length
    await expect.poll(running).toBe(3)

    expect((await cancelBatch(ctx, batch.id)).state).toBe('cancelling')
    await performing

    expect(await getBatch(ctx, batch.id)).toMatchObject({
      state: 'cancelled',
      counts: { cancelled: 3, waiting: 3 },
      charged: '0',
    })
    expect(await money()).toMatchObject({ wallet: 5_000_000n, hold: 0n })
  })

  test('a batch is read by members of its organisation, and cancelled by its owner and admins', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const { skillName: skill } = await makePublishedVersion()
    const { batch } = await startBatch(ctx, { skill, inputs: named('Ada') })
    const theirs = await contextFor(member, { organisation })

    expect((await getBatchPage(theirs, batch.id)).canManage).toBe(false)
    expect(await listBatches(theirs)).toMatchObject([{ id: batch.id }])
    await expect(cancelBatch(theirs, batch.id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const outside = await contextFor(stranger)
    for (const refused of [getBatch, cancelBatch, getBatchPage])
      await expect(refused(outside, batch.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(exportBatch(outside, { id: batch.id, format: 'csv' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(getBatch(ctx, 'batch_\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the rows of a batch are downloaded as CSV and JSON with inputs and outputs', async () => {
    const { ctx, skill } = await setUp()
    const { batch } = await startBatch(ctx, { skill, inputs: named('Ada', 'Eve', '=1+1'), total: '1.5' })
    await performBatch(ctx, batch.id)

    const lines = (await textOf(ctx, batch.id, 'csv')).split('\r\n')
    const json = JSON.parse(await textOf(ctx, batch.id, 'json'))

    expect(lines[0]).toBe('row,state,input.name,output.message,error,charged_usdc,run_id')
    expect(lines[1]).toMatch(/^1,succeeded,Ada,"Hello, Ada!",,0.5,run_/)
    expect(lines[2]).toMatch(/^2,failed,Eve,,.*Not Eve.*,0,run_/)
    expect(lines[3]).toMatch(/^3,succeeded,'=1\+1,/)
    expect(json).toMatchObject([
      { row: 1, input: { name: 'Ada' }, output: { message: 'Hello, Ada!' } },
      { row: 2, error: { code: 'SKILL_ERROR' } },
      { row: 3 },
    ])
    await expect(exportBatch(ctx, { id: batch.id, format: 'xml' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('rows have the numbers of the sheet where rows before them were left out', async () => {
    const { ctx, skill } = await setUp()
    const names = Array.from({ length: 21 }, (_, at) => `Row ${at}`)
    const rows = names.map((_, at) => (at < 2 ? at : at + 10))
    const request = { skill, inputs: named(...names), total: '10.5' }
    await fundWallet(ctx.viewer!.organisationId, '10')
    const start = (sent: object) => startBatch(ctx, { ...request, ...sent })

    for (const wrong of [[0], rows.toReversed(), names.map((_, at) => at + 1_000)])
      await expect(start({ rows: wrong })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const { batch } = await start({ rows })

    const expected = rows.map((row) => row + 1)
    expect((await getBatchPage(ctx, batch.id)).rows.map(({ row }) => row)).toEqual(expected)
    const json: { row: number; input: Json }[] = JSON.parse(await textOf(ctx, batch.id, 'json'))
    expect(json.map(({ row }) => row)).toEqual(expected)
    expect(json[2]).toMatchObject({ row: 13, input: { name: 'Row 2' } })
  })

  test('the cost of a batch leaves out refunded runs', async () => {
    const { ctx, skill } = await setUp()
    const { batch } = await startBatch(ctx, { skill, inputs: named('Ada', 'Bob'), total: '1' })
    await performBatch(ctx, batch.id)
    const { rows } = await getBatchPage(ctx, batch.id)
    await database().run.update({ where: { id: rows[0]!.runId! }, data: { refundedAt: new Date() } })

    expect((await getBatch(ctx, batch.id)).charged).toBe('0.5')
  })

  test('the page of a batch reads no inputs and outputs, which can have megabytes', async () => {
    const { ctx, skill } = await setUp()
    const { batch } = await startBatch(ctx, { skill, inputs: named('Ada'), total: '0.5' })
    await performBatch(ctx, batch.id)

    const [found] = await listBatchResults(database(), { batchId: batch.id, from: 0, take: 1 })

    expect(found?.row).not.toHaveProperty('input')
    expect(found?.run).toMatchObject({ state: 'succeeded', outputSummary: 'Hello, Ada!' })
    expect(found?.run).not.toHaveProperty('input')
    expect(found?.run).not.toHaveProperty('output')
  })

  test('an organisation has at most twenty open batches, also if several start at once', async () => {
    const { ctx, user, skill } = await setUp()
    const { batch } = await startBatch(ctx, { skill, inputs: named('Ada'), total: '0.5' })
    const open = await database().batch.findUniqueOrThrow({ where: { id: batch.id } })
    await database().batch.createMany({
      data: Array.from({ length: 18 }, (_, at) => ({ ...open, id: `${open.id}-${at}` })),
    })

    const started = await Promise.allSettled(
      named('a', 'b', 'c').map((input) => startBatch(ctx, { skill, inputs: [input], total: '0.5' })),
    )

    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(started.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'RATE_LIMIT_EXCEEDED' },
    })
    await database().batch.deleteMany({ where: { organisationId: user.organisation.id } })
  })

  test('a batch is refused for an organisation that stores no inputs', async () => {
    const { ctx, user, skill } = await setUp()
    await database().organisation.update({
      where: { id: user.organisation.id },
      data: { runRetentionDays: 0 },
    })

    await expect(startBatch(ctx, { skill, inputs: named('Ada'), total: '1' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
  })
})
