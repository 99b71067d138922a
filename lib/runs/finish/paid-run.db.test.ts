// Tests with a fake sandbox what is reserved, captured and released, and every refusal for lack of money.
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { insertApiKey } from '../../db/accounts/api-keys.ts'
import { database } from '../../db/core/prisma-client.ts'
import { sumLedger } from '../../db/money/ledger.ts'
import type { SkillDocument, SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { endsWith, type FakeSandbox, returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { sweepLostRuns } from '../lifecycle/sweep-lost-runs.ts'
import { type RunRequest, runToEnd, startRun } from '../start/start-run.ts'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }

async function setUp({
  sandbox = returns({ message: 'Hello.' }),
  money = '1',
  skill = {},
  set = {},
}: {
  sandbox?: FakeSandbox
  money?: string
  skill?: Partial<SkillDocument>
  set?: Partial<SkillSetDocument>
} = {}) {
  const skills = [makeSkillDocument({ pricing: PRICE, ...skill })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills, ...set }) })
  const user = await makeUser()
  if (money !== '0') await fundWallet(user.organisation.id, money)
  const ctx = await contextFor(user, { sandbox })
  const request: RunRequest = { skill: { name: version.skillName }, args: { name: 'Ada' } }
  return {
    ctx,
    sandbox,
    version,
    user,
    run: (terms: Partial<RunRequest> = {}, as: Context = ctx) => runToEnd(as, { ...request, ...terms }),
    start: (terms: Partial<RunRequest> = {}) => startRun(ctx, { ...request, ...terms }),
    money: () => moneyOf(user.organisation.id),
    earned: async () => (await moneyOf(version.skillSet.publisher.organisationId)).earnings,
  }
}

/** Returns a context with a key of the same person for the organisation they act for. */
async function contextWithKey(ctx: Context): Promise<Context> {
  const { organisationId, userId } = ctx.viewer!
  const made = { organisationId, userId, name: 'A key', prefix: 'gh_', scopes: ['run' as const] }
  const keyId = await insertApiKey(database(), { ...made, hash: freshName('hash'), expiresAt: null })
  return { ...ctx, keyId, keyGrant: { scopes: made.scopes, skillSets: [], dailyCapMicros: null } }
}

