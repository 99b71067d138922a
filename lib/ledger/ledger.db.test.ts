// Tests the ledger's rules, which Postgres enforces, and who may read, move, grant and refund.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { database } from '../db/core/prisma-client.ts'
import { type NewTransfer, postTransfer } from '../db/money/ledger.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import { getRunPage } from '../runs/views/get-run.ts'
import {
  contextFor,
  makeAdmin,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { fundWallet, moneyOf } from '../testing/fund-wallet.ts'
import { getStatement, writeStatement } from './get-statement.ts'
import { grantCredit, grantWelcomeCredit, recordPayout, refundRun } from './grant-credit.ts'
import { findOrganisations, getLedgerOverview } from './ledger-overview.ts'
import { getWallet, moveEarnings, setDailyCap } from './wallet.ts'

const db = database()

async function paidRun() {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const version = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] }),
  })
  const payer = await makeUser()
  await fundWallet(payer.organisation.id, '1')
  const ctx = await contextFor(payer)
  const run = await runToEnd(ctx, { skill: { name: version.skillName }, args: { name: 'Ada' } })
  const publisher = version.skillSet.publisher
  return { run, ctx, payer, publisher, asPublisher: await contextFor(publisher.owner), version }
}

describe('Postgres refuses', () => {
  const post = (lines: NewTransfer['lines']) =>
    db.$transaction((tx) => postTransfer(tx, { kind: 'grant', lines }))

  test('a transfer that is not balanced, or has one line', async () => {
    const { id } = (await makeUser()).organisation

    await expect(
      post([
        { account: 'grant', amountMicros: -10n },
        { account: `wallet:${id}`, amountMicros: 11n },
      ]),
    ).rejects.toThrow(/not balanced/)
    await expect(post([{ account: `wallet:${id}`, amountMicros: 5n }])).rejects.toThrow(/not balanced/)
    expect((await moneyOf(id)).wallet).toBe(0n)
  })

  test('a balance below zero', async () => {
    const { id } = (await makeUser()).organisation
    await fundWallet(id, '0.000005')

    await expect(
      post([
        { account: `wallet:${id}`, amountMicros: -6n },
        { account: 'grant', amountMicros: 6n },
      ]),
    ).rejects.toThrow(/never_below_zero/)
    expect((await moneyOf(id)).wallet).toBe(5n)
  })

  test.each([
    ['a changed amount', `UPDATE "LedgerLine" SET "amountMicros" = 1`],
    ['a deleted line', `DELETE FROM "LedgerLine"`],
    ['a changed transfer', `UPDATE "LedgerTransfer" SET "note" = ''`],
    ['a deleted transfer', `DELETE FROM "LedgerTransfer"`],
    ['a balance from nowhere', `UPDATE "LedgerAccount" SET "balanceMicros" = 1000000`],
    ['a deleted account', `DELETE FROM "LedgerAccount"`],
    // Only one table is truncated: locking all three could deadlock with another test's transaction.
    ['an emptied ledger', `TRUNCATE "LedgerLine"`],
  ])('%s', async (_, statement) => {
    await fundWallet((await makeUser()).organisation.id, '1')

    await expect(db.$executeRawUnsafe(statement)).rejects.toThrow(/append-only/)
  })

  test('the end of a paid run without its settlement, and a paid run without its reservation', async () => {
    const { run } = await paidRun()
    const row = await db.run.findUniqueOrThrow({ where: { id: run.id } })
    const { input, coercions, warnings, logs, ...rest } = row
    const json = { input: {}, coercions: [], warnings: [], logs: [] }
    const open = {
      ...rest,
      id: `run_${randomUUID()}`,
      state: 'queued' as const,
      chargedMicros: null,
      output: undefined,
      error: undefined,
      errorDetail: undefined,
      migration: undefined,
      notices: undefined,
      requests: undefined,
      effects: undefined,
    }

    await expect(db.run.create({ data: { ...open, ...json } })).rejects.toThrow(/held/)
    await expect(
      db.run.update({ where: { id: row.id }, data: { state: 'failed', chargedMicros: 50_000n } }),
    ).rejects.toThrow(/charged_for_success_only/)
  })
})

