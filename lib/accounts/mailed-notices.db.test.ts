import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { getNoticePreferences, setNoticePreference, unsubscribe } from '../notices/notice-preferences.ts'
import { listNotices, sendNotice } from '../notices/send-notice.ts'
import { makeUser, visitor } from '../testing/factories.ts'
import {
  contextOf,
  mailsTo,
  makeVerifiedUser,
  setUpMailOutbox,
} from '../testing/setup/accounts/account-mails.ts'

setUpMailOutbox()

const db = database()

const notice = {
  kind: 'submission.approved',
  title: 'Approved',
  body: 'It is public.',
  href: '/press/tools',
} as const
const send = (userId: string) => db.$transaction((tx) => sendNotice(tx, [userId], notice))

test('notices are mailed to confirmed addresses, until the person unsubscribes', async () => {
  const [user, unconfirmed] = [await makeVerifiedUser(), await makeUser()]
  await send(user.id)
  await send(unconfirmed.id)
  expect(await mailsTo(unconfirmed.email)).toEqual([])
  const [mail] = await mailsTo(user.email)
  expect(mail).toMatchObject({ subject: 'Approved', text: expect.stringContaining('/press/tools') })

  await unsubscribe(visitor(), mail!.unsubscribeUrl!.split('/').at(-1)!)
  await send(user.id)

  expect(await mailsTo(user.email)).toHaveLength(1)
  expect((await listNotices(await contextOf(user))).notices).toHaveLength(2)
})

test.each(['', 'a.b.c', '..', 'x.reviews.AAAA'])('the unsubscribe token %j is refused', async (token) => {
  await expect(unsubscribe(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('notices about signing in cannot be turned off', async () => {
  const user = await makeVerifiedUser()
  const ctx = await contextOf(user)
  const off = { topic: 'account', onSite: false, byEmail: false, byWebhook: false } as const
  await expect(setNoticePreference(ctx, off)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  // Earlier versions stored such a preference.
  await db.noticePreference.create({ data: { userId: user.id, ...off } })

  const removed = { ...notice, kind: 'account.factor_removed' as const }
  await db.$transaction((tx) => sendNotice(tx, [user.id], removed))

  expect(await mailsTo(user.email)).toMatchObject([{ unsubscribeUrl: null }])
  expect((await listNotices(ctx)).notices).toHaveLength(1)
  expect((await getNoticePreferences(ctx)).map(({ topic }) => topic)).not.toContain('account')
})

test('a topic can be turned off on the site as well', async () => {
  const user = await makeVerifiedUser()
  const ctx = await contextOf(user)
  await setNoticePreference(ctx, { topic: 'reviews', onSite: false, byEmail: false, byWebhook: false })

  await send(user.id)

  expect((await listNotices(ctx)).notices).toEqual([])
  const preferences = await getNoticePreferences(ctx)
  expect(preferences.find(({ topic }) => topic === 'reviews')).toMatchObject({
    onSite: false,
    byEmail: false,
  })
  expect(preferences.map(({ topic }) => topic)).not.toContain('requests')
  await expect(setNoticePreference(ctx, { topic: 'nonsense' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(setNoticePreference(visitor(), {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
