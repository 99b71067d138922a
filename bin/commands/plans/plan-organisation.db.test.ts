import { describe, expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import type { PlanStep } from '#lib/plans/model/document/plan-document.ts'
import { createPlan } from '#lib/plans/saved/saved-plans.ts'
import { contextFor, makeOrganisation, makePublisher, makeUser } from '#lib/testing/factories.ts'
import { bullets, makePlan, perform, runsOf } from '#lib/testing/plan-setup.ts'
import { openPlanTerminal } from '#lib/testing/setup/plans/plan-terminal.ts'

const terminal = openPlanTerminal()
const { plan, write, cli, start, greet } = terminal

const note: PlanStep = { id: 'note', tool: 'vault.createFile', args: { path: 'Note.md', content: 'Hello.' } }
const noting = makePlan([note], { riskLevel: 'writes' })

describe('for an organisation that is shared', () => {
  const shared = async () => {
    const organisation = await makeOrganisation({ owner: terminal.me.user })
    const ctx = await contextFor(terminal.me.user, { organisation })
    const { handle } = await makePublisher({ owner: terminal.me.user, organisation })
    return { organisation, ctx, handle }
  }

  test('for a shared organisation, a saved plan runs in its vault, whether it is named by name, handle or id', async () => {
    const { organisation, ctx, handle } = await shared()
    const { slug } = await createPlan(ctx, { title: 'Ours', text: JSON.stringify(noting) })

    for (const org of [organisation.name, handle, organisation.id]) {
      const { code, stdout, json } = await plan('run', slug, '--org', org, '--yes', '--no-wait', '--json')
      expect(code, stdout).toBe(0)
      const row = await database().planRun.findUnique({ where: { id: json().plan_run_id } })
      expect(row).toMatchObject({ organisationId: organisation.id })
      // The plan run records its owner, so the option is not needed again.
      expect((await plan('status', json().plan_run_id)).code).toBe(0)
    }
    expect((await plan('run', slug, '--json')).json().error).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('for a shared organisation, a check uses its tools and prices', async () => {
    const { organisation } = await shared()
    const file = write(makePlan([bullets]))
    expect((await plan('check', file, '--org', organisation.name)).stdout).toContain('can run')
  })

  test('for a shared organisation, a user who is not a member cannot act for it, and nothing is started', async () => {
    const { organisation, handle } = await shared()
    const { email } = await makeUser()

    for (const org of [organisation.name, handle, organisation.id, 'unknown'])
      for (const verbAndFlags of [['check'], ['run', '--yes']]) {
        const [verb = '', ...rest] = verbAndFlags
        const { code, json } = await cli(
          ...['plan', verb, write(noting), ...rest],
          ...['--email', email, '--org', org, '--json'],
        )
        expect({ code, error: json().error }, org).toMatchObject({
          code: 1,
          error: { code: 'NOT_FOUND', message: expect.stringContaining('is not a member') },
        })
      }
    expect(await database().planRun.count({ where: { organisationId: organisation.id } })).toBe(0)
  })
})

describe('plan cancel and plan resume', () => {
  test('plan resume continues a cancelled plan', async () => {
    const id = await start(makePlan([greet('a', 'x')]))

    const ended = await plan('cancel', id, '--json')
    const resumed = await plan('resume', id, '--no-wait', '--json')

    expect(ended).toMatchObject({ code: 0 })
    expect(ended.json()).toMatchObject({ plan_run_id: id, state: 'cancelled', can_resume: true })
    // The new plan run waits, because its remaining steps are not approved yet.
    expect(resumed).toMatchObject({ code: 1 })
    expect(resumed.json()).toMatchObject({ state: 'waiting', resumed_from: id })
  })

  test('plan resume continues a failed plan with other arguments, without repeating or charging finished work', async () => {
    const id = await start(makePlan([greet('a', 'x'), greet('b', 'bad', { dependsOn: ['a'] })]))
    await perform(terminal.me.ctx, id)
    const failed = await plan('status', id)
    expect(failed.stdout).toMatch(/error +b: No\./)
    expect(failed.stdout).toContain(`guildhall plan resume ${id} [--edit FILE], with {"b": {…}}`)
    const resume = (edits: unknown, ...more: string[]) =>
      plan('resume', id, '--yes', '--no-wait', '--json', '--edit', write(edits), ...more)

    expect((await resume({ a: { name: 'y' } })).json().error.details[0].path).toBe('/edited_args/a')
    expect((await resume('{')).json().error.code).toBe('INVALID_INPUT')
    expect((await resume({ b: { name: 'y' } }, '--max-price', '0.01')).json().error.code).toBe(
      'PAYMENT_REQUIRED',
    )
    const { json } = await resume({ b: { name: 'y' } }, '--max-price', '0.05')
    await perform(terminal.me.ctx, json().plan_run_id)

    const done = await plan('status', json().plan_run_id)
    expect(done.stdout).toContain('ok        a (done before)')
    expect(done.stdout).toContain('It cost 0.05 USDC.')
    expect(await runsOf(json().plan_run_id)).toHaveLength(1)
    expect((await resume({})).json().error).toMatchObject({ code: 'CONFLICT' })
  })
})
