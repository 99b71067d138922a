// Calls that are refused, cancelled, or out of time.
import { describe, expect, test } from 'vitest'
import { makePublisher } from '../../testing/factories.ts'
import {
  childrenOf,
  makeBodySkill,
  makeSandboxCaller,
  publishSkills,
} from '../../testing/setup/runs/calling-skills.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { runToEnd, startRun } from '../start/start-run.ts'

describe('is refused', () => {
  test.each([
    ['a skill that was not declared', {}, 'POLICY_DENIED', 'does not declare'],
    ['itself, further down', { skills: ['round.b', 'round.a'] }, 'POLICY_DENIED', 'cycle'],
  ])('%s', async (_what, { skills = [] }: { skills?: string[] }, code, keyword) => {
    const ctx = await makeSandboxCaller()
    const publisher = await makePublisher()
    const name = (slug: string) => `${publisher.handle}.${slug}`
    const call = (slug: string) =>
      `return context.callSkill('${name(slug)}').catch((e) => ({ code: e.code, message: e.message }))`
    const permissions = { skills: skills.map(name) }
    await publishSkills(
      publisher,
      'round',
      [makeBodySkill('a', call('round.b')), makeBodySkill('b', call('round.a'))],
      {
        permissions,
      },
    )

    const run = await runToEnd(ctx, { skill: { name: name('round.a') }, args: {} })

    expect(run).toMatchObject({ output: { code, message: expect.stringContaining(keyword) } })
  })

  test('a call of a private skill of another organisation is refused as if it did not exist', async () => {
    const ctx = await makeSandboxCaller()
    const stranger = await makePublisher()
    await publishSkills(stranger, 'secret', [makeBodySkill('do', 'return {}')], { visibility: 'PRIVATE' })
    const publisher = await makePublisher()
    const target = `${stranger.handle}.secret.do`
    const body = `return context.callSkill('${target}').catch((e) => ({ code: e.code }))`
    await publishSkills(publisher, 'curious', [makeBodySkill('peek', body)], {
      permissions: { skills: [target] },
    })

    const run = await runToEnd(ctx, { skill: { name: `${publisher.handle}.curious.peek` }, args: {} })

    expect(run.output).toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('cancelling a run cancels its child runs', async () => {
  const ctx = await makeSandboxCaller()
  const publisher = await makePublisher()
  const name = (slug: string) => `${publisher.handle}.slow.${slug}`
  const skills = [
    makeBodySkill('parent', `context.progress(0.5); return context.callSkill('${name('child')}')`),
    makeBodySkill('child', 'await new Promise(() => setTimeout(() => {}, 60_000))'),
  ]
  await publishSkills(publisher, 'slow', skills, { permissions: { skills: [name('child')] } })
  const { run, ended } = await startRun(ctx, { skill: { name: name('parent') }, args: {} })
  await expect.poll(async () => (await childrenOf(run.id))[0]?.state).toBe('running')

  await cancelRun(ctx, run.id)

  expect(await ended).toMatchObject({ state: 'cancelled' })
  await expect.poll(async () => (await childrenOf(run.id))[0]?.state).toBe('cancelled')
})

test('a child ends by its parent’s deadline', async () => {
  const ctx = await makeSandboxCaller()
  const publisher = await makePublisher()
  const name = (slug: string) => `${publisher.handle}.hurry.${slug}`
  const skills = [
    makeBodySkill('parent', `return context.callSkill('${name('child')}')`, { limits: { timeoutMs: 6000 } }),
    makeBodySkill('child', 'return { leftMs: context.deadline - Date.now() }'),
  ]
  await publishSkills(publisher, 'hurry', skills, { permissions: { skills: [name('child')] } })

  const { output } = await runToEnd(ctx, { skill: { name: name('parent') }, args: {} })

  // Without a parent, the child would have ten seconds.
  expect((output as { leftMs: number }).leftMs).toBeLessThanOrEqual(6000)
})
