import { describe, expect, test } from 'vitest'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { throws } from '../../testing/fake-sandbox.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { setUpPaidRun, slowSandbox } from '../../testing/setup/runs/paid-run.ts'
import type { RunRequest } from '../start/start-run.ts'

describe('an idempotency key', () => {
  const key = 'click-1'

  test('a second call with the same idempotency key gets the run of the first, and is charged once', async () => {
    const { run, sandbox, money } = await setUpPaidRun()

    const [first, again] = [await run({ idempotencyKey: key }), await run({ idempotencyKey: key })]

    expect(again).toEqual(first)
    expect(sandbox.jobs).toHaveLength(1)
    expect(await money()).toMatchObject({ wallet: 950_000n })
  })

  test('the second of two simultaneous calls with one idempotency key waits for the first', async () => {
    const { fake, gates } = slowSandbox()
    const { start, sandbox, money } = await setUpPaidRun({ sandbox: fake })

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
    'an idempotency key is refused with %s',
    async (_, { version: number, ...other }: Partial<RunRequest> & { version?: string }) => {
      const { run, version, sandbox } = await setUpPaidRun()
      await run({ idempotencyKey: key })
      const skill = { name: version.skillName, version: number }

      await expect(run({ idempotencyKey: key, skill, ...other })).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(sandbox.jobs).toHaveLength(1)
    },
  )

  test('an idempotency key compares the values of arguments, not their spelling', async () => {
    const { run, sandbox } = await setUpPaidRun({ skill: { parameters: { type: 'object', properties: {} } } })
    await run({ idempotencyKey: key, args: { a: 1, b: [2] } })
    await run({ idempotencyKey: key, args: { b: [2.0], a: 1 } })

    expect(sandbox.jobs).toHaveLength(1)
  })

  test('an idempotency key is free again after a paid run that cost nothing, and used by a free one that failed', async () => {
    const paid = await setUpPaidRun({ sandbox: throws() })
    const free = await setUpPaidRun({ sandbox: throws(), skill: { pricing: undefined } })
    for (const { run } of [paid, free]) {
      await run({ idempotencyKey: key })
      await run({ idempotencyKey: key })
    }

    expect([paid.sandbox.jobs.length, free.sandbox.jobs.length]).toEqual([2, 1])
  })

  test('an idempotency key expires after a day, and belongs to one organisation and one skill', async () => {
    const { run, sandbox, ctx, version } = await setUpPaidRun()
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
    'an invalid idempotency key is refused: %j',
    async (idempotencyKey) => {
      const { run } = await setUpPaidRun()

      await expect(run({ idempotencyKey })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    },
  )
})
