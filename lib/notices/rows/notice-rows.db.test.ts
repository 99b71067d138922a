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

test('the rows of notices list a person’s own, newest first, with pages', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await insertNotice(user.id, 'first')
  await insertNotice(user.id, 'second')
  await insertNotice(other.id, 'not yours')

  const [newest] = await listNoticesOf(db, user.id, { take: 1 })
  const rest = await listNoticesOf(db, user.id, { take: 5, after: newest?.id })

  expect([newest, ...rest].map((notice) => notice?.title)).toEqual(['second', 'first'])
})

test('a notice is marked as read the first time only, and only by its owner', async () => {
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

test('all notices of a person are marked as read at once, and nobody else’s', async () => {
  const [user, other] = [await makeUser(), await makeUser()]
  await insertNotice(user.id)
  await insertNotice(user.id)
  await insertNotice(other.id)

  expect(await markAllNoticesRead(db, { userId: user.id, at: new Date() })).toBe(2)
  expect(await countUnreadOf(db, other.id)).toBe(1)
})
