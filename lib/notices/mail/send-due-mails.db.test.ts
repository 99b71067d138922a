// Tests the queue of mails with a real SMTP server.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeAdmin, makeUser } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/start-mail-server.ts'
import { enqueueMails } from './enqueue-mail.ts'
import { listMails, retryMail } from './list-mails.ts'
import { sendDueMails, sweepOldMails } from './send-due-mails.ts'

const db = database()
let server: MailServer

beforeEach(async () => {
  await db.mail.deleteMany()
  server = await startMailServer()
})
afterEach(() => server.close())

const content = {
  subject: 'Hello\r\nBcc: eve@example.com',
  paragraphs: ['A <b>bold</b> word.'],
  action: { label: 'Open', href: 'https://example.com/?a=1&b=2' },
  reason: 'A test.',
}

async function enqueue(extra: Partial<typeof content & { unsubscribeUrl: string }> = {}): Promise<string> {
  const email = `${freshName()}@test.local`
  await enqueueMails(db, [{ email, kind: 'account.verify', content: () => ({ ...content, ...extra }) }])
  return email
}

test('a mail is sent once, however many processes send', async () => {
  const addresses = [await enqueue(), await enqueue(), await enqueue()]

  await Promise.all([sendDueMails({ db }), sendDueMails({ db }), sendDueMails({ db })])
  await sendDueMails({ db })

  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(addresses.sort())
})

test('a process that ends finishes the mail being sent and begins no other', async () => {
  await enqueue()
  await enqueue()
  const ending = new AbortController()
  server.received.push = (...mails) => {
    ending.abort()
    return Array.prototype.push.apply(server.received, mails)
  }

  await sendDueMails({ db }, ending.signal)

  expect(await db.mail.findMany({ orderBy: { state: 'asc' } })).toMatchObject([
    { state: 'sent' },
    { state: 'waiting', attempts: 0 },
  ])
})

test('mails are deleted after 30 days, except those still to be sent', async () => {
  const [sent, waiting] = [await enqueue(), await enqueue()]
  const createdAt = new Date(Date.now() - 31 * 86_400_000)
  await db.mail.updateMany({ data: { createdAt } })
  await db.mail.updateMany({ where: { to: sent }, data: { state: 'sent' } })
  const recent = await enqueue()
  await db.mail.updateMany({ where: { to: recent }, data: { state: 'sent' } })

  await sweepOldMails({ db })

  const left = (await db.mail.findMany()).map(({ to }) => to)
  expect(left.toSorted()).toEqual([waiting, recent].toSorted())
})

test('an event that is rolled back sends no mail', async () => {
  const failed = db.$transaction(async (tx) => {
    await enqueueMails(tx, [{ email: 'a@test.local', kind: 'account.verify', content: () => content }])
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow()

  await sendDueMails({ db })

  expect(server.received).toEqual([])
})

test('a notice cannot inject text, HTML or headers into its mail', async () => {
  await enqueue({ unsubscribeUrl: 'https://example.com/u' })

  await sendDueMails({ db })

  const source = server.received[0]!.source.replace(/=\r\n/g, '')
  expect(source).toContain('Subject: Hello Bcc: eve@example.com')
  expect(source).not.toMatch(/^Bcc:/m)
  expect(source).toContain('A <b>bold</b> word.')
  expect(source).toContain('A &lt;b&gt;bold&lt;/b&gt; word.')
  expect(source).toContain('List-Unsubscribe: <https://example.com/u>')
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('a sent mail no longer contains its text, which may have a secret link', async () => {
  await enqueue()

  await sendDueMails({ db })

  expect(await db.mail.findMany()).toMatchObject([{ state: 'sent', text: '', html: '' }])
})

test('a mail that the server refuses temporarily is sent again later, and one refused permanently is not', async () => {
  await enqueue()
  server.refusals.push('451 busy')
  await sendDueMails({ db })
  expect(await db.mail.findFirst()).toMatchObject({ state: 'waiting', attempts: 1 })
  await sendDueMails({ db })
  expect(server.received).toEqual([])

  await db.mail.updateMany({ data: { dueAt: new Date() } })
  server.refusals.push('550 no such mailbox')
  await sendDueMails({ db })

  expect(await db.mail.findFirst()).toMatchObject({ state: 'failed', attempts: 2 })
})

test('a mail that is refused temporarily again and again fails in the end', async () => {
  await enqueue()
  await db.mail.updateMany({ data: { attempts: 5 } })
  server.refusals.push('451 busy')

  await sendDueMails({ db })

  expect(await db.mail.findFirst()).toMatchObject({ state: 'failed', attempts: 6 })
})

test('while no mail server answers, mails wait and no attempt is counted', async () => {
  await enqueue()
  const url = process.env.SMTP_URL
  process.env.SMTP_URL = 'smtp://127.0.0.1:1'

  await sendDueMails({ db })

  expect(await db.mail.findFirst()).toMatchObject({ state: 'waiting', attempts: 0 })
  process.env.SMTP_URL = url
  await db.mail.updateMany({ data: { dueAt: new Date() } })
  await sendDueMails({ db })
  expect(server.received).toHaveLength(1)
})

test('a mail whose process died while sending is not sent again by itself', async () => {
  await enqueue()
  await db.mail.updateMany({ data: { state: 'sending', startedAt: new Date(Date.now() - 3_600_000) } })

  await sendDueMails({ db })

  expect(server.received).toEqual([])
  const [row] = await db.mail.findMany()
  expect(row).toMatchObject({ state: 'failed' })

  await retryMail(await contextFor(await makeAdmin()), row!.id)
  await sendDueMails({ db })
  expect(server.received).toHaveLength(1)
})

test('only admins see mails and repeat them, and never their text', async () => {
  await enqueue()
  const [{ id } = { id: '' }] = await db.mail.findMany()
  const user = await contextFor(await makeUser())

  await expect(listMails(user)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(retryMail(user, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  const admin = await contextFor(await makeAdmin())
  expect((await listMails(admin)).mails).toMatchObject([{ id, text: null }])
  await expect(retryMail(admin, id)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('without a mail server no mails are stored; in development they go to the outbox', async () => {
  delete process.env.SMTP_URL
  await enqueue()
  expect(await db.mail.count()).toBe(0)

  process.env.GUILDHALL_MAIL_OUTBOX = '1'
  await enqueue()
  delete process.env.GUILDHALL_MAIL_OUTBOX

  const { mails } = await listMails(await contextFor(await makeAdmin()))
  expect(mails).toMatchObject([
    { state: 'outbox', text: expect.stringContaining('https://example.com/?a=1&b=2') },
  ])
})
