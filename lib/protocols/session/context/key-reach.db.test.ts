// Tests that a limited key reads and runs only its SkillSets.
import { describe, expect, test } from 'vitest'
import { createBlob, findBlob } from '../../../blobs/blobs.ts'
import { listBlobs } from '../../../blobs/list-blobs.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../../kernel/json/json.ts'
import { startPlanRun } from '../../../plans/start/start-plan-run.ts'
import { getPlanRun, listPlanRuns } from '../../../plans/views/get-plan-run.ts'
import { cancelRun } from '../../../runs/lifecycle/cancel-run.ts'
import { getRun } from '../../../runs/views/get-run.ts'
import { shareRun } from '../../../runs/views/share-run.ts'
import { contextFor, makeUser } from '../../../testing/factories.ts'
import { bullets, makePlan } from '../../../testing/plan-setup.ts'
import {
  callAsAgent,
  contextWithKey,
  listSkillNames,
  setUpPrivateSkillSets,
} from '../../../testing/setup/accounts/limited-key.ts'
import { addToToolset, createToolset } from '../../../toolsets/change-toolset.ts'
import { callMcpTool } from '../../mcp/call-mcp-tool.ts'
import { selectTools } from '../../mcp/select-tools.ts'
import { exportSkillFolder } from '../../skills-protocol/open-skill.ts'

const ADA = { name: 'Ada' }
const setOf = (skillName: string) => skillName.split('.').slice(0, 2).join('.')
const NOT_THERE = { code: 'NOT_FOUND' }
const DENIED = { code: 'POLICY_DENIED' }

