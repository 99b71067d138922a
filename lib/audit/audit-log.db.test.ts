import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { listAudit, recordAudit } from './audit-log.ts'
import { exportAudit } from './export-audit.ts'

const db = database()

function lineAbout(subject: string) {
  return { action: 'settings.change', subjectType: 'settings', subjectId: subject, subject } as const
}

test('an audit event names the user who acted, and an admin can read it', async () => {
  const ctx = await contextFor(await makeAdmin())
  const subject = freshName('subject')

  await db.$transaction((tx) =>
    recordAudit(tx, { ...lineAbout(subject), actor: ctx.viewer, data: { why: 'so' } }),
  )

  const { lines, actions } = await listAudit(ctx, { subject })
  expect(lines).toMatchObject([
    { actorName: ctx.viewer?.name, action: 'settings.change', data: { why: 'so' } },
  ])
  expect(actions).toContain('settings.change')
})

test('an audit event of the system is attributed to Guildhall', async () => {
  const subject = freshName('subject')

  await db.$transaction((tx) => recordAudit(tx, { ...lineAbout(subject), actor: null }))

  const { lines } = await listAudit(await contextFor(await makeAdmin()), { subject })
  expect(lines).toMatchObject([{ actorId: null, actorName: 'Guildhall' }])
})

test('an action that is rolled back leaves no audit event', async () => {
  const subject = freshName('subject')

  const act = db.$transaction(async (tx) => {
    await recordAudit(tx, { ...lineAbout(subject), actor: null })
    throw new Error('The act failed.')
  })

  await expect(act).rejects.toThrow('The act failed.')
  const { lines } = await listAudit(await contextFor(await makeAdmin()), { subject })
  expect(lines).toEqual([])
})

test('the next page of the audit log starts after the last event shown', async () => {
  const ctx = await contextFor(await makeAdmin())
  const subject = freshName('subject')
  await db.$transaction(async (tx) => {
    for (let nth = 0; nth < 51; nth++)
      await recordAudit(tx, { ...lineAbout(subject), actor: null, data: { nth } })
  })

  const first = await listAudit(ctx, { subject })
  const second = await listAudit(ctx, { subject }, first.nextCursor ?? undefined)

  expect(first.lines).toHaveLength(50)
  expect(second.lines).toMatchObject([{ data: { nth: 0 } }])
  expect(second.nextCursor).toBeNull()
})

test('only admins can read the audit log', async () => {
  const user = await contextFor(await makeUser())

  await expect(listAudit(user)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(listAudit(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

async function readExport(ctx: Parameters<typeof exportAudit>[0], search: string): Promise<string> {
  const { lines } = await exportAudit(ctx, new URLSearchParams(search))
  let text = ''
  for await (const part of lines) text += part
  return text
}

test('the audit log is exported with its filters, as CSV and as a line of JSON for each event', async () => {
  const ctx = await contextFor(await makeAdmin())
  const subject = freshName('subject')
  await db.$transaction(async (tx) => {
    for (let nth = 0; nth < 501; nth++)
      await recordAudit(tx, { ...lineAbout(subject), actor: ctx.viewer, data: { nth, note: '=1+1' } })
  })

  const lines = (await readExport(ctx, `format=jsonl&subject=${subject}`)).trim().split('\n')
  expect(lines).toHaveLength(501)
  expect(JSON.parse(lines[0]!)).toMatchObject({ actor: ctx.viewer?.name, subject, data: { nth: 500 } })
  const csv = await readExport(ctx, `format=csv&subject=${subject}`)
  expect(csv.trim().split('\r\n')).toHaveLength(502)
  expect(csv).toMatch(/^at,actorId,actor,action,/)
  expect(await readExport(ctx, 'format=csv&subject=nothing-of-this-name')).toBe(`${csv.split('\r\n')[0]}\r\n`)
})

test('the export of the audit log is for admins, in a known format', async () => {
  const csv = new URLSearchParams('format=csv')
  await expect(exportAudit(visitor(), csv)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(exportAudit(await contextFor(await makeUser()), csv)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  const admin = await contextFor(await makeAdmin())
  await expect(exportAudit(admin, new URLSearchParams('format=xml'))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
