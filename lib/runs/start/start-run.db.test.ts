// Tests the order of events and every refusal, with a real Postgres, real contracts and a fake sandbox.
import { describe, expect, test } from 'vitest'
import { makeSkillDocument } from '../../testing/factories.ts'
import { endsWith, returns } from '../../testing/fake-sandbox.ts'
import { makeCaller, publishSkill } from '../../testing/run-setup.ts'
import { getRun } from '../views/get-run.ts'
import { runToEnd, startRun } from './start-run.ts'

const ADA = { name: 'Ada' }

describe('a run', () => {
  test('a run is recorded, performed and ended', async () => {
    const { ctx, sandbox } = await makeCaller()
    const { skillName } = await publishSkill()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA })

    expect(run).toMatchObject({
      state: 'succeeded',
      versionNumber: '1.0.0',
      mode: 'production',
      output: { message: 'Hello.' },
    })
    expect(await getRun(ctx, run.id)).toEqual(run)
    expect(sandbox.jobs).toMatchObject([{ runId: run.id, parameters: ADA, config: {}, network: [] }])
  })

  test('a run gets defaults and coerced values, and lists the coercions', async () => {
    const { ctx, sandbox } = await makeCaller()
    const { skillName } = await publishSkill(
      {},
      {
        parameters: {
          type: 'object',
          properties: { times: { type: 'integer' }, tone: { type: 'string', default: 'warm' } },
        },
      },
    )

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: { times: '3' } })

    expect(sandbox.jobs[0]?.parameters).toEqual({ times: 3, tone: 'warm' })
    expect(run.coercions).toEqual([{ path: '/times', from: '3', to: 3 }])
  })

  test('a run passes its handler the conversation that the caller named', async () => {
    const { ctx, sandbox } = await makeCaller()
    const { skillName } = await publishSkill()
    const request = { skill: { name: skillName }, args: ADA, conversationId: 'chat 7' }

    const run = await runToEnd(ctx, request)
    await runToEnd(ctx, { ...request, conversationId: undefined })

    expect(sandbox.jobs.map(({ context }) => context.conversationId)).toEqual(['chat 7', undefined])
    const row = await ctx.db.run.findUniqueOrThrow({ where: { id: run.id } })
    expect(row.conversationId).toBe('chat 7')
  })

  test('a run sets a declared requestId that the caller did not send', async () => {
    const { ctx, sandbox } = await makeCaller()
    const requestId = { type: 'string', description: 'For tracing.' }
    const skill = makeSkillDocument({ parameters: { type: 'object', properties: { requestId } } })
    const { skillName } = await publishSkill({ skills: [skill] })

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: {} })
    await runToEnd(ctx, { skill: { name: skillName }, args: { requestId: 'mine' } })

    expect(sandbox.jobs.map(({ parameters }) => parameters)).toEqual([
      { requestId: run.id },
      { requestId: 'mine' },
    ])
    expect(run.input).toEqual({})
  })

  test('a run passes its handler the organisation, time zone and deadline', async () => {
    const { ctx, sandbox, user } = await makeCaller()
    const { skillName } = await publishSkill()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA, timeZone: 'Europe/Oslo' })

    expect(sandbox.jobs[0]?.context).toMatchObject({
      runId: run.id,
      organizationId: user.organisation.id,
      organizationName: user.organisation.name,
      timezone: 'Europe/Oslo',
      skill: skillName,
      version: '1.0.0',
    })
  })

  test('a caller may ask for less time than the server gives a run, never for more', async () => {
    const { ctx, sandbox } = await makeCaller()
    const [brief, greedy] = [
      await publishSkill({}, { limits: { timeoutMs: 500 } }),
      await publishSkill({}, { limits: { timeoutMs: 99_000 } }),
    ]

    await runToEnd(ctx, { skill: { name: brief.skillName }, args: ADA })
    await runToEnd(ctx, { skill: { name: greedy.skillName }, args: ADA })

    expect(sandbox.jobs.map((job) => job.limits.wallMs)).toEqual([500, 10_000])
  })

  test('a run preserves values that JSON allows and Postgres does not', async () => {
    const odd = { name: 'a\u0000b \ud800 é', __proto__: null }
    const { ctx } = await makeCaller(returns({ message: odd.name, '2': 1, '1': 2 }))
    const { skillName } = await publishSkill()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: { name: odd.name } })

    expect((await getRun(ctx, run.id)).output).toEqual({ message: odd.name, '2': 1, '1': 2 })
    expect(run.input).toEqual({ name: odd.name })
  })

  test('startRun returns as soon as the run is recorded, and the run goes on in the background', async () => {
    let finish = () => {}
    const sandbox = endsWith(async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return { kind: 'returned', value: { message: 'Late.' }, durationMs: 1, logs: [] }
    })
    const { ctx } = await makeCaller(sandbox)
    const { skillName } = await publishSkill()

    const { run, ended } = await startRun(ctx, { skill: { name: skillName }, args: ADA })
    expect(run.state).toBe('queued')
    await expect.poll(() => sandbox.jobs.length).toBe(1)
    expect((await getRun(ctx, run.id)).state).toBe('running')
    finish()

    expect((await ended).output).toEqual({ message: 'Late.' })
  })
})