/** A sandbox whose jobs wait until the test calls their gates. */
function slowSandbox() {
  const gates: (() => void)[] = []
  const sandbox = endsWith(async (_job, signal) => {
    await new Promise<void>((resolve) => {
      gates.push(resolve)
      signal?.addEventListener('abort', () => resolve())
    })
    if (signal?.aborted) return { kind: 'cancelled', durationMs: 1, logs: [] }
    return { kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] }
  })
  return { fake: sandbox, gates }
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
  test('reserves its price while it runs, and pays publisher and platform when its output is valid', async () => {
    const { fake, gates } = slowSandbox()
    const { start, money, earned } = await setUp({ sandbox: fake })

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
    const { run, money, earned } = await setUp({ sandbox, skill: skill as Partial<SkillDocument> })

    expect(await run()).toMatchObject({ state, price: '0.05', charged: '0' })
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
    expect(await earned()).toBe(0n)
  })

  test('that is cancelled costs nothing', async () => {
    const { fake, gates } = slowSandbox()
    const { start, ctx, money } = await setUp({ sandbox: fake })
    const { run, ended } = await start()
    await expect.poll(() => gates.length).toBe(1)
    await cancelRun(ctx, run.id)

    expect(await ended).toMatchObject({ state: 'cancelled', charged: '0' })
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
  })

  test('whose server died is refunded by the sweep', async () => {
    const { start, ctx, money } = await setUp({ sandbox: slowSandbox().fake })
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
  test('a skill published by the caller’s own organisation', async () => {
    const { version, run, earned } = await setUp()
    const publisher = await contextFor(version.skillSet.publisher.owner)

    expect(await run({}, publisher)).toMatchObject({ state: 'succeeded', terms: 'own' })
    expect(await earned()).toBe(0n)
  })

  test('a skill whose publisher’s earnings the caller manages: another’s credit is not converted into them', async () => {
    const { version, user, run, earned } = await setUp()
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

describe('refused, and nothing ran or was taken, is', () => {
  async function refusal(work: Promise<unknown>) {
    const thrown = await work.then(
      () => null,
      (error) => error,
    )
    return [thrown?.code, thrown?.message]
  }

  test('a run that the wallet does not cover', async () => {
    const { run, sandbox, money } = await setUp({ money: '0.049999' })

    expect(await refusal(run())).toEqual([
      'PAYMENT_REQUIRED',
      'This run costs 0.05 USDC, but your organisation’s wallet balance is 0.049999 USDC.',
    ])
    expect(sandbox.jobs).toHaveLength(0)
    expect(await money()).toMatchObject({ wallet: 49_999n, hold: 0n })
  })

  test('a run that costs more than its caller allows', async () => {
    const { run } = await setUp()

    expect(await refusal(run({ maxPrice: '0.049999' }))).toEqual([
      'PAYMENT_REQUIRED',
      'This run costs 0.05 USDC, more than the 0.049999 you allow.',
    ])
    expect(await refusal(run({ maxPrice: 'all' }))).toMatchObject(['INVALID_INPUT', expect.anything()])
    expect(await run({ maxPrice: '0.05' })).toMatchObject({ charged: '0.05' })
  })

  test('a run beyond the day of the organisation, or of the key', async () => {
    const { run, ctx, user } = await setUp()
    const grantOf = (dailyCapMicros: bigint) => ({ scopes: ['run'] as const, skillSets: [], dailyCapMicros })
    const withKey: Context = { ...ctx, keyId: 'key_one', keyGrant: grantOf(60_000n) }
    await run({}, withKey)

    expect(await refusal(run({}, withKey))).toEqual([
      'PAYMENT_REQUIRED',
      'This key can spend 0.06 USDC per day. It has spent or reserved 0.05 USDC today, and this run costs 0.05 USDC.',
    ])
    await run({}, { ...withKey, keyId: 'key_two' })
    await database().organisation.update({
      where: { id: user.organisation.id },
      data: { dailyCapMicros: 140_000n },
    })

    expect(await refusal(run())).toEqual([
      'PAYMENT_REQUIRED',
      'Your organisation can spend 0.14 USDC per day. It has spent or reserved 0.1 USDC today, and this run costs 0.05 USDC.',
    ])
  })

  test('the last of several simultaneous runs', async () => {
    const { run, money, sandbox } = await setUp({ money: '0.12' })

    const ends = await Promise.allSettled([run(), run(), run(), run()])

    expect(ends.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(sandbox.jobs).toHaveLength(2)
    expect(await money()).toMatchObject({ wallet: 20_000n, hold: 0n })
  })
})

describe('an idempotency key', () => {
  const key = 'click-1'

  test('gives the second call the first one’s run, and charges once', async () => {
    const { run, sandbox, money } = await setUp()

    const [first, again] = [await run({ idempotencyKey: key }), await run({ idempotencyKey: key })]

    expect(again).toEqual(first)
    expect(sandbox.jobs).toHaveLength(1)
    expect(await money()).toMatchObject({ wallet: 950_000n })
  })

  test('makes the second of two simultaneous calls wait for the first', async () => {
    const { fake, gates } = slowSandbox()
    const { start, sandbox, money } = await setUp({ sandbox: fake })

    const calls = await Promise.all([1, 2, 3].map(() => start({ idempotencyKey: key })))
    expect(new Set(calls.map(({ run }) => run.id)).size).toBe(1)
    expect(calls.filter(({ isRepeated }) => isRepeated)).toHaveLength(2)
    await expect.poll(() => gates.length).toBe(1)
    gates[0]?.()

    const ends = await Promise.all(calls.map(({ ended }) => ended))
    expect(ends.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(sandbox.jobs).toHaveLength(1)
    expect(await money()).toMatchObject({ wallet: 950_000n, hold: 0n })
  })

  test.each([
    ['other arguments', { args: { name: 'Grace' } }],
    ['another version', { version: '1.0.0' }],
    ['other blobs', { inputBlobs: ['blob:1'] }],
  ])(
    'is refused with %s',
    async (_, { version: number, ...other }: Partial<RunRequest> & { version?: string }) => {
      const { run, version, sandbox } = await setUp()
      await run({ idempotencyKey: key })
      const skill = { name: version.skillName, version: number }

      await expect(run({ idempotencyKey: key, skill, ...other })).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(sandbox.jobs).toHaveLength(1)
    },
  )

  test('compares the values of arguments, not their spelling', async () => {
    const { run, sandbox } = await setUp({ skill: { parameters: { type: 'object', properties: {} } } })
    await run({ idempotencyKey: key, args: { a: 1, b: [2] } })
    await run({ idempotencyKey: key, args: { b: [2.0], a: 1 } })

    expect(sandbox.jobs).toHaveLength(1)
  })

  test('is free again after a paid run that cost nothing, and used by a free one that failed', async () => {
    const paid = await setUp({ sandbox: throws() })
    const free = await setUp({ sandbox: throws(), skill: { pricing: undefined } })
    for (const { run } of [paid, free]) {
      await run({ idempotencyKey: key })
      await run({ idempotencyKey: key })
    }

    expect([paid.sandbox.jobs.length, free.sandbox.jobs.length]).toEqual([2, 1])
  })

  test('is forgotten after a day, belongs to one organisation, and to one skill', async () => {
    const { run, sandbox, ctx, version } = await setUp()
    await run({ idempotencyKey: key })
    const other = await makeUser()
    await fundWallet(other.organisation.id, '1')
    await run({ idempotencyKey: key }, await contextFor(other, { sandbox }))
    expect(sandbox.jobs).toHaveLength(2)

    const dayAgo = new Date(Date.now() - 24.1 * 3_600_000)
    await ctx.db.idempotencyKey.updateMany({
      where: { skillName: version.skillName },
      data: { createdAt: dayAgo },
    })
    await run({ idempotencyKey: key })

    expect(sandbox.jobs).toHaveLength(3)
  })

  test.each(['', ' ', 'a\u0000b', 'x'.repeat(256)])(
    'that is invalid is refused: %j',
    async (idempotencyKey) => {
      const { run } = await setUp()

      await expect(run({ idempotencyKey })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    },
  )
})
