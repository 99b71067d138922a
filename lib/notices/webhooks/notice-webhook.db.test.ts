import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeUser, visitor } from '../../testing/factories.ts'
import { setNoticePreference } from '../notice-preferences.ts'
import { listSubscribedWebhooks } from '../rows/webhook-rows.ts'
import { sendNotice } from '../send-notice.ts'
import { listWebhooks, openWebhook } from './manage-webhooks.ts'
import {
  getNoticeWebhook,
  removeNoticeWebhook,
  resumeNoticeWebhook,
  setNoticeWebhook,
} from './notice-webhook.ts'

const url = 'https://example.com/notices'
const db = database()

test('a person has one webhook for notices, whose secret is shown once, and which gets no runs', async () => {
  const ctx = await contextFor(await makeUser())
  await setNoticeWebhook(ctx, { url: 'https://example.com/old' })

  const { secret } = await setNoticeWebhook(ctx, { url })

  const webhook = await getNoticeWebhook(ctx)
  expect(webhook).toMatchObject({ url, isPaused: false, attempts: [] })
  expect(await openWebhook(db, webhook!.id)).toEqual({ url, secret })
  expect(await listWebhooks(ctx)).toEqual([])
  const { organisationId } = ctx.viewer!
  expect(await listSubscribedWebhooks(db, { organisationId, skillName: 'a.b.c' })).toEqual([])

  await removeNoticeWebhook(ctx)
  expect(await getNoticeWebhook(ctx)).toBeNull()
  await expect(resumeNoticeWebhook(ctx)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('only web addresses are accepted, and only of people who are signed in', async () => {
  const ctx = await contextFor(await makeUser())

  for (const bad of ['nonsense', 'ftp://example.com', 'https://me:pw@example.com', 7])
    await expect(setNoticeWebhook(ctx, { url: bad })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  for (const act of [setNoticeWebhook, getNoticeWebhook, removeNoticeWebhook, resumeNoticeWebhook])
    await expect(act(visitor(), { url })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a notice is queued for the webhook only if its topic was chosen and it is not paused', async () => {
  const ctx = await contextFor(await makeUser())
  const { userId } = ctx.viewer!
  await setNoticeWebhook(ctx, { url })
  const { id } = (await getNoticeWebhook(ctx))!
  const send = () =>
    db.$transaction((tx) => sendNotice(tx, [userId], { kind: 'wallet.low', title: 'Low', body: '' }))
  const countQueued = async () => {
    const like = `hook:${id}:%`
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS "count" FROM dbos.workflow_status WHERE workflow_uuid LIKE ${like}`
    return row?.count
  }

  await send()
  expect(await countQueued()).toBe(0)
  await setNoticePreference(ctx, { topic: 'money', onSite: true, byEmail: true, byWebhook: true })
  await send()
  expect(await countQueued()).toBe(1)
  await db.webhook.update({ where: { id }, data: { pausedAt: new Date() } })
  await send()
  expect(await countQueued()).toBe(1)
})
