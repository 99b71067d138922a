// Tests with a fake sandbox what is reserved, captured and released, and every refusal for lack of money.
import { describe, expect, test } from 'vitest'
import { insertApiKey } from '../../auth/rows/api-keys.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { contextFor, freshName, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { endsWith, returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { setUpPaidRun, slowSandbox } from '../../testing/setup/runs/paid-run.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { sweepLostRuns } from '../lifecycle/recover-run.ts'

/** Returns a context with a key of the same person for the organisation they act for. */
async function contextWithKey(ctx: Context): Promise<Context> {
  const { organisationId, userId } = ctx.viewer!
  const made = { organisationId, userId, name: 'A key', prefix: 'gh_', scopes: ['run' as const] }
  const keyId = await insertApiKey(database(), { ...made, hash: freshName('hash'), expiresAt: null })
  return { ...ctx, keyId, keyGrant: { scopes: made.scopes, skillSets: [], dailyCapMicros: null } }
}

const ENVELOPE = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    status: { enum: ['success', 'partial_success', 'failed'] },
    errors: { type: 'array', items: { type: 'object' } },
  },
  required: ['status'],
}

describe('a paid run', () => {
  test('a paid run reserves its price while it runs, and pays publisher and platform when its output is valid', async () => {
    const { fake, gates } = slowSandbox()
    const { start, money, earned } = await setUpPaidRun({ sandbox: fake })

    const { run, ended } = await start()
    expect(run).toMatchObject({ price: '0.05', terms: 'paid' })
    expect(run.charged).toBeUndefined()
    expect(await money()).toMatchObject({ wallet: 950_000n, hold: 50_000n })
    await expect.poll(() => gates.length).toBe(1)
    gates[0]?.()

    expect(await ended).toMatchObject({ state: 'succeeded', price: '0.05', charged: '0.05' })
    expect(await money()).toMatchObject({ wallet: 950_000n, hold: 0n })
    expect(await earned()).toBe(49_500n)
    // Other tests pay fees in the meantime, so only this run's are checked.
    const fees = await database().ledgerLine.findMany({ where: { runId: run.id, accountId: 'fee' } })
    expect(fees.map(({ amountMicros }) => amountMicros)).toEqual([500n])
    expect((await sumLedger(database())).total).toBe(0n)
  })

  test.each([
    ['whose handler throws', throws(), {}, 'failed'],
    ['that breaks its promise', returns({ message: 7 }), {}, 'failed'],
    [
      'that runs out of time',
      endsWith(() => ({ kind: 'limit', limit: 'wall', message: '', durationMs: 1, logs: [] })),
      {},
      'timed_out',
    ],
    [
      'that is only partly done',
      returns({ message: 'Half.', status: 'partial_success', errors: [{}] }),
      { response: ENVELOPE },
      'partial',
    ],
    [
      'that says it failed',
      returns({ message: 'No.', status: 'failed', errors: [{}] }),
      { response: ENVELOPE },
      'failed',
    ],
  ] as const)('%s costs nothing', async (_, sandbox, skill, state) => {
    const { run, money, earned } = await setUpPaidRun({ sandbox, skill: skill as Partial<SkillDocument> })

    expect(await run()).toMatchObject({ state, price: '0.05', charged: '0' })
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
    expect(await earned()).toBe(0n)
  })

  test('a paid run that is cancelled costs nothing', async () => {
    const { fake, gates } = slowSandbox()
    const { start, ctx, money } = await setUpPaidRun({ sandbox: fake })
    const { run, ended } = await start()
    await expect.poll(() => gates.length).toBe(1)
    await cancelRun(ctx, run.id)

    expect(await ended).toMatchObject({ state: 'cancelled', charged: '0' })
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
  })

  test('a paid run whose server died is refunded by the sweep', async () => {
    const { start, ctx, money } = await setUpPaidRun({ sandbox: slowSandbox().fake })
    const { run } = await start()
    await expect
      .poll(async () => (await database().run.findUniqueOrThrow({ where: { id: run.id } })).state)
      .toBe('running')
    const where = { id: run.id }
    const sweep = async () => {
      // This server has the lease and may renew it at any moment.
      await database().run.updateMany({ where, data: { leaseUntil: new Date(0) } })
      await sweepLostRuns(ctx, new Date(1))
      return database().run.findUnique({ where })
    }

    await expect.poll(sweep).toMatchObject({ state: 'failed', chargedMicros: 0n })
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
  })
})

describe('free is', () => {
  test('a skill is free for the organisation that publishes it', async () => {
    const { version, run, earned } = await setUpPaidRun()
    const publisher = await contextFor(version.skillSet.publisher.owner)

    expect(await run({}, publisher)).toMatchObject({ state: 'succeeded', terms: 'own' })
    expect(await earned()).toBe(0n)
  })

  test('a skill is free for a caller who manages its publisher’s earnings, so that another’s credit is not converted into them', async () => {
    const { version, user, run, earned } = await setUpPaidRun()
    const { organisationId, owner } = version.skillSet.publisher
    const colleague = await makeUser()
    const second = await makeOrganisation({ owner, members: [colleague] })
    await fundWallet(second.id, '1')
    const asOwner = await contextFor(owner, { organisation: second })
    const withKey = await contextWithKey(asOwner)

    for (const caller of [asOwner, withKey])
      expect(await run({}, caller)).toMatchObject({ state: 'succeeded', terms: 'own' })
    expect([await earned(), (await moneyOf(second.id)).wallet]).toEqual([0n, 1_000_000n])

    // Callers who have no share in the earnings pay, such as a colleague or a plain member of the publisher.
    await run({}, await contextFor(colleague, { organisation: second }))
    expect([await earned(), (await moneyOf(second.id)).wallet]).toEqual([49_500n, 950_000n])
    await database().membership.create({ data: { organisationId, userId: user.id, role: 'MEMBER' } })
    await run()
    expect(await earned()).toBe(99_000n)
  })
})
