// Real Postgres: one query says what the separate ones say.
import { expect, test } from 'vitest'
import { makePublishedVersion, makeSkillSetDocument, makeUser } from '../testing/factories.ts'
import { findCallable } from './callable.ts'
import { database } from './client.ts'
import { findInstall, insertInstall } from './installs.ts'
import { findVisible } from './published.ts'

test('says what a SkillSet, its versions and an install say when they are asked for one by one', async () => {
  const db = database()
  const [version, caller] = [await makePublishedVersion(), await makeUser()]
  const { skillSet } = version
  await db.version.update({
    where: { id: version.id },
    data: { deprecationNotice: 'Use the next.', deprecatedAt: new Date(), state: 'DEPRECATED' },
  })
  const place = { organisationId: caller.organisation.id, skillSetId: skillSet.id }
  await insertInstall(db, { ...place, versionId: version.id, range: '^1', installedById: caller.id })
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }

  const install = await findInstall(db, place)
  expect(install?.range).toBe('^1')
  const asCaller = { userId: caller.id, organisationId: place.organisationId }
  expect(await findCallable(db, ref, asCaller)).toEqual({
    ...(await findVisible(db, ref, caller.id)),
    install,
    waiting: 0,
    isEarner: false,
  })
  const ownerId = skillSet.publisher.owner.id
  const asOwner = { userId: ownerId, organisationId: skillSet.publisher.organisationId }
  expect(await findCallable(db, ref, asOwner)).toEqual({
    ...(await findVisible(db, ref, ownerId)),
    install: null,
    waiting: 0,
    isEarner: true,
  })
})

test('a private SkillSet is there for its publisher, and not for a key of theirs that is for another organisation', async () => {
  const db = database()
  const { skillSet, id } = await makePublishedVersion({
    document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
  })
  const { publisher } = skillSet
  const ref = { publisher: publisher.handle, skillset: skillSet.slug }
  const owner = { userId: publisher.owner.id, organisationId: publisher.organisationId }
  const stranger = await makeUser()

  expect((await findCallable(db, ref, owner))?.versions.map((each) => each.id)).toEqual([id])
  expect(await findCallable(db, ref, { ...owner, withinId: stranger.organisation.id })).toBeNull()
  const theirs = { userId: stranger.id, organisationId: stranger.organisation.id }
  expect(await findCallable(db, ref, theirs)).toBeNull()
})
