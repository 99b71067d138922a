// A built-in tool passes through the same pipeline as a skill, but runs in this process instead of the sandbox.
import { describe, expect, test } from 'vitest'
import type { KeyScope } from '../../auth/model/key-scopes.ts'
import { GUILDHALL_VERSION } from '../../contracts/versions/runtime-version.ts'
import { contextFor, makeUser, visitor } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { runToEnd } from '../start/start-run.ts'
import { getRun } from '../views/get-run.ts'

const SLUGIFY = { skill: { name: 'util.slugifyTitle' }, args: { title: 'Hello, World!' } }

async function caller() {
  const sandbox = returns({})
  return { sandbox, ctx: await contextFor(await makeUser(), { sandbox }) }
}

describe('a call of a tool', () => {
  test('a call of a tool is a run without a sandbox, with its result', async () => {
    const { ctx, sandbox } = await caller()

    const run = await runToEnd(ctx, SLUGIFY)

    expect(run).toMatchObject({
      skillName: 'util.slugifyTitle',
      versionNumber: GUILDHALL_VERSION,
      state: 'succeeded',
      output: { slug: 'hello-world' },
      terms: 'free',
      toolResult: {
        callId: run.id,
        runId: run.id,
        tool: 'util.slugifyTitle',
        attempt: 1,
        status: 'ok',
        ok: true,
        data: { slug: 'hello-world' },
      },
    })
    expect(sandbox.jobs).toHaveLength(0)
    expect(await getRun(ctx, run.id)).toEqual(run)
  })

  test('the input of a tool is coerced and refused by its schema, as a skill’s is', async () => {
    const { ctx } = await caller()

    const coerced = await runToEnd(ctx, { ...SLUGIFY, args: { title: 'A b', maxLength: '1' } })
    expect(coerced).toMatchObject({ output: { slug: 'a' }, coercions: [{ path: '/maxLength', to: 1 }] })
    await expect(runToEnd(ctx, { ...SLUGIFY, args: {} })).rejects.toMatchObject({
      code: 'MISSING_REQUIRED_PARAM',
    })
    await expect(
      runToEnd(ctx, { ...SLUGIFY, args: { title: 'A', requestId: 'mine' } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a call of a tool with the same idempotency key gets the same run, which belongs to its step of the plan', async () => {
    const { ctx } = await caller()
    const planStep = { planRunId: 'planrun_1', stepId: 'slug', attempt: 2 }
    const asked = { ...SLUGIFY, idempotencyKey: 'planrun_1:slug:2', planStep }

    const first = await runToEnd(ctx, asked)
    const second = await runToEnd(ctx, asked)

    expect(second.id).toBe(first.id)
    expect(first.toolResult).toMatchObject({
      callId: first.id,
      runId: 'planrun_1',
      stepId: 'slug',
      attempt: 2,
    })
  })

  test('a call of a tool for another version than the server’s is refused', async () => {
    const { ctx } = await caller()
    const at = (version: string) => runToEnd(ctx, { ...SLUGIFY, skill: { ...SLUGIFY.skill, version } })

    expect(await at('^1')).toMatchObject({ state: 'succeeded' })
    await expect(at('2.0.0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('permissions to call a tool', () => {
  const withKey = async (scopes: KeyScope[], skillSets: string[] = []) => {
    const { ctx } = await caller()
    return { ...ctx, keyId: 'key_1', keyGrant: { scopes, skillSets, dailyCapMicros: null } }
  }

  test('a visitor cannot call a tool', async () => {
    await expect(runToEnd(visitor(), SLUGIFY)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a key that may read or run can call a tool that only reads', async () => {
    for (const scope of ['read', 'run'] as const)
      expect(await runToEnd(await withKey([scope]), SLUGIFY)).toMatchObject({ state: 'succeeded' })
    await expect(runToEnd(await withKey(['write']), SLUGIFY)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('a key for certain SkillSets cannot call a tool', async () => {
    await expect(runToEnd(await withKey(['run'], ['acme.letters']), SLUGIFY)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})
