import { describe, expect, test } from 'vitest'
import { bindKey, listKeys } from '../../../auth/manage-api-keys.ts'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { performDeferredRun } from '../../../runs/lifecycle/recover-run.ts'
import { runToEnd, startRun } from '../../../runs/start/start-run.ts'
import { getRun } from '../../../runs/views/get-run.ts'
import { contextFor, makePublishedVersion, makeUser } from '../../../testing/factories.ts'
import { returns } from '../../../testing/fake-sandbox.ts'
import {
  callAsAgent,
  contextWithKey,
  listSkillNames,
  setUpPrivateSkillSets,
} from '../../../testing/setup/accounts/limited-key.ts'
import {
  addToToolset,
  createToolset,
  deleteToolset,
  removeFromToolset,
} from '../../../toolsets/change-toolset.ts'
import { openVault } from '../../../vault/vault.ts'
import { selectTools } from '../../mcp/select-tools.ts'

const ADA = { name: 'Ada' }
const NOT_THERE = { code: 'NOT_FOUND' }
const DENIED = { code: 'POLICY_DENIED' }

describe('a key that is bound to a toolset', () => {
  async function bound() {
    const set = await setUpPrivateSkillSets()
    const { ctx, inside } = set
    await createToolset(ctx, { name: 'mini' })
    await createToolset(ctx, { name: 'other' })
    const agreed = { toolset: 'mini', consent: true }
    await addToToolset(ctx, { ...agreed, skill: inside.skillName, versionId: inside.id })
    return { ...set, agreed, key: await contextWithKey(ctx, { toolset: 'mini' }) }
  }

  test('runs the skills in it, and nothing else, through every API', async () => {
    const { key, inside, outside } = await bound()
    const execute = (name: string) => callAsAgent(key, 'execute_skill', { name, args: ADA })

    expect(await execute(inside.skillName)).toMatchObject({ status: 'completed' })
    await expect(execute(outside.skillName)).rejects.toMatchObject(DENIED)
    await expect(execute('util.slugifyTitle')).rejects.toMatchObject(DENIED)
    const skill = { name: outside.skillName }
    await expect(startRun(key, { skill, args: ADA })).rejects.toMatchObject(DENIED)
    await expect(startRun(key, { skill, args: ADA, idempotencyKey: 'once' })).rejects.toMatchObject(DENIED)
    expect(() => openVault(key)).toThrow(expect.objectContaining(DENIED))
    const mounts = (mount_skills: string[]) =>
      callAsAgent(key, 'run_code', { language: 'python', code: 'def main(args):\n  return 1', mount_skills })
    await expect(mounts([outside.skillName])).rejects.toMatchObject(DENIED)
    expect(await mounts([inside.skillName])).toMatchObject({ status: 'completed' })
  })

  test('is offered the skills in it, without naming the toolset, and no other toolset', async () => {
    const { key, inside, outside } = await bound()
    const { natives, pins = new Map() } = await selectTools(key, new URLSearchParams())

    expect([...natives.values()]).toEqual([inside.skillName])
    expect([...pins.keys()]).toEqual([inside.skillName])
    expect(await listSkillNames(key)).toEqual([inside.skillName])
    const asked = (query: string) => selectTools(key, new URLSearchParams(query))
    await expect(asked('toolset=other')).rejects.toMatchObject(DENIED)
    await expect(asked(`skills=${outside.skillName}`)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('runs no version with more permissions than a person agreed to, now or later', async () => {
    const { ctx, key, inside } = await bound()
    const skill = { name: inside.skillName }
    const { run } = await startRun(key, { skill, args: ADA, isDeferred: true })
    const document = {
      ...inside.skillSet.document,
      version: '1.1.0',
      permissions: { network: ['api.example.com'] },
    }
    await makePublishedVersion({ skillSet: inside.skillSet, document })

    await expect(startRun(key, { skill, args: ADA })).rejects.toMatchObject({ code: 'CONFLICT' })
    await removeFromToolset(ctx, { toolset: 'mini', skill: inside.skillName })
    await performDeferredRun({ db: key.db, sandbox: key.sandbox }, run.id)
    expect(await getRun(ctx, run.id)).toMatchObject({ state: 'failed', error: DENIED })
  })

  test('runs the skills called by a skill in it, which were agreed to with it', async () => {
    const { ctx, publish, outside, agreed } = await bound()
    const caller = await publish({ permissions: { skills: [outside.skillName] } })
    await addToToolset(ctx, { ...agreed, skill: caller.skillName, versionId: caller.id })
    const key = await contextWithKey(ctx, { toolset: 'mini' })
    const calls = {
      ...returns({ message: 'Hello.' }),
      execute: async (...[job, options]: Parameters<Context['sandbox']['execute']>) => {
        const isCaller = job.context.skill === caller.skillName
        const params = { name: outside.skillName, args: ADA }
        if (isCaller) await options!.onCall!({ method: 'callSkill', params }, new AbortController().signal)
        return { kind: 'returned' as const, value: { message: 'Hello.' }, durationMs: 1, logs: [] }
      },
    }

    const run = await runToEnd({ ...key, sandbox: calls }, { skill: { name: caller.skillName }, args: ADA })

    expect(run).toMatchObject({ state: 'succeeded' })
    expect(await database().run.count({ where: { parentRunId: run.id, skillName: outside.skillName } })).toBe(
      1,
    )
  })

  test('prevents its toolset from being deleted until it is revoked or bound elsewhere', async () => {
    const { ctx } = await bound()
    const [{ id } = { id: '' }] = await listKeys(ctx)

    expect(await listKeys(ctx)).toMatchObject([{ toolset: 'mini' }])
    await expect(deleteToolset(ctx, { toolset: 'mini' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await bindKey(ctx, { id, toolset: 'other' })
    expect(await listKeys(ctx)).toMatchObject([{ toolset: 'other' }])
    await deleteToolset(ctx, { toolset: 'mini' })
    await bindKey(ctx, { id, toolset: null })
    expect((await listKeys(ctx))[0]?.toolset).toBeNull()
    expect(await database().auditEvent.count({ where: { subjectId: id, action: 'key.bind' } })).toBe(2)
  })

  test('is bound by people, to toolsets of the organisation', async () => {
    const { ctx, key } = await bound()
    const [{ id } = { id: '' }] = await listKeys(ctx)
    const stranger = await contextFor(await makeUser())
    const missing = { code: 'INVALID_INPUT', options: { issues: [{ path: '/toolset', keyword: 'exists' }] } }

    await expect(bindKey(key, { id, toolset: null })).rejects.toMatchObject(DENIED)
    await expect(bindKey(stranger, { id, toolset: null })).rejects.toMatchObject(NOT_THERE)
    await expect(bindKey(ctx, { id, toolset: 'none' })).rejects.toMatchObject(missing)
    await expect(contextWithKey(stranger, { toolset: 'mini' })).rejects.toMatchObject(missing)
  })
})
