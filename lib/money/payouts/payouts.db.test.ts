// Payouts from the request to the statement: each state once, and no money twice.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { storeSecret } from '../../config/sealed-secrets.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { forgetStoredSettings } from '../../settings/read-settings.ts'
import { contextFor, makeAdmin, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { moneyOf } from '../../testing/fund-wallet.ts'
import { makePaidRun } from '../../testing/setup/runs/ledger.ts'
import { refundRun } from '../grant-credit.ts'
import { findBalances, postTransfer, sumLedger } from '../rows/ledger.ts'
import { moveEarnings } from '../wallet.ts'
import { declinePayout, payPayout, recordPayout } from './decide-payout.ts'
import { getOwnPayouts, listOpenPayouts } from './list-payouts.ts'
import { getPayee, savePayee } from './payee.ts'
import { getPayoutStatement, writePayoutStatement } from './payout-statement.ts'
import { requestMonthlyPayouts, requestPayout, withdrawPayout } from './request-payout.ts'

const db = database()
const PAYEE = {
  name: 'Ada Lovelace Ltd',
  address: '12 St James’s Square\nLondon',
  country: 'GB',
  taxNumber: 'GB123456789',
  payTo: 'GB29 NWBK 6016 1331 9268 19',
}

afterEach(() => {
  delete process.env.GUILDHALL_PAYOUT_MINIMUM
  delete process.env.GUILDHALL_PAYOUT_SCHEDULE
  forgetStoredSettings()
})

/** A publisher who has earned 20 USDC, with a payee unless `isMonthly` is null. */
async function makeEarner(isMonthly: boolean | null = false): Promise<Context> {
  const ctx = await contextFor(await makeUser())
  await earn(ctx, 20_000_000n)
  if (isMonthly !== null) await savePayee(ctx, { ...PAYEE, ...(isMonthly && { isMonthly: 'on' }) })
  return ctx
}

async function earn(ctx: Context, amountMicros: bigint): Promise<void> {
  await db.$transaction((tx) =>
    postTransfer(tx, {
      kind: 'grant',
      reference: `test:${randomUUID()}`,
      lines: [
        { account: 'grant', amountMicros: -amountMicros },
        { account: `earnings:${ctx.viewer!.organisationId}`, amountMicros },
      ],
    }),
  )
}

async function earningsOf({ viewer }: Context) {
  const { organisationId } = viewer!
  const payable = `payable:${organisationId}` as const
  const { earnings } = await moneyOf(organisationId)
  return { earnings, requested: (await findBalances(db, [payable]))[payable] }
}

test('a payout is requested, paid once, announced, and explained by its statement', async () => {
  const ctx = await makeEarner()
  const admin = await contextFor(await makeAdmin())

  const id = await requestPayout(ctx, { amount: '15' })
  expect(await earningsOf(ctx)).toEqual({ earnings: 5_000_000n, requested: 15_000_000n })
  const open = (await listOpenPayouts(admin)).find((payout) => payout.id === id)
  expect(open).toMatchObject({ amount: '15', payee: PAYEE, state: 'requested' })
  await savePayee(ctx, { ...PAYEE, payTo: 'Another account' })

  await payPayout(admin, { id, note: 'SEPA 4711' })
  await expect(payPayout(admin, { id, note: 'Again' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(declinePayout(admin, { id, note: 'No' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(withdrawPayout(ctx, id)).rejects.toMatchObject({ code: 'CONFLICT' })

  expect(await earningsOf(ctx)).toEqual({ earnings: 5_000_000n, requested: 0n })
  expect((await sumLedger(db)).total).toBe(0n)
  expect((await getOwnPayouts(ctx)).payouts).toMatchObject([{ id, state: 'paid', note: 'SEPA 4711' }])
  expect(await getPayoutStatement(ctx, id)).toMatchObject({
    payee: { payTo: PAYEE.payTo },
    opening: '0',
    closing: '5',
    amount: '15',
  })
  const notices = await db.notice.findMany({ where: { userId: ctx.viewer!.userId, kind: 'payout.paid' } })
  expect(notices).toMatchObject([{ title: 'You were paid 15 USDC', href: `/publish/earnings/${id}` }])
})

test('the statement of a payout lists what each skill has earned since the payout before', async () => {
  const { asPublisher, version } = await makePaidRun()
  await savePayee(asPublisher, PAYEE)
  process.env.GUILDHALL_PAYOUT_MINIMUM = '0.01'
  const admin = await contextFor(await makeAdmin())
  const first = await requestPayout(asPublisher, { amount: '0.03' })
  await payPayout(admin, { id: first, note: 'One' })
  const withdrawn = await requestPayout(asPublisher, {})
  await withdrawPayout(asPublisher, withdrawn)
  const second = await requestPayout(asPublisher, {})
  await payPayout(admin, { id: second, note: '=Two' })

  const statement = await getPayoutStatement(asPublisher, first)
  expect(statement.lines).toEqual([
    { label: 'Earned', skillName: version.skillName, count: 1, amount: '0.0495' },
  ])
  expect(await getPayoutStatement(asPublisher, second)).toMatchObject({
    opening: '0.0195',
    closing: '0',
    lines: [],
  })
  const csv = await writePayoutStatement(asPublisher, first)
  expect(csv).toContain(`Earned,"${version.skillName}, 1 run",0.0495`)
  expect(csv).toContain('Paid to,GB29 NWBK 6016 1331 9268 19,')
  expect(await writePayoutStatement(asPublisher, second)).toContain(`Reference,'=Two,`)
})

test('a declined or withdrawn payout gives the earnings back, with the reason', async () => {
  const ctx = await makeEarner()
  const admin = await contextFor(await makeAdmin())

  const declined = await requestPayout(ctx, {})
  await declinePayout(admin, { id: declined, note: 'The IBAN does not exist.' })
  const withdrawn = await requestPayout(ctx, { amount: '12' })
  await withdrawPayout(ctx, withdrawn)

  expect(await earningsOf(ctx)).toEqual({ earnings: 20_000_000n, requested: 0n })
  expect((await getOwnPayouts(ctx)).payouts.map(({ state, note }) => [state, note])).toEqual([
    ['withdrawn', ''],
    ['declined', 'The IBAN does not exist.'],
  ])
  const notice = await db.notice.findFirst({ where: { userId: ctx.viewer!.userId, kind: 'payout.declined' } })
  expect(notice?.body).toBe('The IBAN does not exist.')
})

test('requests and decisions at the same time move the money once', async () => {
  const ctx = await makeEarner()
  const admins = [await contextFor(await makeAdmin()), await contextFor(await makeAdmin())]

  const requests = await Promise.allSettled(Array.from({ length: 6 }, () => requestPayout(ctx, {})))
  const made = requests.filter((each) => each.status === 'fulfilled')
  expect(made).toHaveLength(1)
  const id = made[0]!.value
  const decisions = await Promise.allSettled([
    ...admins.map((admin) => payPayout(admin, { id, note: 'Paid' })),
    ...admins.map((admin) => declinePayout(admin, { id, note: 'No' })),
    withdrawPayout(ctx, id),
    requestPayout(ctx, {}),
  ])

  const { state } = (await db.payout.findUnique({ where: { id } }))!
  expect(decisions.slice(0, 5).filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  for (const each of decisions)
    if (each.status === 'rejected') expect(each.reason.code).toMatch(/^(CONFLICT|INVALID_INPUT)$/)
  const { earnings, requested } = await earningsOf(ctx)
  expect(earnings + requested!).toBe(state === 'paid' ? 0n : 20_000_000n)
  expect((await sumLedger(db)).total).toBe(0n)
})

test('earnings that are set aside can neither be moved nor paid out again', async () => {
  const ctx = await makeEarner()
  const admin = await contextFor(await makeAdmin())
  await requestPayout(ctx, { amount: '15' })

  await expect(moveEarnings(ctx, { amount: '6' })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  await expect(
    recordPayout(admin, { organisationId: ctx.viewer!.organisationId, amount: '6', note: 'x' }),
  ).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  expect(await earningsOf(ctx)).toEqual({ earnings: 5_000_000n, requested: 15_000_000n })
})

test('a run whose earnings wait for a payout is not refunded from them, and the admin reads what to do', async () => {
  const { asPublisher, run } = await makePaidRun()
  process.env.GUILDHALL_PAYOUT_MINIMUM = '0.01'
  await savePayee(asPublisher, PAYEE)
  await requestPayout(asPublisher, {})

  const refund = refundRun(await contextFor(await makeAdmin()), { runId: run.id, note: 'Wrong result' })
  await expect(refund).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: expect.stringContaining('A requested payout holds'),
    options: { suggestedAction: expect.stringContaining('Decline that payout') },
  })
})

test('a payout that an admin records without a request is announced and has a statement', async () => {
  const ctx = await makeEarner(null)
  const admin = await contextFor(await makeAdmin())
  const payout = {
    organisationId: ctx.viewer!.organisationId,
    amount: '8',
    note: 'Cash',
    reference: randomUUID(),
  }

  await recordPayout(admin, payout)
  await recordPayout(admin, payout)

  expect(await earningsOf(ctx)).toMatchObject({ earnings: 12_000_000n })
  expect((await getOwnPayouts(ctx)).payouts).toMatchObject([
    { id: payout.reference, state: 'paid', amount: '8' },
  ])
  expect(await getPayoutStatement(ctx, payout.reference)).toMatchObject({ closing: '12', payee: null })
  const told = await db.notice.count({ where: { userId: ctx.viewer!.userId, kind: 'payout.paid' } })
  expect(told).toBe(1)
})

test.each([
  ['below the minimum', { amount: '9.99' }, 'INVALID_INPUT'],
  ['of more than was earned', { amount: '20.01' }, 'PAYMENT_REQUIRED'],
  ['of nothing', { amount: '0' }, 'INVALID_INPUT'],
  ['of no number', { amount: 'all' }, 'INVALID_INPUT'],
])('a payout %s is refused and sets nothing aside', async (_, given, code) => {
  const ctx = await makeEarner()

  await expect(requestPayout(ctx, given)).rejects.toMatchObject({ code })
  expect(await earningsOf(ctx)).toEqual({ earnings: 20_000_000n, requested: 0n })
})

test('without a payee, no payout can be requested', async () => {
  await expect(requestPayout(await makeEarner(null), {})).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
})

test.each([
  ['an unknown country', { country: 'XX' }, '/country'],
  ['a withdrawn country', { country: 'DD' }, '/country'],
  ['no address', { address: ' ' }, '/address'],
  ['nowhere to pay to', { payTo: '' }, '/payTo'],
  ['an IBAN whose check digits do not fit', { payTo: 'AT00 1234' }, '/payTo'],
  ['the address of a wallet without its network', { payTo: `0x${'5a'.repeat(20)}` }, '/payTo'],
  ['no name', { name: '' }, '/name'],
  ['an address that cannot be stored', { address: 'a\0' }, '/address'],
])('a payee with %s is refused', async (_, change, path) => {
  const ctx = await contextFor(await makeUser())

  await expect(savePayee(ctx, { ...PAYEE, ...change })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path }] },
  })
})

test('a payout can be requested to a payee that was saved before accounts were checked', async () => {
  const ctx = await makeEarner()
  const { organisationId } = ctx.viewer!
  await db.$transaction((tx) =>
    storeSecret(
      tx,
      { organisationId, id: `payee:${organisationId}` },
      JSON.stringify({ ...PAYEE, payTo: '12345678' }),
    ),
  )

  await requestPayout(ctx, {})
  expect(await getPayee(ctx)).toMatchObject({ payTo: '12345678' })
})

test('the payee is stored encrypted', async () => {
  const ctx = await makeEarner()
  const id = `payee:${ctx.viewer!.organisationId}`
  const { sealed } = (await db.sealedSecret.findUnique({ where: { id } }))!

  expect(Buffer.from(sealed).includes('NWBK')).toBe(false)
  expect(await getPayee(ctx)).toEqual({ ...PAYEE, isMonthly: false })
})

describe('a site that pays monthly', () => {
  const due = new Date('2031-05-01T00:00:10Z')

  test('each month it requests the earnings of those who chose it, once', async () => {
    process.env.GUILDHALL_PAYOUT_SCHEDULE = 'monthly'
    const [monthly, other] = [await makeEarner(true), await makeEarner(false)]

    await Promise.all([requestMonthlyPayouts(db, due), requestMonthlyPayouts(db, due)])
    const [payout] = (await getOwnPayouts(monthly)).payouts
    expect(payout).toMatchObject({ amount: '20', state: 'requested' })
    expect((await getOwnPayouts(other)).payouts).toEqual([])
    await withdrawPayout(monthly, payout!.id)
    await requestMonthlyPayouts(db, due)
    expect((await getOwnPayouts(monthly)).payouts).toHaveLength(1)
    await requestMonthlyPayouts(db, new Date('2031-06-01T00:00:10Z'))
    expect((await getOwnPayouts(monthly)).payouts).toHaveLength(2)
  })

  test('an organisation whose payee cannot be read does not stop the payouts of the others', async () => {
    process.env.GUILDHALL_PAYOUT_SCHEDULE = 'monthly'
    const [broken, outdated, other] = [await makeEarner(true), await makeEarner(true), await makeEarner(true)]
    const replaceSecret = async ({ viewer }: Context, text: string) => {
      const { organisationId } = viewer!
      await storeSecret(db, { organisationId, id: `payee:${organisationId}` }, text)
    }
    await replaceSecret(broken, 'not JSON')
    await replaceSecret(outdated, JSON.stringify({ ...PAYEE, country: 'Atlantis' }))

    await requestMonthlyPayouts(db, due)

    expect(await getPayee(outdated)).toBeNull()
    for (const { viewer } of [broken, outdated])
      expect(await db.payout.count({ where: { organisationId: viewer!.organisationId } })).toBe(0)
    expect((await getOwnPayouts(other)).payouts).toHaveLength(1)
  })

  test('it requests nothing below the minimum, and a site that pays on request requests nothing', async () => {
    const monthly = await makeEarner(true)
    await requestMonthlyPayouts(db, due)
    process.env.GUILDHALL_PAYOUT_SCHEDULE = 'monthly'
    process.env.GUILDHALL_PAYOUT_MINIMUM = '20.01'
    await requestMonthlyPayouts(db, due)

    expect((await getOwnPayouts(monthly)).payouts).toEqual([])
  })
})

describe('who may not', () => {
  test('plain members neither see the payee nor request, withdraw and read payouts', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const asOwner = await contextFor(owner, { organisation })
    const asMember = await contextFor(member, { organisation })
    await earn(asOwner, 20_000_000n)
    await savePayee(asOwner, PAYEE)
    const id = await requestPayout(asOwner, {})

    for (const work of [
      () => getPayee(asMember),
      () => savePayee(asMember, PAYEE),
      () => requestPayout(asMember, {}),
      () => withdrawPayout(asMember, id),
      () => getOwnPayouts(asMember),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(getPayoutStatement(asMember, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('another organisation neither withdraws a payout nor reads its statement', async () => {
    const id = await requestPayout(await makeEarner(), {})
    const other = await makeEarner()

    await expect(withdrawPayout(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getPayoutStatement(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getPayoutStatement(other, 'a\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await getPayoutStatement(await contextFor(await makeAdmin()), id)).amount).toBe('20')
  })

  test('only site admins list, pay and decline requests', async () => {
    const ctx = await makeEarner()
    const id = await requestPayout(ctx, {})

    for (const work of [
      () => listOpenPayouts(ctx),
      () => payPayout(ctx, { id, note: 'x' }),
      () => declinePayout(ctx, { id, note: 'x' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const admin = await contextFor(await makeAdmin())
    await expect(payPayout(admin, { id: 'none', note: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(payPayout(admin, { id, note: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('an API key without the scope admin, and a visitor, are refused', async () => {
    const ctx = await makeEarner()
    const keyGrant = { scopes: ['run' as const, 'write' as const], skillSets: [], dailyCapMicros: null }
    const withKey = { ...ctx, keyId: 'k', keyGrant }

    for (const work of [
      () => getPayee(withKey),
      () => savePayee(withKey, PAYEE),
      () => requestPayout(withKey, {}),
      () => withdrawPayout(withKey, 'x'),
      () => getPayoutStatement(withKey, 'x'),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    for (const work of [() => getPayee(visitor()), () => requestPayout(visitor(), {})])
      await expect(work()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
