// After a rename, callers of the old name reach the same skill, and no one else gets the name.
import { describe, expect, test } from 'vitest'
import { createKey } from '../api-keys/manage-api-keys.ts'
import { findPageParts } from '../catalog/find-page-parts.ts'
import { getPublisherPage } from '../catalog/get-publisher-page.ts'
import { database } from '../db/core/prisma-client.ts'
import { callMcpTool } from '../mcp/call-mcp-tool.ts'
import { functionNames } from '../name-rules/function-name.ts'
import { DEFAULT_POLICY } from '../plan-documents/policy/approval-policy.ts'
import { judgePlannedCall } from '../plan-documents/policy/judge-step.ts'
import { findPlanTools } from '../plans/tools/find-plan-tools.ts'
import { resolveSkill } from '../runs/resolve/resolve-skill.ts'
import { runToEnd, startRun } from '../runs/start/start-run.ts'
import { listRuns } from '../runs/views/list-runs.ts'
import { contextFromKey } from '../session/context/context-from-key.ts'
import { claimHandle } from '../studio/claim-handle.ts'
import { createSkillSet, newVersionFrom } from '../studio/draft-lifecycle.ts'
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
} from '../testing/factories.ts'
import { returns } from '../testing/fake-sandbox.ts'
import { addToToolset, createToolset } from '../toolsets/change-toolset.ts'
import { addWebhook } from '../webhooks/manage-webhooks.ts'
import { MAX_NAMES, renamePublisher, renameSlug } from './rename.ts'

const db = database()
const args = { name: 'Ada' }

/** Creates a published SkillSet with its owner, and a caller of another organisation. */
async function market() {
  const version = await makePublishedVersion()
  const { publisher, slug, id: skillSetId } = version.skillSet
  const owner = await contextFor(publisher.owner)
  const caller = await contextFor(await makeUser())
  const rename = async () => {
    const to = await renamePublisher(owner, { handle: publisher.handle, to: freshName('new') })
    return { handle: to, name: `${to}.${slug}.greet` }
  }
  return { version, publisher, slug, skillSetId, owner, caller, rename, oldName: version.skillName }
}

