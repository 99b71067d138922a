import { expect, test } from 'vitest'
import { MOVES, STATE_LABELS, type VersionState } from '../../../contracts/versions/version-states.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../../testing/factories.ts'
import { ownerOf, RETIREMENTS } from '../../../testing/setup/catalog/retirements.ts'
import { deprecate, yank } from './retire-version.ts'

const db = database()

const stateOf = async (id: string) => (await db.version.findUniqueOrThrow({ where: { id } })).state
const auditOf = (subjectId: string) => db.auditEvent.findMany({ where: { subjectId } })

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
