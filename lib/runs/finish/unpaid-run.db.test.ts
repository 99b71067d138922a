import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { setUpPaidRun } from '../../testing/setup/runs/paid-run.ts'

describe('refused, and nothing ran or was taken, is', () => {
  async function refusal(work: Promise<unknown>) {
    const thrown = await work.then(
      () => null,
      (error) => error,
    )
    return [thrown?.code, thrown?.message]
  }

  test('a run that the wallet does not cover is refused, and nothing ran or was taken', async () => {
    const { run, sandbox, money } = await setUpPaidRun({ money: '0.049999' })

    expect(await refusal(run())).toEqual([
      'PAYMENT_REQUIRED',
      'This run costs up to 0.05 USDC, but the wallet that pays for it holds 0.049999 USDC.',
    ])
    expect(sandbox.jobs).toHaveLength(0)
    expect(await money()).toMatchObject({ wallet: 49_999n, hold: 0n })
  })

  test('a run that costs more than its caller allows is refused, and nothing ran or was taken', async () => {
    const { run } = await setUpPaidRun()

    expect(await refusal(run({ maxPrice: '0.049999' }))).toEqual([
      'PAYMENT_REQUIRED',
      'This run costs up to 0.05 USDC, more than the 0.049999 you allow.',
    ])
    expect(await refusal(run({ maxPrice: 'all' }))).toMatchObject(['INVALID_INPUT', expect.anything()])
    expect(await run({ maxPrice: '0.05' })).toMatchObject({ charged: '0.05' })
  })

  test('a run beyond the daily cap of the organisation or the key is refused, and nothing ran or was taken', async () => {
    const { run, ctx, user } = await setUpPaidRun()
    const grantOf = (dailyCapMicros: bigint) => ({ scopes: ['run'] as const, skillSets: [], dailyCapMicros })
    const withKey: Context = { ...ctx, keyId: 'key_one', keyGrant: grantOf(60_000n) }
    await run({}, withKey)

    expect(await refusal(run({}, withKey))).toEqual([
      'PAYMENT_REQUIRED',
      'This key can spend 0.06 USDC per day. It has spent or reserved 0.05 USDC today, and this run costs up to 0.05 USDC.',
    ])
    await run({}, { ...withKey, keyId: 'key_two' })
    await database().organisation.update({
      where: { id: user.organisation.id },
      data: { dailyCapMicros: 140_000n },
    })

    expect(await refusal(run())).toEqual([
      'PAYMENT_REQUIRED',
      'Your organisation can spend 0.14 USDC per day. It has spent or reserved 0.1 USDC today, and this run costs up to 0.05 USDC.',
    ])
  })

  test('of several simultaneous runs, the one that the wallet no longer covers is refused', async () => {
    const { run, money, sandbox } = await setUpPaidRun({ money: '0.12' })

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
