// Tests that a limited key reads and runs only its SkillSets, or the toolset it is bound to.
import { describe, expect, test } from 'vitest'
import { bindKey, createKey, listKeys } from '../../api-keys/manage-api-keys.ts'
import { createBlob, findBlob } from '../../blobs/blobs.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../db/core/prisma-client.ts'
import type { JsonObject } from '../../json/json.ts'
import { callMcpTool } from '../../mcp/call-mcp-tool.ts'
import { selectTools } from '../../mcp/select-tools.ts'
import { startPlanRun } from '../../plans/start/start-plan-run.ts'
import { getPlanRun, listPlanRuns } from '../../plans/views/get-plan-run.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import { performDeferredRun } from '../../runs/lifecycle/perform-deferred-run.ts'
import { runToEnd, startRun } from '../../runs/start/start-run.ts'
import { getRun } from '../../runs/views/get-run.ts'
import { shareRun } from '../../runs/views/share-run.ts'
import { exportSkillFolder } from '../../skills-protocol/open-skill.ts'
import { callProtocolTool } from '../../skills-protocol/protocol-tool.ts'
import { PROTOCOL_TOOLS } from '../../skills-protocol/protocol-tools.ts'
import type { SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { bullets, makePlan } from '../../testing/plan-setup.ts'
import {
  addToToolset,
  createToolset,
  deleteToolset,
  removeFromToolset,
} from '../../toolsets/change-toolset.ts'
import { openVault } from '../../vault/vault.ts'
import { contextFromKey } from './context-from-key.ts'

const SCOPES = ['read', 'run', 'write']
const ADA = { name: 'Ada' }
const setOf = (skillName: string) => skillName.split('.').slice(0, 2).join('.')
const NOT_THERE = { code: 'NOT_FOUND' }
const DENIED = { code: 'POLICY_DENIED' }

/** Creates a person whose organisation has two private SkillSets; `run` runs a skill as that person. */
async function setUp() {
  const user = await makeUser()
  const publisher = await makePublisher({ owner: user })
  const publish = (more: Partial<SkillSetDocument> = {}) =>
    makePublishedVersion({ publisher, document: makeSkillSetDocument({ visibility: 'PRIVATE', ...more }) })
  const [inside, outside] = [await publish(), await publish()]
  const ctx = await contextFor(user, { sandbox: returns({ message: 'Hello.' }) })
  const run = (name: string) => runToEnd(ctx, { skill: { name }, args: ADA })
  return { ctx, inside, outside, publish, run }
}

/** Returns the context of a call with a new key of `limits`. */
async function withKey(ctx: Context, limits: object): Promise<Context> {
  const { key } = await createKey(ctx, { name: 'A key', scopes: SCOPES, expiresInDays: 1, ...limits })
  return again(ctx, key)
}

async function again({ sandbox }: Context, key: string): Promise<Context> {
  const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${key}` } })
  return { ...(await contextFromKey(request, [])), sandbox }
}

const agent = (ctx: Context, name: string, params: JsonObject) =>
  callProtocolTool(ctx, PROTOCOL_TOOLS.find((tool) => tool.name === name)!, params)

async function listed(ctx: Context): Promise<string[]> {
  const { skills } = (await agent(ctx, 'list_skills', { limit: 200 })) as { skills: { name: string }[] }
  return skills.map(({ name }) => name)
}

describe('a key for some SkillSets', () => {
  test('reads runs of those, and those it started itself', async () => {
    const { ctx, inside, outside, run } = await setUp()
    const [seen, hidden] = [await run(inside.skillName), await run(outside.skillName)]
    const key = await withKey(ctx, { skillSets: [setOf(inside.skillName)] })

    expect(await getRun(key, seen.id)).toMatchObject({ id: seen.id })
    await expect(getRun(key, hidden.id)).rejects.toMatchObject(NOT_THERE)
    await expect(shareRun(key, hidden.id)).rejects.toMatchObject(NOT_THERE)
    await expect(cancelRun(key, hidden.id)).rejects.toMatchObject(NOT_THERE)
    const code = await database().run.update({ where: { id: hidden.id }, data: { keyId: key.keyId } })
    expect(await getRun(key, code.id)).toMatchObject({ id: code.id })
  })

  test('sees other SkillSets like a visitor: neither private ones nor closed source', async () => {
    const { ctx, inside, outside, publish } = await setUp()
    const closed = await publish({ visibility: 'PUBLIC', source: 'closed' })
    const key = await withKey(ctx, { skillSets: [setOf(inside.skillName)] })

    expect((await exportSkillFolder(key, { name: inside.skillName })).files).not.toEqual([])
    await expect(exportSkillFolder(key, { name: outside.skillName })).rejects.toMatchObject(NOT_THERE)
    expect((await exportSkillFolder(ctx, { name: closed.skillName })).files).not.toEqual([])
    await expect(exportSkillFolder(key, { name: closed.skillName })).rejects.toMatchObject(DENIED)
    await expect(agent(key, 'describe_skill', { name: outside.skillName })).rejects.toMatchObject(NOT_THERE)
    expect(await listed(key)).toEqual(expect.arrayContaining([inside.skillName]))
    expect(await listed(key)).not.toContain(outside.skillName)
  })

  test('reads the blobs that it brought, and those of runs that it may read', async () => {
    const { ctx, inside, run } = await setUp()
    const key = await withKey(ctx, { skillSets: [setOf(inside.skillName)] })
    const content = { content: Buffer.from('secret'), kind: 'text/plain' }
    const [theirs, own] = [await createBlob(ctx, content), await createBlob(key, content)]

    expect(await findBlob(key, own.id)).toMatchObject({ id: own.id })
    await expect(findBlob(key, theirs.id)).rejects.toMatchObject(NOT_THERE)
    const { id } = await run(inside.skillName)
    await database().run.update({ where: { id }, data: { outputBlobs: [theirs.id] } })
    expect(await findBlob(key, theirs.id)).toMatchObject({ id: theirs.id })
  })

  test('reads no plan runs but its own', async () => {
    const { ctx, inside } = await setUp()
    const key = await withKey(ctx, { skillSets: [setOf(inside.skillName)] })
    const { planRun } = await startPlanRun(ctx, { plan: makePlan([bullets]), confirmed: true })

    await expect(getPlanRun(key, planRun.id)).rejects.toMatchObject(NOT_THERE)
    expect((await listPlanRuns(key)).planRuns).toEqual([])
    expect((await listPlanRuns(await withKey(ctx, {}))).planRuns).toMatchObject([{ id: planRun.id }])
  })

  test('cannot be created for an unknown one, and can be for a draft of the organisation', async () => {
    const { ctx, inside, outside } = await setUp()
    const stranger = await contextFor(await makeUser())
    const missing = {
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/skillSets/0', keyword: 'exists' }] },
    }

    await expect(withKey(ctx, { skillSets: ['nobody.nothing'] })).rejects.toMatchObject(missing)
    await expect(withKey(stranger, { skillSets: [setOf(inside.skillName)] })).rejects.toMatchObject(missing)
    await database().version.deleteMany({ where: { skillSetId: outside.skillSet.id } })
    await withKey(ctx, { skillSets: [setOf(outside.skillName)] })
  })
})

describe('a key that is bound to a toolset', () => {
  async function bound() {
    const set = await setUp()
    const { ctx, inside } = set
    await createToolset(ctx, { name: 'mini' })
    await createToolset(ctx, { name: 'other' })
    const agreed = { toolset: 'mini', consent: true }
    await addToToolset(ctx, { ...agreed, skill: inside.skillName, versionId: inside.id })
    return { ...set, agreed, key: await withKey(ctx, { toolset: 'mini' }) }
  }

  test('runs the skills in it, and nothing else, through every API', async () => {
    const { key, inside, outside } = await bound()
    const execute = (name: string) => agent(key, 'execute_skill', { name, args: ADA })

    expect(await execute(inside.skillName)).toMatchObject({ status: 'completed' })
    await expect(execute(outside.skillName)).rejects.toMatchObject(DENIED)
    await expect(execute('util.slugifyTitle')).rejects.toMatchObject(DENIED)
    const skill = { name: outside.skillName }
    await expect(startRun(key, { skill, args: ADA })).rejects.toMatchObject(DENIED)
    await expect(startRun(key, { skill, args: ADA, idempotencyKey: 'once' })).rejects.toMatchObject(DENIED)
    expect(() => openVault(key)).toThrow(expect.objectContaining(DENIED))
    const mounts = (mount_skills: string[]) =>
      agent(key, 'run_code', { language: 'python', code: 'def main(args):\n  return 1', mount_skills })
    await expect(mounts([outside.skillName])).rejects.toMatchObject(DENIED)
    expect(await mounts([inside.skillName])).toMatchObject({ status: 'completed' })
  })

  test('is offered the skills in it, without naming the toolset, and no other toolset', async () => {
    const { key, inside, outside } = await bound()
    const { skills, pins = new Map() } = await selectTools(key, new URLSearchParams())

    expect(skills).toEqual([inside.skillName])
    expect([...pins.keys()]).toEqual([inside.skillName])
    expect(await listed(key)).toEqual([inside.skillName])
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
    const key = await withKey(ctx, { toolset: 'mini' })
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
    await expect(withKey(stranger, { toolset: 'mini' })).rejects.toMatchObject(missing)
  })
})

test('with ?toolset=, neither execute_skill nor run_code can use other skills', async () => {
  const { ctx, inside, outside } = await setUp()
  await createToolset(ctx, { name: 'mini' })
  const agreed = { toolset: 'mini', skill: inside.skillName, versionId: inside.id, consent: true }
  await addToToolset(ctx, agreed)
  const key = await withKey(ctx, {})
  const { pins } = await selectTools(key, new URLSearchParams('toolset=mini'))
  const call = async (name: string, args: JsonObject) => {
    const offered = { natives: new Map<string, string>(), pins: pins! }
    const { structuredContent } = await callMcpTool(key, offered, { name, arguments: args }, () => {})
    return structuredContent
  }

  expect(await call('execute_skill', { name: inside.skillName, args: ADA })).toMatchObject({
    status: 'completed',
  })
  for (const name of [outside.skillName, 'vault.writeFile'])
    expect(await call('execute_skill', { name, args: {} })).toMatchObject({ error: DENIED })
  const code = { language: 'python', code: 'def main(args):\n  return 1' }
  expect(await call('run_code', { ...code, mount_skills: [outside.skillName] })).toMatchObject({
    error: DENIED,
  })
})
