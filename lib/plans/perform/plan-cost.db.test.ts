// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import { bullets, makePlan, setUpPlans } from '../../testing/plan-setup.ts'

describe('a plan', () => {
  test('pays for its calls, and states the cost', async () => {
    const { run, skill, money } = await setUpPlans()
    const step = {
      id: 'greet',
      tool: skill,
      args: { name: '${$item.text}' },
      foreach: { from: '$steps.bullets.items', itemName: 'x' },
    }

    expect(await run(makePlan([bullets, step]))).toMatchObject({ state: 'succeeded', charged: '0.15' })
    expect(await money()).toMatchObject({ wallet: 9_850_000n, hold: 0n })
  })

  test('stays within its maximum price', async () => {
    const { run, start, skill, money } = await setUpPlans()
    const step = {
      id: 'greet',
      tool: skill,
      args: { name: 'x' },
      foreach: { from: '$steps.bullets.items', itemName: 'x', concurrency: 3 },
    }

    const ended = await run(makePlan([bullets, step]), { maxPrice: '0.12' })
    expect(ended).toMatchObject({ state: 'failed', charged: '0.1', error: { code: 'PAYMENT_REQUIRED' } })
    // A ToolResult has fewer codes than errors, so PAYMENT_REQUIRED becomes POLICY_DENIED.
    const codes = ended.steps[1]?.results.flatMap(({ error }) => error?.code ?? [])
    expect(codes).toEqual(['POLICY_DENIED'])
    expect(await money()).toMatchObject({ wallet: 9_900_000n, hold: 0n })
    await expect(
      start(makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }]), { maxPrice: '0.01' }),
    ).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  })

  test('with a paid skill that does not support dry runs names that step before anything of a dry run ran', async () => {
    const { start, skill, money, sandbox } = await setUpPlans()
    const plan = makePlan([bullets, { id: 'paid', tool: skill, args: { name: 'x' } }])

    await expect(start(plan, { dryRun: true, confirmed: false })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('“paid”'),
      options: { issues: [{ path: '/steps/1/tool', keyword: 'dryRun' }] },
    })
    expect(sandbox.jobs).toEqual([])
    expect(await money()).toMatchObject({ wallet: 10_000_000n })
  })

  test('costs the price of its dry runs in a dry run, within the limit that was set', async () => {
    const pricing = {
      model: 'per_job' as const,
      amount: '5',
      currency: 'USDC' as const,
      dryRunAmount: '0.01',
    }
    const { run, start, skill, money } = await setUpPlans(undefined, { pricing, dryRun: 'supported' })
    const plan = makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }])
    const dry = { dryRun: true, confirmed: false }

    await expect(start(plan, { ...dry, maxPrice: '0.009' })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    })
    expect(await run(plan, { ...dry, maxPrice: '0.01' })).toMatchObject({
      state: 'succeeded',
      charged: '0.01',
    })
    expect(await money()).toMatchObject({ wallet: 9_990_000n })
  })

  test('that is dry-run costs nothing where its skills support that', async () => {
    const { run, skill, money, sandbox } = await setUpPlans(undefined, { dryRun: 'supported' })

    expect(
      await run(makePlan([{ id: 'a', tool: skill, args: { name: 'x' } }]), {
        dryRun: true,
        confirmed: false,
      }),
    ).toMatchObject({ state: 'succeeded', dryRun: true, canResume: false })
    expect(sandbox.jobs[0]).toMatchObject({ context: { dryRun: true } })
    expect(await money()).toMatchObject({ wallet: 10_000_000n })
  })
})
