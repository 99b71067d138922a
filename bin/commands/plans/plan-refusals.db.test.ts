import { describe, expect, test } from 'vitest'
import { createPlan } from '#lib/plans/saved/saved-plans.ts'
import { makeUser } from '#lib/testing/factories.ts'
import { bullets, makePlan } from '#lib/testing/plan-setup.ts'
import { openPlanTerminal } from '#lib/testing/setup/plans/plan-terminal.ts'

const terminal = openPlanTerminal()
const { write, plan, start, cli } = terminal

describe('refusals', () => {
  const NOBODYS = 'plan_0190a000-0000-7000-8000-000000000000'

  // biome-ignore format: table
  test.each<[string, () => string[], string]>([
    ['an unknown plan',       () => ['run', 'no-such-plan'], 'NOT_FOUND'],
    ['a missing file',       () => ['run', 'no/such.json'], 'NOT_FOUND'],
    ['a file that is not JSON',         () => ['run', write('{')], 'INVALID_INPUT'],
    ['an invalid plan',                () => ['run', write([])], 'INVALID_INPUT'],
    ['a plan that cannot run',         () => ['run', write(makePlan([{ ...bullets, tool: 'no.such.tool' }])), '--yes'], 'INVALID_INPUT'],
    ['a file that is not JSON',         () => ['check', write('{')], 'INVALID_INPUT'],
    ['a missing file',       () => ['check', 'no/such.json'], 'NOT_FOUND'],
    ['numbers that would lose digits', () => ['check', write('{"version": 12345678901234567890}')], 'INVALID_INPUT'],
    ['an unknown plan run',  () => ['status', NOBODYS], 'NOT_FOUND'],
    ['an invalid id',                  () => ['confirm', 'x'], 'NOT_FOUND'],
    ['an unknown plan run',  () => ['cancel', NOBODYS], 'NOT_FOUND'],
    ['an unknown plan run',  () => ['resume', NOBODYS], 'NOT_FOUND'],
  ])('a plan command is refused: %s: %s', async (_what, makeArgs, code) => {
    const asked = await plan(...makeArgs(), '--json')

    expect(asked, asked.stdout).toMatchObject({ code: 1 })
    expect(asked.json().error, asked.stdout).toMatchObject({ code })
  })

  test('plan commands refuse a plan run of another organisation', async () => {
    const id = await start(makePlan([bullets]))
    const { email } = await makeUser()

    for (const verb of ['status', 'confirm', 'cancel', 'resume'])
      expect((await cli('plan', verb, id, '--email', email, '--json')).json().error, verb).toMatchObject({
        code: 'NOT_FOUND',
      })
    expect((await plan('status', id, '--json')).json()).toMatchObject({ state: 'queued' })
  })

  test('plan commands refuse a saved plan of another organisation', async () => {
    const { slug } = await createPlan(terminal.me.ctx, {
      title: 'Ours alone',
      text: JSON.stringify(makePlan([bullets])),
    })
    const { email } = await makeUser()

    const { code, json } = await cli('plan', 'run', slug, '--email', email, '--json')

    expect({ code, error: json().error }).toMatchObject({ code: 1, error: { code: 'NOT_FOUND' } })
  })

  test.each([
    [['check']],
    [['run']],
    [['run', 'one', 'two']],
    [['status', 'plan_x', '--yes']],
    [['resume', 'plan_x', '--edit']],
    [['cancel']],
  ])('the plan command %j is not valid usage: exit code 2', async (args) => {
    expect(await cli('plan', ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--help'),
    })
  })
})
