import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makeUser } from '../../testing/factories.ts'
import {
  countUnreadOf,
  insertNotices,
  listNoticesOf,
  markAllNoticesRead,
  markNoticeRead,
} from './notice-rows.ts'

const db = database()
const notice = { kind: 'report.answered', title: 'Something happened', body: 'It did.' } as const

async function insertNotice(userId: string, title: string = notice.title) {
  await db.$transaction((tx) => insertNotices(tx, [userId], { ...notice, title }))
}

test('a list contains a person’s own notifications, newest first, with pages', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await insertNotice(user.id, 'first')
  await insertNotice(user.id, 'second')
  await insertNotice(other.id, 'not yours')

  const [newest] = await listNoticesOf(db, user.id, { take: 1 })
  const rest = await listNoticesOf(db, user.id, { take: 5, after: newest?.id })

  expect([newest, ...rest].map((notice) => notice?.title)).toEqual(['second', 'first'])
})

test('reading is recorded at its first time, and only for one’s own notifications', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await insertNotice(user.id)
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

test('all can be read in one call, without affecting other people’s', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await insertNotice(user.id)
  await insertNotice(user.id)
  await insertNotice(other.id)

  expect(await markAllNoticesRead(db, { userId: user.id, at: new Date() })).toBe(2)
  expect(await countUnreadOf(db, other.id)).toBe(1)
})
