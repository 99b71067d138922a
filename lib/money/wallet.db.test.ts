// Tests statements, and who may read and change them.
import { describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { contextFor, makeAdmin, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { moneyOf } from '../testing/fund-wallet.ts'
import { makePaidRun } from '../testing/setup/runs/ledger.ts'
import { getStatement, writeStatement } from './get-statement.ts'
import { grantCredit, refundRun } from './grant-credit.ts'
import { findOrganisations, getLedgerOverview } from './ledger-overview.ts'
import { recordPayout } from './payouts/decide-payout.ts'
import { getWallet, moveEarnings, setDailyCap } from './wallet.ts'

test('the cost of a run appears in both statements and in the CSV', async () => {
  const { ctx, asPublisher, run, version } = await makePaidRun()

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
  expect(csv[0]).toBe('when,what,amount_usdc,balance_usdc,run,skill,note,keys')
  expect(csv[1]).toContain(`,Paid for a run,-0.05,0.95,${run.id},${version.skillName},,`)
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
])('a transfer with %s that no column can store is refused like any invalid field', async (_, act) => {
  const [admin, user] = [await contextFor(await makeAdmin()), await makeUser()]

  await expect(act(admin, user.organisation.id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

describe('not for', () => {
  test('only site admins may grant, pay out, refund and see the ledger of Guildhall', async () => {
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

  test('plain members may see caps and earnings, and change neither', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const asMember = await contextFor(member, { organisation })

    await expect(setDailyCap(asMember, { cap: '1' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(moveEarnings(asMember, { amount: '1' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await setDailyCap(await contextFor(owner, { organisation }), { cap: '1.50' })
    expect(await getWallet(asMember)).toMatchObject({ dailyCap: '1.5', canManage: false, balance: '0' })
  })

  test('visitors may neither see nor change money', async () => {
    const visitorContext = visitor()
    for (const work of [
      () => getWallet(visitorContext),
      () => getStatement(visitorContext, 'wallet'),
      () => getLedgerOverview(visitorContext),
    ]) {
      await expect(async () => work()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })

  test('an API key without the scope cannot read the wallet', async () => {
    const ctx = await contextFor(await makeUser())
    const keyGrant = { scopes: ['run' as const], skillSets: [], dailyCapMicros: null }

    await expect(getWallet({ ...ctx, keyId: 'k', keyGrant })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(getStatement({ ...ctx, keyId: 'k', keyGrant }, 'wallet')).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})

test.each(['-1', '0', 'much', '1e3', '0.0000001', ''])('%j is refused as an amount', async (amount) => {
  const admin = await contextFor(await makeAdmin())
  const { organisationId } = admin.viewer!

  await expect(grantCredit(admin, { organisationId, amount, note: 'x' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
