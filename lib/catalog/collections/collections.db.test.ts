import { beforeEach, describe, expect, test } from 'vitest'
import { anonymiseUser } from '../../accounts/rows/close-rows.ts'
import { ownRows } from '../../accounts/rows/own-data.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
  type TestVersion,
  visitor,
} from '../../testing/factories.ts'
import { refreshCatalogEntries } from '../refresh-catalog-entries.ts'
import { MAX_COLLECTION_ENTRIES, MAX_COLLECTIONS } from './collection-limits.ts'
import {
  createCollection,
  deleteCollection,
  getCollection,
  type ItemRef,
  listCollectionChoices,
  listCollections,
  orderCollection,
  removeEntry,
  setInCollection,
  updateCollection,
} from './collections.ts'

const db = database()
const NOTHING = '01900000-0000-7000-8000-000000000000'

let user: TestUser
let me: Context
let stranger: Context
let listed: TestVersion

beforeEach(async () => {
  user = await makeUser()
  me = await contextFor(user)
  stranger = await contextFor(await makeUser())
  listed = await makeListed()
})

async function makeListed(): Promise<TestVersion> {
  const version = await makePublishedVersion()
  await db.$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  return version
}

const setOf = ({ skillSet }: TestVersion): ItemRef => ({
  publisher: skillSet.publisher.handle,
  skillset: skillSet.slug,
})
const skillOf = (version: TestVersion): ItemRef => ({
  ...setOf(version),
  skill: version.skillName.split('.')[2],
})

async function makeCollection(title = 'Invoices', item?: ItemRef): Promise<string> {
  return (await createCollection(me, { title, ...(item && { item }) })).id
}

const publish = (collection: string) =>
  updateCollection(me, { collection, title: 'Invoices', description: '', isPublic: true })

