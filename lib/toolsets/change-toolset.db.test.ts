import { expect, test } from 'vitest'
import { contextFor, makeOrganisation, makeSkillDocument, makeUser, visitor } from '../testing/factories.ts'
import { setUpToolset } from '../testing/setup/catalog/toolset.ts'
import {
  addToToolset,
  createToolset,
  deleteToolset,
  removeFromToolset,
  renewConsent,
} from './change-toolset.ts'
import { listToolsets, offerOf } from './list-toolsets.ts'
import { listOfferedSkills } from './toolset-access.ts'

test('an organisation has at most ten toolsets, even if they are created simultaneously', async () => {
  const ctx = await contextFor(await makeUser())
  const names = Array.from({ length: 12 }, (_, at) => `desk_${at}`)

  const made = await Promise.allSettled(names.map((name) => createToolset(ctx, { name })))

  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const refused = made.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toMatchObject([
    { code: 'LIMIT_REACHED', options: { limit: { what: 'toolsets', max: 10, used: 10 } } },
    { code: 'LIMIT_REACHED' },
  ])
})

test.each(['', 'Desk', 'a b', 'ä', 'x'.repeat(65), 7])(
  '%j is refused as a name of a toolset',
  async (name) => {
    const ctx = await contextFor(await makeUser())

    await expect(createToolset(ctx, { name })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/name' }] },
    })
  },
)

test('the name of a toolset is unique within its organisation', async () => {
  const { ctx } = await setUpToolset()

  await expect(createToolset(ctx, { name: 'desk' })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('no API key can consent to a tool', async () => {
  const { ctx, agreed } = await setUpToolset()
  const keyGrant = { scopes: ['admin' as const], skillSets: [], dailyCapMicros: null }
  const withKey = { ...ctx, keyId: 'a key', keyGrant }

  for (const act of [createToolset, addToToolset, renewConsent, removeFromToolset, deleteToolset])
    await expect(act(withKey, { ...agreed, name: 'other' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('plain members see toolsets, and change none', async () => {
  const { version, agreed } = await setUpToolset()
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const keeper = await contextFor(owner, { organisation })
  await createToolset(keeper, { name: 'desk' })
  await addToToolset(keeper, { ...agreed, versionId: version.id })
  const ctx = await contextFor(member, { organisation })

  expect(await listToolsets(ctx)).toMatchObject({ canChange: false, toolsets: [{ skills: { length: 1 } }] })
  for (const act of [createToolset, addToToolset, renewConsent, removeFromToolset, deleteToolset])
    await expect(act(ctx, { ...agreed, name: 'other' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('another organisation’s toolset is NOT_FOUND, and visitors have none', async () => {
  const { ctx, agreed } = await setUpToolset()
  await addToToolset(ctx, agreed)
  const stranger = await contextFor(await makeUser())

  await expect(listOfferedSkills(stranger, 'desk')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const act of [addToToolset, renewConsent, removeFromToolset, deleteToolset]) {
    await expect(act(stranger, agreed)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(visitor(), agreed)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  }
  await expect(listToolsets(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a skill private to another of the user’s organisations cannot be added to a toolset of this one', async () => {
  const { agreed, version } = await setUpToolset({ visibility: 'PRIVATE' })
  const { owner } = version.skillSet.publisher
  const ctx = await contextFor(owner, { organisation: await makeOrganisation({ owner }) })
  await createToolset(ctx, { name: 'desk' })

  await expect(addToToolset(ctx, agreed)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('an instruction skill cannot be a tool', async () => {
  const instruction = makeSkillDocument({ kind: 'instruction', body: '# Read me' })
  const { ctx, skill } = await setUpToolset({ skills: [instruction] })

  await expect(offerOf(ctx, { skill })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['vault.nothing', 'nothing.readFile', 'vault', 'vault.readFile.x'])(
  '“%s” cannot be added to a toolset',
  async (skill) => {
    const { ctx, agreed } = await setUpToolset()

    await expect(offerOf(ctx, { skill })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(addToToolset(ctx, { ...agreed, skill })).rejects.toMatchObject({
      code: expect.stringMatching(/^(NOT_FOUND|INVALID_INPUT)$/),
    })
  },
)
