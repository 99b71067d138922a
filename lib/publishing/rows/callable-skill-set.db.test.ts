import { expect, test } from 'vitest'
import { findInstall, insertInstall } from '../../installs/rows/installs.ts'
import { readVersionReader } from '../../installs/rows/version-readers.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { findRetention } from '../../runs/rows/run-retention.ts'
import { makePublishedVersion, makeSkillSetDocument, makeUser } from '../../testing/factories.ts'
import { findCallableSkillSet } from './callable-skill-set.ts'
import { findVisibleSkillSet } from './published-versions.ts'

test('matches the results of the separate queries', async () => {
  const db = database()
  const [version, caller] = [await makePublishedVersion(), await makeUser()]
  const { skillSet } = version
  await db.version.update({
    where: { id: version.id },
    data: { deprecationNotice: 'Use the next.', deprecatedAt: new Date(), state: 'DEPRECATED' },
  })
  const installKey = { organisationId: caller.organisation.id, skillSetId: skillSet.id }
  await insertInstall(db, { ...installKey, versionId: version.id, range: '^1', installedById: caller.id })
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }

  const install = await findInstall(db, installKey)
  expect(install?.range).toBe('^1')
  await db.replayConsent.create({ data: { ...installKey, agreedById: caller.id } })
  const asCaller = { userId: caller.id, organisationId: installKey.organisationId }
  expect(await findCallableSkillSet(db, ref, asCaller)).toEqual({
    ...(await findVisibleSkillSet(db, ref, caller.id)),
    reader: await readVersionReader(db, installKey),
    agreesToReplays: true,
    names: [`${ref.publisher}.${ref.skillset}`],
    install,
    retentionDays: await findRetention(db, asCaller.organisationId),
    isPublisherAdmin: false,
  })
  const ownerId = skillSet.publisher.owner.id
  const asOwner = { userId: ownerId, organisationId: skillSet.publisher.organisationId }
  expect(await findCallableSkillSet(db, ref, asOwner)).toEqual({
    ...(await findVisibleSkillSet(db, ref, ownerId)),
    reader: await readVersionReader(db, { ...asOwner, skillSetId: skillSet.id }),
    agreesToReplays: false,
    names: [`${ref.publisher}.${ref.skillset}`],
    install: null,
    retentionDays: await findRetention(db, asOwner.organisationId),
    isPublisherAdmin: true,
  })
})

test('a private SkillSet is visible to its publisher, but not to their key for another organisation', async () => {
  const db = database()
  const { skillSet, id } = await makePublishedVersion({
    document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
  })
  const { publisher } = skillSet
  const ref = { publisher: publisher.handle, skillset: skillSet.slug }
  const owner = { userId: publisher.owner.id, organisationId: publisher.organisationId }
  const stranger = await makeUser()

  expect((await findCallableSkillSet(db, ref, owner))?.versions.map((each) => each.id)).toEqual([id])
  expect(await findCallableSkillSet(db, ref, { ...owner, withinIds: [stranger.organisation.id] })).toBeNull()
  const theirs = { userId: stranger.id, organisationId: stranger.organisation.id }
  expect(await findCallableSkillSet(db, ref, theirs)).toBeNull()
})
