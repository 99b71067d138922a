// Tests the deletion of accounts and organisations, and the export of a person's data.
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { checkSignIn } from '../accounts/sign-in.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { hashPassword } from '../auth/credentials.ts'
import { insertApiKey } from '../auth/rows/api-keys.ts'
import { createAutomation } from '../automations/manage-automations.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { Json } from '../kernel/json/json.ts'
import { saveTestSettings } from '../publishing/drafts/test-settings.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { returns } from '../testing/fake-sandbox.ts'
import { makeChatDocument, SECRET } from '../testing/setup/catalog/test-settings.ts'
import { openVault } from '../vault/vault.ts'
import { deleteAccount, listSoleOwnerships } from './delete-account.ts'
import { deleteOrganisation, getBelongings } from './delete-organisation.ts'
import { exportAccount } from './export-account.ts'

const db = database()
const PASSWORD = 'a long password'
const sandbox = returns({ message: 'Hello.' })

async function makePerson() {
  return makeUser({ passwordHash: await hashPassword(PASSWORD) })
}

test('a deleted account leaves no name, address or way in', async () => {
  const user = await makePerson()
  const ctx = await contextFor(user, { sandbox })
  const { skillName } = await makePublishedVersion()
  await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
  const key = { organisationId: user.organisation.id, userId: user.id, name: 'k', prefix: 'gh_', scopes: [] }
  await insertApiKey(db, { ...key, hash: freshName('hash'), expiresAt: null })

  await deleteAccount(ctx, { confirm: user.email, current: PASSWORD })

  const row = await db.user.findUniqueOrThrow({ where: { id: user.id }, include: { apiKeys: true } })
  expect(row).toMatchObject({ name: 'Deleted user', passwordHash: null, lockedAt: expect.any(Date) })
  expect(row.apiKeys.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  expect(row.email).not.toContain(user.name)
  const signIn = checkSignIn(visitor(), { email: user.email, password: PASSWORD }, { address: freshName() })
  await expect(signIn).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await db.organisation.findUnique({ where: { id: user.organisation.id } })).toMatchObject({
    name: 'Deleted organisation',
    purgeRunsBefore: expect.any(Date),
  })
})

test('reviews, appeals, restrictions, recalls and plan runs forget the name of a deleted account, and stay', async () => {
  const [user, other] = [await makePerson(), await makeUser()]
  const { skillSetId, id: versionId } = await makePublishedVersion()
  const submission = await db.submission.create({
    data: { versionId, revision: 1, document: {}, checks: {}, submittedById: user.id },
  })
  const about = { skillSetId, subject: 'a version', reason: 'A reason' }
  for (const [by, second] of [
    [user, other],
    [other, user],
  ] as const) {
    const finding = await db.reviewFinding.create({
      data: {
        ...{ submissionId: submission.id, rule: 'P1', ruleVersion: 1, severity: 'note', authorId: by.id },
        ...{ evidence: '', why: '', fix: '', isAutomated: false },
      },
    })
    await db.findingAnswer.create({
      data: { findingId: finding.id, kind: 'fixed', answeredById: by.id, answeredByName: by.name },
    })
    await db.reviewComment.create({
      data: { submissionId: submission.id, authorId: by.id, authorName: by.name, isByAdmin: false, body: '' },
    })
    await db.appeal.create({
      data: {
        ...{
          ...about,
          kind: 'rejection',
          subjectId: 'a',
          decisionId: freshName(),
          decidedById: 'b',
          text: '',
        },
        ...{ openedById: by.id, openedByName: by.name, closedById: by.id, closedByName: by.name },
      },
    })
    await db.quarantine.create({
      data: {
        ...{ ...about, numbers: [], createdById: by.id, createdByName: by.name, endsAt: new Date() },
        ...(by === user && { endedAt: new Date(), endedById: by.id, endedByName: by.name }),
      },
    })
    const created = { createdById: by.id, createdByName: by.name }
    await db.restriction.create({ data: { ...about, ...created, kind: 'hidden', endedAt: new Date() } })
    await db.planRun.create({
      data: {
        ...{ id: `plan_${freshName()}`, organisationId: other.organisation.id, userId: other.id },
        ...{ channel: 'ui', document: {}, verdicts: [], state: 'succeeded' },
        ...{ confirmedById: by.id, confirmedByName: by.name },
      },
    })
    await db.recall.create({
      data: {
        ...{ skillSetId, versionIds: [], numbers: [], skillSetName: 'a', title: 'A', recallClass: 'legal' },
        ...{ reason: '', proposedById: by.id, proposedByName: by.name },
        ...{ confirmedById: second.id, confirmedByName: second.name, confirmedAt: new Date() },
      },
    })
  }
  await deleteAccount(await contextFor(user), { confirm: user.email, current: PASSWORD })

  const rows = [
    await db.findingAnswer.findMany({ where: { finding: { submissionId: submission.id } } }),
    await db.reviewComment.findMany({ where: { submissionId: submission.id } }),
    await db.appeal.findMany({ where: { skillSetId } }),
    await db.quarantine.findMany({ where: { skillSetId } }),
    await db.recall.findMany({ where: { skillSetId } }),
    await db.restriction.findMany({ where: { skillSetId } }),
    await db.planRun.findMany({ where: { organisationId: other.organisation.id } }),
  ]
  expect(rows.map((each) => each.length)).toEqual([2, 2, 2, 2, 2, 2, 2])
  const text = JSON.stringify(rows)
  expect(text).not.toContain(user.name)
  expect(text.split('"Deleted user"')).toHaveLength(11)
  expect(text.split(`"${other.name}"`)).toHaveLength(10)
})

