import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { freshName } from '../../testing/factories.ts'
import { type AuditEventFilter, insertAuditEvent, listAuditActions, listAuditEvents } from './audit-events.ts'

const db = database()

async function record(overrides: Partial<Parameters<typeof insertAuditEvent>[1]> = {}) {
  const event: Parameters<typeof insertAuditEvent>[1] = {
    actorId: null,
    actorName: 'Ada',
    action: 'version.approve',
    subjectType: 'version',
    subjectId: freshName('id'),
    subject: freshName('press.tools 1.0.0'),
    data: {},
    ...overrides,
  }
  await db.$transaction((tx) => insertAuditEvent(tx, event))
  return event
}

const idsFor = async (filters: AuditEventFilter) =>
  (await listAuditEvents(db, filters, { take: 200 })).map(({ subjectId }) => subjectId)

test('audit events are listed newest first, page by page', async () => {
  const subject = freshName('subject')
  const [first, second] = [await record({ subject }), await record({ subject })]

  const [newest] = await listAuditEvents(db, { subject }, { take: 1 })
  const rest = await listAuditEvents(db, { subject }, { take: 5, after: newest?.id })

  expect([newest, ...rest].map((row) => row?.subjectId)).toEqual([second.subjectId, first.subjectId])
})

const filters: [
  name: string,
  filters: (event: { subjectId: string; subject: string }) => AuditEventFilter,
][] = [
  ['an action by its name', () => ({ action: 'version.approve' })],
  ['every action of a kind', () => ({ action: 'version.' })],
  ['part of a name, in any case', () => ({ actor: 'ADA' })],
  ['part of what it was done to', ({ subject }) => ({ subject: subject.slice(2, -2).toUpperCase() })],
  ['one thing', ({ subjectId }) => ({ subjectType: 'version', subjectId })],
  ['a span of days', () => ({ from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) })],
]

test.each(filters)('the audit log can be filtered by %s', async (_name, filter) => {
  const wanted = await record()
  const other = await record({
    actorName: 'Bertil',
    action: 'key.create',
    subjectType: 'key',
    subject: freshName('other'),
  })

  const found = await idsFor(filter(wanted))

  expect(found).toContain(wanted.subjectId)
  // Both events were recorded within the same minute, so a filter by date finds both.
  if (!filter(wanted).from) expect(found).not.toContain(other.subjectId)
})

test('the audit log can be filtered by one person, without the events of namesakes', async () => {
  const actorId = freshName('person')
  const [own, namesakes] = [await record({ actorId }), await record({ actorId: freshName('person') })]

  const found = await idsFor({ actorId })

  expect(found).toEqual([own.subjectId])
  expect(found).not.toContain(namesakes.subjectId)
})

test('each action in the audit log is listed once as a filter', async () => {
  await record({ action: 'mail.retry' })
  await record({ action: 'mail.retry' })

  const actions = await listAuditActions(db)

  expect(actions.filter((action) => action === 'mail.retry')).toHaveLength(1)
})