describe('a key for some SkillSets', () => {
  test('reads runs of those, and those it started itself', async () => {
    const { ctx, inside, outside, run } = await setUpPrivateSkillSets()
    const [seen, hidden] = [await run(inside.skillName), await run(outside.skillName)]
    const key = await contextWithKey(ctx, { skillSets: [setOf(inside.skillName)] })

    expect(await getRun(key, seen.id)).toMatchObject({ id: seen.id })
    await expect(getRun(key, hidden.id)).rejects.toMatchObject(NOT_THERE)
    await expect(shareRun(key, hidden.id)).rejects.toMatchObject(NOT_THERE)
    await expect(cancelRun(key, hidden.id)).rejects.toMatchObject(NOT_THERE)
    const code = await database().run.update({ where: { id: hidden.id }, data: { keyId: key.keyId } })
    expect(await getRun(key, code.id)).toMatchObject({ id: code.id })
  })

  test('sees other SkillSets like a visitor: neither private ones nor closed source', async () => {
    const { ctx, inside, outside, publish } = await setUpPrivateSkillSets()
    const closed = await publish({ visibility: 'PUBLIC', source: 'closed' })
    const key = await contextWithKey(ctx, { skillSets: [setOf(inside.skillName)] })

    expect((await exportSkillFolder(key, { name: inside.skillName })).files).not.toEqual([])
    await expect(exportSkillFolder(key, { name: outside.skillName })).rejects.toMatchObject(NOT_THERE)
    expect((await exportSkillFolder(ctx, { name: closed.skillName })).files).not.toEqual([])
    await expect(exportSkillFolder(key, { name: closed.skillName })).rejects.toMatchObject(DENIED)
    await expect(callAsAgent(key, 'describe_skill', { name: outside.skillName })).rejects.toMatchObject(
      NOT_THERE,
    )
    expect(await listSkillNames(key)).toEqual(expect.arrayContaining([inside.skillName]))
    expect(await listSkillNames(key)).not.toContain(outside.skillName)
  })

  test('reads the blobs that it brought, and those of runs that it may read', async () => {
    const { ctx, inside, run } = await setUpPrivateSkillSets()
    const key = await contextWithKey(ctx, { skillSets: [setOf(inside.skillName)] })
    const content = { content: Buffer.from('secret'), kind: 'text/plain' }
    const [theirs, own] = [await createBlob(ctx, content), await createBlob(key, content)]

    expect(await findBlob(key, own.id)).toMatchObject({ id: own.id })
    await expect(findBlob(key, theirs.id)).rejects.toMatchObject(NOT_THERE)
    const { id } = await run(inside.skillName)
    await database().run.update({ where: { id }, data: { outputBlobs: [theirs.id] } })
    expect(await findBlob(key, theirs.id)).toMatchObject({ id: theirs.id })
  })

  test('lists the blobs that it may read, and no others', async () => {
    const { ctx, inside, outside, run } = await setUpPrivateSkillSets()
    const key = await contextWithKey(ctx, { skillSets: [setOf(inside.skillName)] })
    const content = { content: Buffer.from('secret'), kind: 'text/plain' }
    const [theirs, ofInside, ofOutside] = [
      await createBlob(ctx, content),
      await createBlob(ctx, content),
      await createBlob(ctx, content),
    ]
    const own = await createBlob(key, content)
    for (const [version, blob] of [
      [inside, ofInside],
      [outside, ofOutside],
    ] as const) {
      const { id } = await run(version.skillName)
      await database().run.update({ where: { id }, data: { outputBlobs: [blob.id] } })
    }
    const idsFor = async (reader: typeof ctx) => (await listBlobs(reader, null)).blobs.map(({ id }) => id)

    expect(await idsFor(key)).toEqual([own.id, ofInside.id])
    const all = [own.id, ofOutside.id, ofInside.id, theirs.id]
    expect(await idsFor(ctx)).toEqual(all)
    expect(await idsFor(await contextWithKey(ctx, {}))).toEqual(all)
  })

  test('reads no plan runs but its own', async () => {
    const { ctx, inside } = await setUpPrivateSkillSets()
    const key = await contextWithKey(ctx, { skillSets: [setOf(inside.skillName)] })
    const { planRun } = await startPlanRun(ctx, { plan: makePlan([bullets]), confirmed: true })

    await expect(getPlanRun(key, planRun.id)).rejects.toMatchObject(NOT_THERE)
    expect((await listPlanRuns(key)).planRuns).toEqual([])
    expect((await listPlanRuns(await contextWithKey(ctx, {}))).planRuns).toMatchObject([{ id: planRun.id }])
  })

  test('cannot be created for an unknown one, and can be for a draft of the organisation', async () => {
    const { ctx, inside, outside } = await setUpPrivateSkillSets()
    const stranger = await contextFor(await makeUser())
    const missing = {
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/skillSets/0', keyword: 'exists' }] },
    }

    await expect(contextWithKey(ctx, { skillSets: ['unknown.nothing'] })).rejects.toMatchObject(missing)
    await expect(contextWithKey(stranger, { skillSets: [setOf(inside.skillName)] })).rejects.toMatchObject(
      missing,
    )
    await database().version.deleteMany({ where: { skillSetId: outside.skillSet.id } })
    await contextWithKey(ctx, { skillSets: [setOf(outside.skillName)] })
  })
})

test('with ?toolset=, neither execute_skill nor run_code can use other skills', async () => {
  const { ctx, inside, outside } = await setUpPrivateSkillSets()
  await createToolset(ctx, { name: 'mini' })
  const agreed = { toolset: 'mini', skill: inside.skillName, versionId: inside.id, consent: true }
  await addToToolset(ctx, agreed)
  const key = await contextWithKey(ctx, {})
  const { pins } = await selectTools(key, new URLSearchParams('toolset=mini'))
  const call = async (name: string, args: JsonObject) => {
    const offered = { natives: new Map<string, string>(), pins: pins!, origin: 'https://guildhall.example' }
    const { structuredContent } = await callMcpTool(key, offered, { name, arguments: args }, () => {})
    return structuredContent
  }

  expect(await call('execute_skill', { name: inside.skillName, args: ADA })).toMatchObject({
    status: 'completed',
  })
  for (const name of [outside.skillName, 'vault.writeFile'])
    expect(await call('execute_skill', { name, args: {} })).toMatchObject({ error: DENIED })
  const code = { language: 'python', code: 'def main(args):\n  return 1' }
  const { skillName: other } = outside
  // The last two are converted to lists, and must be checked as what they are converted to.
  for (const mount_skills of [[other], other, JSON.stringify([other])])
    expect(await call('run_code', { ...code, mount_skills })).toMatchObject({ error: DENIED })
})