test('the audit log forgets the name and the address of a deleted account, and keeps what happened', async () => {
  const user = await makePerson()
  const ctx = await contextFor(user, { sandbox })
  const actor = { userId: user.id, name: user.name }
  const about = { subjectType: 'person', subjectId: user.id, subject: user.email } as const
  const own = { subjectType: 'organisation', subjectId: user.organisation.id } as const
  await db.$transaction(async (tx) => {
    await recordAudit(tx, { actor, action: 'person.sign_in', ...about, data: { address: '192.0.2.7' } })
    await recordAudit(tx, {
      actor: null,
      action: 'person.lock',
      ...about,
      data: { reason: 'Spam', by: user.email },
    })
    await recordAudit(tx, {
      ...{ actor, action: 'key.create', subjectType: 'key', subjectId: freshName(), subject: 'A key' },
      data: { organisation: user.organisation.name },
    })
    await recordAudit(tx, { actor: null, action: 'money.grant', ...own, subject: user.organisation.name })
  })

  await deleteAccount(ctx, { confirm: user.email, current: PASSWORD })

  const events = await db.auditEvent.findMany({
    where: { OR: [{ actorId: user.id }, { subjectId: { in: [user.id, user.organisation.id] } }] },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['person.sign_in', 'person.lock', 'key.create', 'money.grant', 'person.delete']),
  )
  expect(events.find(({ action }) => action === 'person.lock')?.data).toEqual({
    reason: 'Spam',
    by: 'Deleted user',
  })
  for (const trace of [user.name, user.email, user.organisation.name, '192.0.2.7'])
    expect(JSON.stringify(events)).not.toContain(trace)
})

test('deleting an account changes neither keys nor foreign values of the audit log that happen to equal the name', async () => {
  const [user, colleague, namesake] = [await makePerson(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner: colleague, members: [user, namesake] })
  await db.user.update({ where: { id: user.id }, data: { name: 'amount' } })
  const actor = { userId: colleague.id, name: colleague.name }
  const team = {
    subjectType: 'organisation',
    subjectId: organisation.id,
    subject: organisation.name,
  } as const
  await db.$transaction(async (tx) => {
    const payout = { amount: '5', payout: 'amount' }
    await recordAudit(tx, { actor, action: 'wallet.request_payout', ...team, data: payout })
    const members: Record<string, string>[] = [{ memberId: user.id }, { memberId: namesake.id }, {}]
    for (const id of members)
      await recordAudit(tx, {
        actor,
        action: 'member.role',
        ...team,
        data: { ...id, member: 'amount', to: 'amount' },
      })
  })

  await deleteAccount(await contextFor({ ...user, name: 'amount' }), {
    confirm: user.email,
    current: PASSWORD,
  })

  const events = await db.auditEvent.findMany({
    where: { subjectId: organisation.id },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ data }) => data)).toEqual([
    { amount: '5', payout: 'amount' },
    { memberId: user.id, member: 'Deleted user', to: 'amount' },
    { memberId: namesake.id, member: 'amount', to: 'amount' },
    // An event of an earlier version, which names no account.
    { member: 'Deleted user', to: 'amount' },
  ])
})

test.each([
  [{ confirm: 'someone@else.org', current: PASSWORD }, '/confirm'],
  [{ current: 'wrong password' }, '/current'],
])('deleting an account is refused for %j', async (given, path) => {
  const user = await makePerson()
  const fields = { confirm: user.email, ...given }

  await expect(deleteAccount(await contextFor(user), fields)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path }] },
  })
  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ email: user.email })
})