test('the cost of a run appears in both statements and in the CSV', async () => {
  const { ctx, asPublisher, run, version } = await paidRun()

  const [wallet, earned] = [await getStatement(ctx, 'wallet'), await getStatement(asPublisher, 'earnings')]

  expect(wallet.lines).toMatchObject([
    {
      kind: 'hold',
      isPaid: true,
      amount: '-0.05',
      balanceAfter: '0.95',
      runId: run.id,
      skillName: version.skillName,
    },
    { kind: 'grant', amount: '1', balanceAfter: '1' },
  ])
  expect(earned.lines).toMatchObject([{ kind: 'settle', amount: '0.0495', balanceAfter: '0.0495' }])
  expect((await getStatement(ctx, 'wallet', { kind: 'grant' })).lines).toHaveLength(1)
  expect((await getStatement(ctx, 'wallet', { to: '2001-01-01' })).lines).toHaveLength(0)
  const csv = (await writeStatement(ctx, 'wallet')).split('\r\n')
  expect(csv[0]).toBe('when,what,amount_usdc,balance_usdc,run,skill,note')
  expect(csv[1]).toContain(`,Paid for a run,-0.05,0.95,${run.id},${version.skillName},`)
  await expect(writeStatement(ctx, 'fee')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a note that a spreadsheet would run is written as text', async () => {
  const [admin, user] = [await contextFor(await makeAdmin()), await makeUser()]
  await grantCredit(admin, { organisationId: user.organisation.id, amount: '1', note: '=HYPERLINK("x","y")' })

  expect(await writeStatement(await contextFor(user), 'wallet')).toContain(`"'=HYPERLINK(""x"",""y"")"`)
})

test.each([
  [
    'an organisation',
    (admin: Context) => grantCredit(admin, { organisationId: 'a\0', amount: '1', note: 'x' }),
  ],
  [
    'a note',
    (admin: Context, id: string) => grantCredit(admin, { organisationId: id, amount: '1', note: 'a\0' }),
  ],
  ['a run', (admin: Context) => refundRun(admin, { runId: 'a\0', note: 'x' })],
])('%s that no column can store is refused like any invalid field', async (_, act) => {
  const [admin, user] = [await contextFor(await makeAdmin()), await makeUser()]

  await expect(act(admin, user.organisation.id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a refund gives all of it back, once', async () => {
  const { run, payer, publisher } = await paidRun()
  const admin = await contextFor(await makeAdmin())
  const refund = () => refundRun(admin, { runId: run.id, note: 'It was slow.' })

  const asked = await Promise.allSettled([refund(), refund(), refund(), refund()])

  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await moneyOf(payer.organisation.id)).wallet).toBe(1_000_000n)
  expect((await moneyOf(publisher.organisationId)).earnings).toBe(0n)
  // Others pay fees in the meantime, so only this run's line is checked.
  const fee = { accountId: 'fee', transfer: { kind: 'refund' as const, runId: run.id } }
  expect(await db.ledgerLine.findMany({ where: fee })).toMatchObject([{ amountMicros: -500n }])
  // The run and its receipt show the refund.
  const { run: shown, receipt } = await getRunPage(await contextFor(payer), run.id)
  expect(shown).toMatchObject({ charged: '0.05', refundedAtMs: expect.any(Number) })
  expect(receipt).toMatchObject({ decision: 'refunded', charged: '0.05', refundedAtMs: shown.refundedAtMs })
  await expect(refund()).rejects.toMatchObject({ code: expect.stringMatching(/CONFLICT|PAYMENT_REQUIRED/) })
  await expect(refundRun(admin, { runId: 'run_none', note: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('earnings are moved and paid out, never more than there are', async () => {
  const { publisher, asPublisher } = await paidRun()
  const admin = await contextFor(await makeAdmin())
  const { organisationId } = publisher

  await moveEarnings(asPublisher, { amount: '0.0095' })
  await expect(moveEarnings(asPublisher, { amount: '0.041' })).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
  })
  const payout = { organisationId, amount: '0.04', note: 'Transfer 7', reference: randomUUID() }
  await recordPayout(admin, payout)

  expect(await moneyOf(organisationId)).toEqual({ wallet: 9_500n, hold: 0n, earnings: 0n })
  await expect(recordPayout(admin, { ...payout, reference: randomUUID() })).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
  })
})

test('a grant that is sent twice, and a welcome given twice, fill the wallet once', async () => {
  const [admin, user] = [await contextFor(await makeAdmin()), await makeUser()]
  const given = { organisationId: user.organisation.id, amount: '2', note: 'A gift', reference: randomUUID() }
  await Promise.all([grantCredit(admin, given), grantCredit(admin, given)])
  expect([
    await grantWelcomeCredit(db, user.organisation.id),
    await grantWelcomeCredit(db, user.organisation.id),
  ]).toEqual([true, false])

  expect((await moneyOf(user.organisation.id)).wallet).toBe(7_000_000n)
  expect(await findOrganisations(admin, user.email)).toMatchObject([
    { id: user.organisation.id, balance: '7' },
  ])
})

describe('not for', () => {
  test('anyone but admins are grants, payouts, refunds and Guildhall', async () => {
    const ctx = await contextFor(await makeUser())
    const given = { organisationId: ctx.viewer!.organisationId, amount: '1', note: 'For me' }

    for (const work of [
      () => grantCredit(ctx, given),
      () => recordPayout(ctx, given),
      () => refundRun(ctx, { runId: 'run_1', note: 'x' }),
      () => getLedgerOverview(ctx),
      () => findOrganisations(ctx, ''),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
    expect((await moneyOf(ctx.viewer!.organisationId)).wallet).toBe(0n)
  })

  test('plain members are caps and earnings, though they may look', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const asMember = await contextFor(member, { organisation })

    await expect(setDailyCap(asMember, { cap: '1' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(moveEarnings(asMember, { amount: '1' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await setDailyCap(await contextFor(owner, { organisation }), { cap: '1.50' })
    expect(await getWallet(asMember)).toMatchObject({ dailyCap: '1.5', canManage: false, balance: '0' })
  })

  test('visitors is any of it', async () => {
    const visitorContext = visitor()
    for (const work of [
      () => getWallet(visitorContext),
      () => getStatement(visitorContext, 'wallet'),
      () => getLedgerOverview(visitorContext),
    ]) {
      await expect(async () => work()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })

  test('a key without the scope is the wallet', async () => {
    const ctx = await contextFor(await makeUser())
    const keyGrant = { scopes: ['run' as const], skillSets: [], dailyCapMicros: null }

    await expect(getWallet({ ...ctx, keyId: 'k', keyGrant })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(getStatement({ ...ctx, keyId: 'k', keyGrant }, 'wallet')).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})

test.each(['-1', '0', 'much', '1e3', '0.0000001', ''])('no amount is %j', async (amount) => {
  const admin = await contextFor(await makeAdmin())
  const { organisationId } = admin.viewer!

  await expect(grantCredit(admin, { organisationId, amount, note: 'x' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
