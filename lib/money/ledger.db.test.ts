// Tests the ledger's rules, which Postgres enforces, and what refunds, payouts and grants move.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { getRunPage } from '../runs/views/get-run.ts'
import { contextFor, makeAdmin, makeUser } from '../testing/factories.ts'
import { fundWallet, moneyOf } from '../testing/fund-wallet.ts'
import { makePaidRun } from '../testing/setup/runs/ledger.ts'
import { grantCredit, refundRun } from './grant-credit.ts'
import { findOrganisations } from './ledger-overview.ts'
import { recordPayout } from './payouts/decide-payout.ts'
import { type NewTransfer, postTransfer } from './rows/ledger.ts'
import { moveEarnings } from './wallet.ts'
import { grantWelcomeCredit } from './welcome-credit.ts'

const db = database()

describe('Postgres refuses', () => {
  const post = (lines: NewTransfer['lines']) =>
    db.$transaction((tx) => postTransfer(tx, { kind: 'grant', lines }))

  test('Postgres refuses a transfer that is not balanced, or has one line', async () => {
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

  test('Postgres refuses a balance below zero', async () => {
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
  ])('Postgres refuses %s in the ledger', async (_, statement) => {
    await fundWallet((await makeUser()).organisation.id, '1')

    await expect(db.$executeRawUnsafe(statement)).rejects.toThrow(/append-only/)
  })

  test('Postgres refuses the end of a paid run without its settlement, and a paid run without its reservation', async () => {
    const { run } = await makePaidRun()
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

test('a refund of a run gives all of its charge back, once', async () => {
  const { run, payer, publisher } = await makePaidRun()
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
  const { publisher, asPublisher } = await makePaidRun()
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

test('a grant and a welcome credit that are sent twice fill the wallet once', async () => {
  const [admin, user] = [await contextFor(await makeAdmin()), await makeUser()]
  const given = { organisationId: user.organisation.id, amount: '2', note: 'A gift', reference: randomUUID() }
  await Promise.all([grantCredit(admin, given), grantCredit(admin, given)])
  expect([
    await grantWelcomeCredit(db, user.id, 5_000_000n),
    await grantWelcomeCredit(db, user.id, 5_000_000n),
  ]).toEqual([true, false])

  expect((await moneyOf(user.organisation.id)).wallet).toBe(7_000_000n)
  expect(await findOrganisations(admin, user.email)).toMatchObject([
    { id: user.organisation.id, balance: '7' },
  ])
})