test('an organisation must not lose its last owner, and visitors delete nothing', async () => {
  const [user, member] = [await makePerson(), await makeUser()]
  const organisation = await makeOrganisation({ owner: user, members: [member] })
  const ctx = await contextFor(user)

  expect(await listSoleOwnerships(ctx)).toEqual([{ id: organisation.id, name: organisation.name }])
  await expect(deleteAccount(ctx, { confirm: user.email, current: PASSWORD })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  await expect(deleteAccount(visitor(), { confirm: '' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

async function company() {
  const [owner, admin] = [await makePerson(), await makeUser()]
  const organisation = await makeOrganisation({ owner, admins: [admin] })
  const heir = await makeOrganisation({ owner })
  const publisher = await makePublisher({ owner, organisation })
  const version = await makePublishedVersion({ publisher })
  return { owner, admin, organisation, heir, publisher, version }
}

test('the publishers of a deleted organisation can go to another organisation', async () => {
  const { owner, organisation, heir, publisher, version } = await company()
  const ctx = await contextFor(owner, { organisation })
  expect(await getBelongings(ctx)).toMatchObject({
    members: 2,
    publishers: [{ handle: publisher.handle, published: [version.skillSet.name] }],
    heirs: expect.arrayContaining([{ id: heir.id, name: heir.name }]),
  })

  const proof = { publisherId: publisher.id, method: 'dns', subject: 'acme.example' }
  await db.publisherProof.create({ data: proof })
  await db.publisher.update({ where: { id: publisher.id }, data: { verifiedAt: new Date() } })
  await deleteOrganisation(ctx, { confirm: organisation.name, transferTo: heir.id })

  expect(
    await db.publisher.findUnique({ where: { id: publisher.id }, include: { proofs: true } }),
  ).toMatchObject({ organisationId: heir.id, verifiedAt: null, proofs: [] })
  expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({ state: 'PUBLISHED' })
  expect(await db.membership.count({ where: { organisationId: organisation.id } })).toBe(0)
})

test('what a deleted organisation has published is taken down without an heir', async () => {
  const { owner, organisation, version } = await company()

  await deleteOrganisation(await contextFor(owner, { organisation }), { confirm: organisation.name })

  expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({ state: 'YANKED' })
})

test('only owners delete an organisation, only to one of theirs, and never their personal one', async () => {
  const { owner, admin, organisation } = await company()
  const confirm = organisation.name
  const stranger = await makeOrganisation({ owner: await makeUser() })

  await expect(
    deleteOrganisation(await contextFor(admin, { organisation }), { confirm }),
  ).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  const ctx = await contextFor(owner, { organisation })
  for (const fields of [{ confirm: 'another name' }, { confirm, transferTo: stranger.id }])
    await expect(deleteOrganisation(ctx, fields)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(
    deleteOrganisation(await contextFor(owner), { confirm: owner.organisation.name }),
  ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})

test('the export has a README, every run and file, and no secret', async () => {
  const user = await makePerson()
  const ctx = await contextFor(user, { sandbox })
  const { skillName } = await makePublishedVersion()
  const run = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
  openVault(ctx)
  const emitted = [1, 2].map((number) => ({ runId: run.id, number, value: { page: number } }))
  await db.runPart.createMany({ data: emitted })

  const parts: Uint8Array[] = []
  for await (const part of await exportAccount(ctx)) parts.push(part)
  const files = unzipSync(new Uint8Array(Buffer.concat(parts)))

  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString()
  expect(textOf('README.txt')).toContain(user.email)
  expect(JSON.parse(textOf('runs.jsonl'))).toMatchObject({ id: run.id, input: { name: 'Ada' } })
  const exported = textOf('run-parts.jsonl').trim().split('\n')
  expect(exported.map((line) => JSON.parse(line))).toMatchObject(emitted)
  expect(JSON.parse(textOf('account.jsonl'))).toMatchObject({ email: user.email })
  expect(Object.keys(unzipSync(files['files/vault.zip']!))).toEqual([])
  expect(Object.keys(files).map(textOf).join()).not.toContain('scrypt$')
  await expect(exportAccount(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(exportAccount({ ...ctx, keyId: 'key' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('the export has no runs of an organisation that the person has left', async () => {
  const [owner, user] = [await makeUser(), await makePerson()]
  const organisation = await makeOrganisation({ owner, members: [user] })
  const { skillName } = await makePublishedVersion()
  const inside = await contextFor(user, { sandbox, organisation })
  await runToEnd(inside, { skill: { name: skillName }, args: { name: 'Ada' } })
  await db.membership.deleteMany({ where: { userId: user.id, organisationId: organisation.id } })

  const parts: Uint8Array[] = []
  for await (const part of await exportAccount(await contextFor(user))) parts.push(part)
  const files = unzipSync(new Uint8Array(Buffer.concat(parts)))

  expect(Buffer.from(files['runs.jsonl'] ?? []).toString()).toBe('')
})

test('a deleted organisation leaves no automation and no secret', async () => {
  const { owner, organisation } = await company()
  const ctx = await contextFor(owner, { organisation })
  const { skillName: skill } = await makePublishedVersion()
  await createAutomation(ctx, { title: 'Hook', skill, trigger: { kind: 'webhook' } })

  await deleteOrganisation(ctx, { confirm: organisation.name })

  const where = { organisationId: organisation.id }
  expect([await db.automation.count({ where }), await db.sealedSecret.count({ where })]).toEqual([0, 0])
})

test.each(['an heir', 'nobody'])('a deleted organisation leaves no test settings to %s', async (receiver) => {
  const { owner, organisation, heir, version } = await company()
  const { skillSetId } = version
  const ctx = await contextFor(owner, { organisation })
  await db.draft.update({
    where: { skillSetId },
    data: { document: makeChatDocument() as unknown as Json & object },
  })
  await saveTestSettings(ctx, { skillSetId, changes: { token: { kind: 'set', value: SECRET } } })

  const transferTo = receiver === 'an heir' ? heir.id : undefined
  await deleteOrganisation(ctx, { confirm: organisation.name, ...(transferTo && { transferTo }) })

  expect(await db.testConfigValue.count({ where: { skillSetId } })).toBe(0)
})