describe('a renamed publisher', () => {
  test('is found under both handles', async () => {
    const { publisher, slug, caller, rename, oldName } = await market()

    const { handle, name } = await rename()

    expect((await getPublisherPage(visitor(), publisher.handle)).publisher.handle).toBe(handle)
    const parts = await findPageParts(visitor(), { publisher: publisher.handle, skillset: slug })
    expect(parts.skillSet.publisher.handle).toBe(handle)
    expect(await resolveSkill(caller, { name: oldName })).toMatchObject({ name, publisher: handle })
  })

  test('runs under its old name, and the run is recorded under the new one', async () => {
    const { caller, rename, oldName } = await market()
    const before = await runToEnd(caller, { skill: { name: oldName }, args })
    const { name } = await rename()

    const after = await runToEnd(caller, { skill: { name: oldName }, args })

    expect([before.skillName, after.skillName, after.state]).toEqual([oldName, name, 'succeeded'])
    const listed = await listRuns(caller, { skill: name })
    expect(listed.runs.map(({ id }) => id)).toEqual([after.id, before.id])
  })

  test('repeats no call with a key, whichever name the retry uses', async () => {
    const { caller, rename, oldName } = await market()
    const call = { args, idempotencyKey: 'once' }
    const first = await runToEnd(caller, { skill: { name: oldName }, ...call })
    const { name } = await rename()

    const retries = [oldName, name].map((each) => startRun(caller, { skill: { name: each }, ...call }))

    for (const { run, isRepeated } of await Promise.all(retries))
      expect({ id: run.id, isRepeated }).toEqual({ id: first.id, isRepeated: true })
  })

  test('keeps keys, toolsets, webhooks and their names', async () => {
    const { slug, version, caller, rename, oldName } = await market()
    const skillSets = [oldName.slice(0, oldName.lastIndexOf('.'))]
    const limited = { name: 'CI', scopes: ['run'], expiresInDays: null, skillSets }
    const { key } = await createKey(caller, limited)
    await createToolset(caller, { name: 'tools' })
    await addToToolset(caller, { toolset: 'tools', skill: oldName, versionId: version.id, consent: true })
    await addWebhook(caller, { url: 'https://hooks.example.com/x', skillName: oldName })
    const bound = await createKey(caller, {
      name: 'Agent',
      scopes: ['run'],
      expiresInDays: null,
      toolset: 'tools',
    })

    const { handle, name } = await rename()

    for (const each of [key, bound.key]) {
      const headers = { authorization: `Bearer ${each}` }
      const ctx = await contextFromKey(new Request('http://localhost/', { headers }), [])
      for (const called of [oldName, name])
        expect(await resolveSkill(ctx, { name: called })).toMatchObject({ name })
    }
    const { organisationId } = caller.viewer!
    expect(await db.webhook.findFirst({ where: { organisationId } })).toMatchObject({ skillName: name })
    expect(await db.apiKey.findFirst({ where: { organisationId, name: 'CI' } })).toMatchObject({
      skillSets: [`${handle}.${slug}`],
    })
    // A new key that is limited to the old name is stored with the new one.
    await createKey(caller, { ...limited, name: 'Later' })
    expect(await db.apiKey.findFirst({ where: { organisationId, name: 'Later' } })).toMatchObject({
      skillSets: [`${handle}.${slug}`],
    })
  })

  test('answers tools/call under the name that a client still lists', async () => {
    const { caller, rename, oldName } = await market()
    const { name } = await rename()
    const call = { name: oldName.replaceAll('.', '__'), arguments: args }

    const result = await callMcpTool(caller, { natives: functionNames([name]) }, call, () => {})

    expect(result).toMatchObject({ structuredContent: { message: 'Hello.' } })
  })

  test('stays denied for plans that denied its old name, and allowed where that was allowed', async () => {
    const { caller, rename, oldName } = await market()
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
    const { rename, oldName } = await market()
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

  test('has to be verified again', async () => {
    const { publisher, rename } = await market()
    await db.publisher.update({ where: { id: publisher.id }, data: { verifiedAt: new Date() } })

    const { handle } = await rename()

    expect((await getPublisherPage(visitor(), handle)).publisher.verified).toBe(false)
  })

  test('keeps its old handle from others, and can have it back', async () => {
    const { publisher, owner, rename } = await market()
    const { handle } = await rename()
    const stranger = await contextFor(await makeUser())
    const claim = () => claimHandle(stranger, { handle: publisher.handle, displayName: 'Stranger' })

    await expect(claim()).rejects.toMatchObject({ code: 'CONFLICT' })
    const { publisher: other } = await market()
    const theirs = await contextFor(other.owner)
    const steal = renamePublisher(theirs, { handle: other.handle, to: publisher.handle })
    await expect(steal).rejects.toMatchObject({ code: 'CONFLICT', options: { issues: [{ path: '/to' }] } })
    // The database refuses it too, even for code that does not check former names.
    await expect(makePublisher({ handle: publisher.handle })).rejects.toThrow()

    await renamePublisher(owner, { handle, to: publisher.handle })
    expect((await getPublisherPage(visitor(), handle)).publisher.handle).toBe(publisher.handle)
    await expect(claim()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('frees a handle under which nothing was published', async () => {
    const publisher = await makePublisher()
    await renamePublisher(await contextFor(publisher.owner), { handle: publisher.handle, to: freshName() })

    const claim = { handle: publisher.handle, displayName: 'Another' }
    await expect(claimHandle(await contextFor(await makeUser()), claim)).resolves.toBeUndefined()
  })

  test('cannot collect handles', async () => {
    const { publisher, owner } = await market()
    let { handle } = publisher
    for (let turn = 1; turn < MAX_NAMES; turn++)
      handle = await renamePublisher(owner, { handle, to: freshName('more') })

    const another = renamePublisher(owner, { handle, to: freshName('more') })
    await expect(another).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(renamePublisher(owner, { handle, to: publisher.handle })).resolves.toBe(publisher.handle)
  })
})

describe('to rename a publisher', () => {
  test.each(['admin', 'Not a handle', '', '__proto__', 'a__b'])('the handle %j is refused', async (to) => {
    const { publisher, owner } = await market()
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

describe('a renamed SkillSet', () => {
  test('runs under both names, and starts its next version with the new slug', async () => {
    const { publisher, skillSetId, owner, caller, oldName } = await market()

    const slug = await renameSlug(owner, { skillSetId, slug: freshName('set') })

    const name = `${publisher.handle}.${slug}.greet`
    for (const called of [oldName, name])
      expect(await runToEnd(caller, { skill: { name: called }, args })).toMatchObject({ skillName: name })
    expect(await newVersionFrom(owner, skillSetId)).toMatchObject({ slug })
    const draft = await db.draft.findUniqueOrThrow({ where: { skillSetId } })
    expect(draft).toMatchObject({ document: { slug }, revision: 2 })
  })

  test('finds its siblings by the names that its published code states', async () => {
    const [one, two] = [makeSkillDocument(), makeSkillDocument({ slug: 'other' })]
    const publisher = await makePublisher()
    const draft = makeSkillSetDocument({ skills: [one, two] })
    const sibling = `${publisher.handle}.${draft.slug}.other`
    const document = { ...draft, permissions: { skills: [sibling] } }
    const version = await makePublishedVersion({ publisher, document })
    const owner = await contextFor(publisher.owner)
    await renameSlug(owner, { skillSetId: version.skillSetId, slug: freshName('set') })
    await renamePublisher(owner, { handle: publisher.handle, to: freshName('new') })
    // A later version has another price, which must not apply to a call of the sibling in 1.0.0.
    const priced = makeSkillDocument({
      slug: 'other',
      pricing: { model: 'per_job', amount: '1', currency: 'USDC' },
    })
    const later = { ...document, version: '1.1.0', skills: [one, priced] }
    await makePublishedVersion({ skillSet: version.skillSet, document: later })
    const caller = await contextFor(await makeUser(), { sandbox: returns({ message: 'Hello.' }) })

    const tools = await findPlanTools(caller, [`${version.skillName}@1.0.0`])

    expect(tools.get(`${version.skillName}@1.0.0`)?.callsMicros).toBeUndefined()
  })

  test('keeps its old slug from other SkillSets of the publisher', async () => {
    const { publisher, slug, skillSetId, owner } = await market()
    const next = await renameSlug(owner, { skillSetId, slug: freshName('set') })

    const document = makeSkillSetDocument({ slug })
    await expect(createSkillSet(owner, { handle: publisher.handle, document })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const other = await makePublishedVersion({ publisher })
    const steal = renameSlug(owner, { skillSetId: other.skillSetId, slug })
    await expect(steal).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(renameSlug(owner, { skillSetId, slug })).resolves.toBe(slug)
    expect(next).not.toBe(slug)
  })

  test('waits for its review', async () => {
    const { skillSetId, owner, version } = await market()
    const document = { ...version.skillSet.document, version: '1.1.0' }
    await makePublishedVersion({ skillSet: version.skillSet, document, state: 'IN_REVIEW' })

    const renaming = renameSlug(owner, { skillSetId, slug: freshName('set') })
    await expect(renaming).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test.each([['a.b'], [''], ['Big']])('cannot be called %j', async (slug) => {
    const { skillSetId, owner } = await market()
    await expect(renameSlug(owner, { skillSetId, slug })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('can be renamed by owners and admins only', async () => {
    const { skillSetId, caller, owner } = await market()
    const member = await makeUser()
    const { organisationId } = owner.viewer!
    await db.membership.create({ data: { organisationId, userId: member.id, role: 'MEMBER' } })
    const slug = freshName('set')

    await expect(renameSlug(caller, { skillSetId, slug })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(renameSlug(await contextFor(member), { skillSetId, slug })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})

test('the name that it already has is refused, and nothing is recorded', async () => {
  const { publisher, slug, skillSetId, owner } = await market()
  const { handle } = publisher

  await expect(renamePublisher(owner, { handle, to: ` ${handle} ` })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/to', message: `The handle is already “${handle}”.` }] },
  })
  await expect(renameSlug(owner, { skillSetId, slug })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/slug', message: `The slug is already “${slug}”.` }] },
  })
  expect(await db.auditEvent.count({ where: { subjectId: { in: [publisher.id, skillSetId] } } })).toBe(0)
})
