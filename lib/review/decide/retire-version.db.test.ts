import { expect, test } from 'vitest'
import { database } from '../../db/core/prisma-client.ts'
import { MOVES, STATE_LABELS, type VersionState } from '../../skillset/versions/version-states.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
  type TestVersion,
  visitor,
} from '../../testing/factories.ts'
import { deprecate, takeDown, yank } from './retire-version.ts'

const db = database()

const RETIREMENTS = [
  {
    name: 'deprecate',
    to: 'DEPRECATED',
    words: 'notice',
    retire: (ctx: Parameters<typeof yank>[0], versionId: string, text = 'Use 2.0.0.') =>
      deprecate(ctx, { versionId, notice: text }),
  },
  {
    name: 'yank',
    to: 'YANKED',
    words: 'reason',
    retire: (ctx: Parameters<typeof yank>[0], versionId: string, text = 'It leaks.') =>
      yank(ctx, { versionId, reason: text }),
  },
] as const

const stateOf = async (id: string) => (await db.version.findUniqueOrThrow({ where: { id } })).state
const ownerOf = (version: TestVersion): TestUser => version.skillSet.publisher.owner
const noticesOf = (userId: string) => db.notice.findMany({ where: { userId } })
const auditOf = (subjectId: string) => db.auditEvent.findMany({ where: { subjectId } })

async function install(version: TestVersion, organisationId: string): Promise<void> {
  const { id: versionId, skillSetId } = version
  await db.install.create({ data: { organisationId, skillSetId, versionId, installedById: 'somebody' } })
}

test.each(RETIREMENTS)(
  'the publisher may $name, and it is written down',
  async ({ name, to, words, retire }) => {
    const version = await makePublishedVersion()

    await retire(await contextFor(ownerOf(version)), version.id, ' Because. ')

    expect(await stateOf(version.id)).toBe(to)
    expect(await auditOf(version.id)).toMatchObject([
      { action: `version.${name}`, data: { [words]: 'Because.' } },
    ])
  },
)

test.each(RETIREMENTS)(
  'an admin can $name, and the publisher is notified of the reason',
  async ({ to, retire }) => {
    const version = await makePublishedVersion()

    await retire(await contextFor(await makeAdmin()), version.id, 'Because.')

    expect(await stateOf(version.id)).toBe(to)
    expect(await noticesOf(ownerOf(version).id)).toMatchObject([
      { body: expect.stringContaining('Because.') },
    ])
  },
)

test.each(RETIREMENTS)('everyone who can change an installation is notified once', async ({ retire }) => {
  const version = await makePublishedVersion()
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  await install(version, organisation.id)
  await install(version, ownerOf(version).organisation.id)

  await retire(await contextFor(await makeAdmin()), version.id)

  expect(await noticesOf(owner.id)).toHaveLength(1)
  expect(await noticesOf(ownerOf(version).id)).toHaveLength(1)
  expect(await noticesOf(member.id)).toEqual([])
})

test('users of a range are notified of the version that runs for them, and of no other', async () => {
  const older = await makePublishedVersion()
  const { skillSet, skillSetId } = older
  const newer = await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '1.1.0' } })
  const follower = await makeUser()
  const installKey = { organisationId: follower.organisation.id, skillSetId }
  await db.install.create({
    data: { ...installKey, versionId: older.id, range: '^1', installedById: follower.id },
  })
  const publisher = await contextFor(ownerOf(older))

  await deprecate(publisher, { versionId: older.id, notice: 'Use 1.1.0.' })
  expect(await noticesOf(follower.id)).toEqual([])

  await deprecate(publisher, { versionId: newer.id, notice: 'Use 2.0.0', from: new Date('2099-01-31') })
  expect(await noticesOf(follower.id)).toMatchObject([
    {
      title: expect.stringContaining('1.1.0 will be deprecated'),
      body: 'Version 1.1.0 will be deprecated on 2099-01-31: Use 2.0.0. It keeps working until it is taken down.',
    },
  ])
})

test('if everything is taken down, each organisation is notified once', async () => {
  const older = await makePublishedVersion()
  const { skillSet, skillSetId } = older
  await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '1.1.0' } })
  const follower = await makeUser()
  const installKey = { organisationId: follower.organisation.id, skillSetId }
  await db.install.create({
    data: { ...installKey, versionId: older.id, range: '^1', installedById: follower.id },
  })

  await takeDown(await contextFor(await makeAdmin()), { skillSetId, reason: 'It leaks.' })

  expect(await noticesOf(follower.id)).toMatchObject([{ title: expect.stringContaining('1.1.0') }])
})

