// After a rename, callers of the old name reach the same skill, and no one else gets the name.
import { describe, expect, test } from 'vitest'
import { findPageParts } from '../../catalog/find-page-parts.ts'
import { getPublisherPage } from '../../catalog/get-publisher-page.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { functionNames } from '../../kernel/names/function-name.ts'
import { DEFAULT_POLICY } from '../../plans/model/policy/approval-policy.ts'
import { judgePlannedCall } from '../../plans/model/policy/judge-step.ts'
import { findPlanTools } from '../../plans/tools/find-plan-tools.ts'
import { callMcpTool } from '../../protocols/mcp/call-mcp-tool.ts'
import { resolveSkill } from '../../runs/resolve/resolve-skill.ts'
import { runToEnd, startRun } from '../../runs/start/start-run.ts'
import { listRuns } from '../../runs/views/list-runs.ts'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { setUpRename } from '../../testing/setup/catalog/renamed-publisher.ts'
import { renamePublisher } from './rename.ts'

const db = database()
const args = { name: 'Ada' }

describe('a renamed publisher', () => {
  test('is found under both handles', async () => {
    const { publisher, slug, caller, rename, oldName } = await setUpRename()

    const { handle, name } = await rename()

    expect((await getPublisherPage(visitor(), publisher.handle)).publisher.handle).toBe(handle)
    const parts = await findPageParts(visitor(), { publisher: publisher.handle, skillset: slug })
    expect(parts.skillSet.publisher.handle).toBe(handle)
    expect(await resolveSkill(caller, { name: oldName })).toMatchObject({ name, publisher: handle })
  })

  test('runs under its old name, and the run is recorded under the new one', async () => {
    const { caller, rename, oldName } = await setUpRename()
    const before = await runToEnd(caller, { skill: { name: oldName }, args })
    const { name } = await rename()

    const after = await runToEnd(caller, { skill: { name: oldName }, args })

    expect([before.skillName, after.skillName, after.state]).toEqual([oldName, name, 'succeeded'])
    const listed = await listRuns(caller, { skill: name })
    expect(listed.runs.map(({ id }) => id)).toEqual([after.id, before.id])
  })

  test('repeats no call with a key, whichever name the retry uses', async () => {
    const { caller, rename, oldName } = await setUpRename()
    const call = { args, idempotencyKey: 'once' }
    const first = await runToEnd(caller, { skill: { name: oldName }, ...call })
    const { name } = await rename()

    const retries = [oldName, name].map((each) => startRun(caller, { skill: { name: each }, ...call }))

    for (const { run, isRepeated } of await Promise.all(retries))
      expect({ id: run.id, isRepeated }).toEqual({ id: first.id, isRepeated: true })
  })

  test('answers tools/call under the name that a client still lists', async () => {
    const { caller, rename, oldName } = await setUpRename()
    const { name } = await rename()
    const call = { name: oldName.replaceAll('.', '__'), arguments: args }

    const tools = { natives: functionNames([name]), origin: 'https://guildhall.example' }
    const result = await callMcpTool(caller, tools, call, () => {})

    expect(result).toMatchObject({ structuredContent: { message: 'Hello.' } })
  })

  test('stays denied for plans that denied its old name, and allowed where that was allowed', async () => {
    const { caller, rename, oldName } = await setUpRename()
    const { name } = await rename()
    const tools = await findPlanTools(caller, [oldName, name])
    const oldPattern = `${oldName.split('.')[0]}.*`

    for (const written of [oldName, name]) {
      const call = { name: written, tool: tools.get(written), args, isResolved: true }
      const judge = (policy: object) => judgePlannedCall({ ...DEFAULT_POLICY, ...policy }, call).verdict
      expect(judge({ deniedTools: [oldPattern] })).toBe('deny')
      expect(judge({ allowedTools: [oldPattern] })).toBe('ask')
      expect(judge({ allowedTools: ['other.*'] })).toBe('deny')
    }
  })

  test('is still called by skills that declare its old name', async () => {
    const { rename, oldName } = await setUpRename()
    const document = makeSkillSetDocument({
      skills: [makeSkillDocument()],
      permissions: { skills: [oldName] },
    })
    const parent = await makePublishedVersion({ document })
    await rename()
    const caller = await contextFor(await makeUser())

    const tools = await findPlanTools(caller, [parent.skillName])

    expect(tools.get(parent.skillName)).toMatchObject({ uses: [oldName] })
  })
})

describe('to rename a publisher', () => {
  test.each(['admin', 'Not a handle', '', '__proto__', 'a__b'])('the handle %j is refused', async (to) => {
    const { publisher, owner } = await setUpRename()
    const renaming = renamePublisher(owner, { handle: publisher.handle, to })
    await expect(renaming).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/to' }] },
    })
  })

  test('takes an owner or admin', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const { handle } = await makePublisher({ owner, organisation })
    const rename = async (ctx: Parameters<typeof renamePublisher>[0]) =>
      renamePublisher(ctx, { handle, to: freshName() })

    await expect(rename(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(rename(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(rename(await contextFor(member, { organisation }))).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    expect(await db.publisher.count({ where: { handle } })).toBe(1)
  })
})
