import { expect, test } from 'vitest'
import { makeUser } from '../testing/factories.ts'
import { database } from './client.ts'
import { countUnreadOf, insertNotices, listNoticesOf, markAllNoticesRead, markNoticeRead } from './notices.ts'

const db = database()
const told = { kind: 'test', title: 'Something happened', body: 'It did.' }

async function tell(userId: string, title = told.title) {
  await db.$transaction((tx) => insertNotices(tx, [userId], { ...told, title }))
}

test('a list holds a person’s own notices, newest first, page by page', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await tell(user.id, 'first')
  await tell(user.id, 'second')
  await tell(other.id, 'not yours')

  const [newest] = await listNoticesOf(db, user.id, { take: 1 })
  const rest = await listNoticesOf(db, user.id, { take: 5, after: newest?.id })

  expect([newest, ...rest].map((notice) => notice?.title)).toEqual(['second', 'first'])
})

test('reading is counted, keeps its first instant, and reaches nobody else’s notice', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await tell(user.id)
  const [notice] = await listNoticesOf(db, user.id, { take: 1 })
  const { id } = notice!
  const at = new Date('2026-01-01')

  expect(await markNoticeRead(db, { userId: other.id, id, at })).toBe(false)
  expect(await countUnreadOf(db, user.id)).toBe(1)
  expect(await markNoticeRead(db, { userId: user.id, id, at })).toBe(true)
  expect(await markNoticeRead(db, { userId: user.id, id, at: new Date() })).toBe(true)

  expect(await countUnreadOf(db, user.id)).toBe(0)
  expect((await listNoticesOf(db, user.id, { take: 1 }))[0]?.readAt).toEqual(at)
})

test('all can be read at once, without touching other people’s', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await tell(user.id)
  await tell(user.id)
  await tell(other.id)

  expect(await markAllNoticesRead(db, { userId: user.id, at: new Date() })).toBe(2)
  expect(await countUnreadOf(db, other.id)).toBe(1)
})
