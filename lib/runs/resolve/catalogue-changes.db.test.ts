// Each call of a key is resolved anew: what was permitted a moment ago may not be now.
import { expect, test } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import { insertInstall } from '../../installs/rows/installs.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFromKey } from '../../protocols/session/context/context-from-key.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
  type TestVersion,
} from '../../testing/factories.ts'
import { resolveSkill } from './resolve-skill.ts'

const db = database()

async function setUp(document = makeSkillSetDocument()) {
  const version = await makePublishedVersion({ document })
  const user = await makeUser()
  const given = { name: 'A key', scopes: ['run'], expiresInDays: null }
  const { key } = await createKey(await contextFor(user), given)
  const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${key}` } })
  const resolve = async () =>
    resolveSkill(await contextFromKey(request, ['run']), { name: version.skillName })
  return { version, user, resolve }
}

const restrict = (kind: string, on: { skillSetId?: string; versionId?: string; publisherId?: string }) =>
  db.restriction.create({ data: { kind, reason: 'Spam.', subject: 'it', createdByName: 'An admin', ...on } })

const update = (version: TestVersion, data: object) => db.version.update({ where: { id: version.id }, data })

const installOf = (user: TestUser, { id, skillSet }: TestVersion) => ({
  organisationId: user.organisation.id,
  skillSetId: skillSet.id,
  versionId: id,
  installedById: user.id,
  range: null,
})

// biome-ignore format: table
test.each<[change: string, act: (version: TestVersion) => Promise<unknown>, code: string]>([
  ['was yanked', (version) => update(version, { state: 'YANKED' }), 'POLICY_DENIED'],
  ['was withdrawn', (version) => update(version, { state: 'REJECTED' }), 'NOT_FOUND'],
  ['is hidden', (version) => restrict('hidden', { versionId: version.id }), 'NOT_FOUND'],
  ['is of a suspended SkillSet', ({ skillSet }) => restrict('suspended', { skillSetId: skillSet.id }), 'POLICY_DENIED'],
  ['is of a suspended publisher', ({ skillSet }) => restrict('suspended', { publisherId: skillSet.publisherId }), 'POLICY_DENIED'],
  ['is of a deleted SkillSet', ({ skillSet }) => db.skillSet.delete({ where: { id: skillSet.id } }), 'NOT_FOUND'],
])('a key that ran a version which %s is refused at its next call', async (_, act, code) => {
  const { version, resolve } = await setUp()
  await resolve()
  await resolve()

  await act(version)

  await expect(resolve()).rejects.toMatchObject({ code })
})

test('a newer version, an installation and its end decide which version the next call of a key runs', async () => {
  const { version, user, resolve } = await setUp()
  await resolve()
  const newer = makeSkillSetDocument({ version: '1.1.0' })
  await makePublishedVersion({ document: newer, skillSet: version.skillSet })
  const numbers = [(await resolve()).versionNumber]
  const install = installOf(user, version)
  await insertInstall(db, install)
  numbers.push((await resolve()).versionNumber)
  const { organisationId, skillSetId } = install
  await db.install.delete({ where: { organisationId_skillSetId: { organisationId, skillSetId } } })
  numbers.push((await resolve()).versionNumber)

  expect(numbers).toEqual(['1.1.0', version.number, '1.1.0'])
})

test('the key of a person who leaves the publisher no longer runs its private skills', async () => {
  const { version, user, resolve } = await setUp(makeSkillSetDocument({ visibility: 'PRIVATE' }))
  await expect(resolve()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const to = { organisationId: user.organisation.id }
  const where = { id: version.skillSet.publisherId }
  const { organisationId: from } = await db.publisher.findUniqueOrThrow({ where })
  await db.publisher.update({ where, data: to })
  expect(await resolve()).toMatchObject({ isPublisherOrganisation: true })

  await db.publisher.update({ where, data: { organisationId: from } })

  await expect(resolve()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