describe('a collection', () => {
  test('shows its skills and SkillSets in the order in which they were added', async () => {
    const other = await makeListed()
    const id = await makeCollection('Invoices', skillOf(listed))
    await setInCollection(me, { collection: id, item: setOf(other), isIn: true })

    const { entries, ...page } = await getCollection(me, id)

    expect(page).toMatchObject({ title: 'Invoices', isPublic: false, isOwn: true, ownerName: user.name })
    expect(entries.map(({ item }) => item)).toMatchObject([
      { kind: 'skill', card: { name: listed.skillName } },
      { kind: 'skillSet', handle: other.skillSet.publisher.handle, skillSet: { slug: other.skillSet.slug } },
    ])
    expect(await listCollections(me)).toMatchObject([{ id, entries: 2 }])
  })

  test('contains a thing once, however often it is added', async () => {
    const id = await makeCollection()
    const add = () => setInCollection(me, { collection: id, item: skillOf(listed), isIn: true })
    await Promise.all([add(), add(), add()])

    expect((await getCollection(me, id)).entries).toHaveLength(1)
    expect(await listCollectionChoices(me, skillOf(listed))).toMatchObject([{ id, hasItem: true }])
    expect(await listCollectionChoices(me, setOf(listed))).toMatchObject([{ id, hasItem: false }])
  })

  test('is renamed, described, ordered, emptied and deleted by its owner', async () => {
    const id = await makeCollection('Old', skillOf(listed))
    await setInCollection(me, { collection: id, item: setOf(listed), isIn: true })
    await updateCollection(me, { collection: id, title: 'New', description: 'For March', isPublic: false })
    const ids = (await getCollection(me, id)).entries.map((entry) => entry.id)

    await orderCollection(me, { collection: id, entries: ids.toReversed() })
    const page = await getCollection(me, id)
    expect(page).toMatchObject({ title: 'New', description: 'For March' })
    expect(page.entries.map((entry) => entry.id)).toEqual(ids.toReversed())

    await removeEntry(me, { collection: id, entry: ids[0] })
    await setInCollection(me, { collection: id, item: setOf(listed), isIn: false })
    expect((await getCollection(me, id)).entries).toEqual([])
    await deleteCollection(me, id)
    await expect(getCollection(me, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is not ordered by someone who has not seen all of its entries', async () => {
    const id = await makeCollection('Invoices', skillOf(listed))
    const [first] = (await getCollection(me, id)).entries
    for (const entries of [[], [NOTHING], [first!.id, first!.id]])
      await expect(orderCollection(me, { collection: id, entries })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
  })

  test.each([
    { title: '' },
    { title: 'x'.repeat(81) },
    { title: 7 },
    { title: 'x', description: '\0' },
    null,
  ])('cannot be created from %j', async (given) => {
    await expect(createCollection(me, given)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('a private collection', () => {
  test('is not found by anyone but its owner, whatever they try', async () => {
    const id = await makeCollection('Invoices', skillOf(listed))
    const [entry] = (await getCollection(me, id)).entries
    for (const attempt of [
      () => getCollection(stranger, id),
      () => getCollection(visitor(), id),
      () => updateCollection(stranger, { collection: id, title: 'Mine', isPublic: true }),
      () => setInCollection(stranger, { collection: id, item: setOf(listed), isIn: true }),
      () => removeEntry(stranger, { collection: id, entry: entry!.id }),
      () => orderCollection(stranger, { collection: id, entries: [entry!.id] }),
      () => deleteCollection(stranger, id),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' })

    expect(await listCollections(stranger)).toEqual([])
    expect((await getCollection(me, id)).title).toBe('Invoices')
  })

  test('cannot be made, listed or filled by a visitor', async () => {
    for (const attempt of [
      () => createCollection(visitor(), { title: 'Invoices' }),
      () => listCollections(visitor()),
      () => listCollectionChoices(visitor(), setOf(listed)),
      () => setInCollection(visitor(), { collection: NOTHING, item: setOf(listed), isIn: true }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('cannot be changed with an API key, which acts for an organisation', async () => {
    const id = await makeCollection()
    await expect(deleteCollection({ ...me, keyId: NOTHING }, id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})

describe('a public collection', () => {
  test('is read by everyone with its address, under its owner’s name, and changed by nobody else', async () => {
    const id = await makeCollection('Invoices', skillOf(listed))
    await publish(id)

    for (const reader of [visitor(), stranger])
      expect(await getCollection(reader, id)).toMatchObject({
        isOwn: false,
        ownerName: user.name,
        entries: [{ item: { kind: 'skill', card: { name: listed.skillName } } }],
      })
    await expect(deleteCollection(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('has 50 entries a page for readers, and all of them for its owner', async () => {
    const id = await makeCollection('Long')
    await publish(id)
    const versions = await Promise.all(Array.from({ length: 3 }, makeListed))
    await db.collectionEntry.createMany({
      data: Array.from({ length: 53 }, (_, n) => ({
        collectionId: id,
        skillSetId: versions[n % 3]!.skillSetId,
        skillSlug: n < 50 ? `gone_${n}` : '',
        position: n,
      })),
    })

    const [first, second, beyond] = [
      await getCollection(visitor(), id),
      await getCollection(visitor(), id, 2),
      await getCollection(visitor(), id, 99),
    ]

    expect(first).toMatchObject({ page: 1, pages: 2, entries: [] })
    expect(second).toMatchObject({ page: 2, pages: 2, entries: { length: 3 } })
    expect(beyond).toEqual(second)
    expect((await getCollection(me, id)).entries).toHaveLength(53)
  })

  test('shows a private SkillSet to its publisher’s members only', async () => {
    const organisation = await makeOrganisation({ owner: user })
    const publisher = await makePublisher({ owner: user, organisation })
    const own = await makePublishedVersion({
      publisher,
      document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
    })
    const id = await makeCollection('Ours', setOf(own))
    await setInCollection(me, { collection: id, item: skillOf(own), isIn: true })
    await publish(id)

    expect((await getCollection(me, id)).entries.map(({ item }) => item.kind)).toEqual(['skillSet', 'skill'])
    expect((await getCollection(stranger, id)).entries).toEqual([])
    await expect(
      setInCollection(stranger, {
        collection: (await createCollection(stranger, { title: 'Theirs' })).id,
        item: setOf(own),
        isIn: true,
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('leaves out a suspended SkillSet, which its owner can still remove', async () => {
    const id = await makeCollection('Invoices', setOf(listed))
    await publish(id)
    await db.restriction.create({
      data: {
        kind: 'suspended',
        reason: 'It harms people.',
        skillSetId: listed.skillSetId,
        subject: listed.skillSet.slug,
        createdByName: 'An admin',
      },
    })

    expect((await getCollection(visitor(), id)).entries).toEqual([])
    const [entry] = (await getCollection(me, id)).entries
    expect(entry).toMatchObject({ item: { kind: 'hidden' } })
    await removeEntry(me, { collection: id, entry: entry!.id })
    expect((await getCollection(me, id)).entries).toEqual([])
  })

  test('is not found while its owner is locked out, and is gone with the account', async () => {
    const id = await makeCollection()
    await publish(id)
    await db.user.update({ where: { id: user.id }, data: { lockedAt: new Date() } })
    await expect(getCollection(visitor(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })

    await db.user.update({ where: { id: user.id }, data: { lockedAt: null } })
    await db.$transaction((tx) => anonymiseUser(tx, user.id, new Date()))
    expect(await db.collection.count({ where: { id } })).toBe(0)
  })
})

test('collections are in the download of a person’s data, with the names of what is in them', async () => {
  await makeCollection('Invoices', skillOf(listed))
  const { collections } = ownRows(db, { userId: user.id, organisationId: me.viewer!.organisationId })
  const rows: object[] = []
  for await (const row of collections!) rows.push(row)

  expect(rows).toMatchObject([
    {
      title: 'Invoices',
      entries: [
        {
          skillSlug: skillOf(listed).skill,
          skillSet: { slug: setOf(listed).skillset, publisher: { handle: setOf(listed).publisher } },
        },
      ],
    },
  ])
})

test('a person makes a limited number of collections, with a limited number of entries', async () => {
  const id = await makeCollection()
  await db.collection.createMany({
    data: Array.from({ length: MAX_COLLECTIONS - 1 }, (_, n) => ({ userId: user.id, title: `${n}` })),
  })
  await expect(createCollection(me, { title: 'One more' })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: { limit: { what: 'collections', max: MAX_COLLECTIONS } },
  })

  await db.collectionEntry.createMany({
    data: Array.from({ length: MAX_COLLECTION_ENTRIES }, (_, n) => ({
      collectionId: id,
      skillSetId: listed.skillSetId,
      skillSlug: `skill_${n}`,
      position: n,
    })),
  })
  await expect(
    setInCollection(me, { collection: id, item: setOf(listed), isIn: true }),
  ).rejects.toMatchObject({ code: 'LIMIT_REACHED', options: { limit: { what: 'collection_entries' } } })
})
