import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { freshName, makeUser } from '../../testing/factories.ts'
import { insertPublisher, isHandleTaken, listOwnPublishers } from './publishers.ts'

const db = database()

test('a handle has one owner, and the transaction of the second lives on', async () => {
  const [ada, ben] = [await makeUser(), await makeUser()]
  const handle = freshName('press')
  const claim = (organisationId: string) => ({ handle, displayName: handle, organisationId })

  const claimed = await db.$transaction(async (tx) => [
    await insertPublisher(tx, claim(ada.organisation.id)),
    await insertPublisher(tx, claim(ben.organisation.id)),
  ])

  expect(claimed).toEqual([expect.any(String), null])
  expect(await isHandleTaken(db, handle)).toBe(true)
  expect(await listOwnPublishers(db, ada.organisation.id)).toMatchObject([{ handle }])
  expect(await listOwnPublishers(db, ben.organisation.id)).toEqual([])
})