test('a deprecation stores its notice and its date', async () => {
  const version = await makePublishedVersion()
  const from = new Date('2027-01-01T00:00:00Z')

  await deprecate(await contextFor(ownerOf(version)), { versionId: version.id, notice: 'Use 2.0.0.', from })

  expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({
    deprecatedAt: from,
    deprecationNotice: 'Use 2.0.0.',
  })
})

test('a yanked version leaves the catalogue to the one before it', async () => {
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ version: '1.0.0' }) })
  const older = await makePublishedVersion({ skillSet })
  const newer = await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '1.1.0' } })

  await yank(await contextFor(ownerOf(newer)), { versionId: newer.id, reason: 'It leaks.' })

  expect(await db.catalogEntry.findMany({ where: { skillSetId: skillSet.id } })).toMatchObject([
    { versionId: older.id, versionNumber: '1.0.0' },
  ])
  expect(await db.version.findUnique({ where: { id: newer.id } })).toMatchObject({
    yankReason: 'It leaks.',
    yankedAt: expect.any(Date),
  })
})

test.each(RETIREMENTS)('$name needs a reason', async ({ retire, words }) => {
  const version = await makePublishedVersion()

  const silent = retire(await contextFor(ownerOf(version)), version.id, ' ')

  await expect(silent).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: `/${words}` }] },
  })
  expect(await stateOf(version.id)).toBe('PUBLISHED')
})

test('of two simultaneous take-downs, one succeeds, and the other learns that it is gone', async () => {
  const version = await makePublishedVersion()
  const [owner, admin] = [await contextFor(ownerOf(version)), await contextFor(await makeAdmin())]

  const endings = await Promise.allSettled([
    yank(owner, { versionId: version.id, reason: 'Mine.' }),
    yank(admin, { versionId: version.id, reason: 'Ours.' }),
  ])

  const lost = endings.find((ending) => ending.status === 'rejected')
  expect(lost?.reason).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('this one is yanked'),
  })
  expect(await auditOf(version.id)).toHaveLength(1)
})

const illegal = RETIREMENTS.flatMap((retirement) =>
  (Object.keys(STATE_LABELS) as VersionState[])
    .filter((state) => !(MOVES[retirement.name].from as readonly VersionState[]).includes(state))
    .map((state) => ({ ...retirement, state })),
)

test.each(illegal)('$name is not allowed from $state', async ({ retire, state }) => {
  const version = await makePublishedVersion({ state })

  const move = retire(await contextFor(ownerOf(version)), version.id)

  await expect(move).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await stateOf(version.id)).toBe(state)
})

test.each(RETIREMENTS)('$name is refused to visitors and strangers', async ({ retire }) => {
  const version = await makePublishedVersion()

  await expect(retire(visitor(), version.id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(retire(await contextFor(await makeUser()), version.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await stateOf(version.id)).toBe('PUBLISHED')
})

test.each(RETIREMENTS)('an admin cannot $name a private version', async ({ retire }) => {
  const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
  const version = await makePublishedVersion({ document })

  const move = retire(await contextFor(await makeAdmin()), version.id)

  await expect(move).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await retire(await contextFor(ownerOf(version)), version.id)
})

test('taking a SkillSet down ends every public version of it and leaves the private ones', async () => {
  const skillSet = await makeDraft()
  const of = (version: string, visibility: 'PUBLIC' | 'PRIVATE' = 'PUBLIC') =>
    makePublishedVersion({ skillSet, document: { ...skillSet.document, version, visibility } })
  const [one, two, own] = [await of('1.0.0'), await of('1.1.0'), await of('1.2.0', 'PRIVATE')]

  const numbers = await takeDown(await contextFor(await makeAdmin()), {
    skillSetId: skillSet.id,
    reason: 'It leaks.',
  })

  expect(numbers.toSorted()).toEqual(['1.0.0', '1.1.0'])
  expect([await stateOf(one.id), await stateOf(two.id), await stateOf(own.id)]).toEqual([
    'YANKED',
    'YANKED',
    'PUBLISHED',
  ])
  expect(await db.catalogEntry.count({ where: { skillSetId: skillSet.id } })).toBe(0)
})

test('a SkillSet that has nothing public cannot be taken down again', async () => {
  const { skillSetId } = await makePublishedVersion({ state: 'YANKED' })
  const ctx = await contextFor(await makeAdmin())

  await expect(takeDown(ctx, { skillSetId, reason: 'Again.' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(takeDown(ctx, { skillSetId: '\0', reason: 'Why not.' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(takeDown(ctx, { skillSetId: 'nothing', reason: 'Why not.' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a publisher cannot take a SkillSet down, but can yank versions', async () => {
  const version = await makePublishedVersion()
  const request = { skillSetId: version.skillSetId, reason: 'Because.' }

  await expect(takeDown(await contextFor(ownerOf(version)), request)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(takeDown(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(
    takeDown(await contextFor(await makeAdmin()), { ...request, reason: '' }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
