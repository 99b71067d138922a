import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mailVerification } from '../accounts/confirm-email.ts'
import { signUp } from '../accounts/sign-in.ts'
import { beginRegistration } from '../auth/second-factor/passkeys.ts'
import { createBlob } from '../blobs/blobs.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { digestOf } from '../kernel/json/digest-of.ts'
import { grantWelcomeCredit } from '../money/welcome-credit.ts'
import { inviteMember } from '../organisations/invitations.ts'
import { createOrganisation } from '../organisations/organisations.ts'
import { forgetStoredSettings, limitOf, readSetting } from '../settings/read-settings.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makeOrganisation,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { returns } from '../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../testing/fund-wallet.ts'
import { makeEndedRun, publishSkill } from '../testing/run-setup.ts'
import { getOrganisationForAdmin, saveOrganisationLimits } from './organisation-limits.ts'
import { getSiteSettings, saveSiteSettings } from './site-settings.ts'

const db = database()
const admin = await contextFor(await makeAdmin())

const clear = async () => {
  vi.unstubAllEnvs()
  await db.siteSetting.deleteMany()
  forgetStoredSettings()
}
beforeEach(clear)
afterEach(clear)

const applicant = (email = `${freshName()}@example.org`, invitation?: string) =>
  signUp(visitor(), { name: freshName(), email, password: 'a long password', invitation }, freshName())

test('a change is used at once, and recorded with both values', async () => {
  await saveSiteSettings(admin, { name: 'Acme skills', contact: 'help@acme.com', runQuota: '10000' })

  expect(await readSetting(db, 'name')).toBe('Acme skills')
  expect(await limitOf(db, 'runQuota')).toBe(10_000)
  const { settings, limits } = await getSiteSettings(admin)
  expect(settings.contact).toMatchObject({
    text: 'help@acme.com',
    source: 'stored',
    env: 'GUILDHALL_CONTACT',
  })
  expect(limits.blobQuota).toMatchObject({ value: 10_240, source: 'default' })
  const events = await db.auditEvent.findMany({
    where: { action: 'settings.change', actorId: admin.viewer?.userId ?? '' },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ subject, data }) => [subject, data])).toEqual([
    ['Name', { from: 'Guildhall', to: 'Acme skills', note: 'Guildhall → Acme skills' }],
    ['Contact', { from: '', to: 'help@acme.com', note: 'empty → help@acme.com' }],
    ['Stored runs', { from: '', to: '10000', note: 'the default → 10000' }],
  ])

  await saveSiteSettings(admin, { runQuota: '' })
  expect(await limitOf(db, 'runQuota')).toBe(5_120)
})

test('of two admins who change one setting, the second is told, keeps what only they changed, and can replace it', async () => {
  const other = await contextFor(await makeAdmin())
  await saveSiteSettings(admin, { announcement: 'Before', about: 'First\nSecond', runQuota: '7' })
  const { settings, limits } = await getSiteSettings(admin)
  const seen = {
    announcement: settings.announcement.etag,
    about: settings.about.etag,
    runQuota: limits.runQuota.etag,
  }
  await saveSiteSettings(other, { announcement: 'Theirs', runQuota: '8' }, { seen })

  // A browser sends the lines of an unchanged text with CRLF.
  const typed = { announcement: 'Mine', about: 'First\r\nSecond', runQuota: '7' }
  const refusal = await saveSiteSettings(admin, typed, { seen }).catch((thrown) => thrown)
  expect(refusal).toMatchObject({
    code: 'CONFLICT',
    options: {
      issues: [
        {
          path: '/announcement',
          message: expect.stringContaining('Announcement was changed after you opened the page, to: Theirs.'),
        },
      ],
    },
  })
  expect(await readSetting(db, 'announcement')).toBe('Theirs')

  const read = { ...seen, announcement: refusal.options.issues[0].params.etag }
  await saveSiteSettings(admin, typed, { seen: read })
  expect(await readSetting(db, 'announcement')).toBe('Mine')
  expect(await limitOf(db, 'runQuota')).toBe(8)
})

test('who would replace a limit that was put back to its default meanwhile is told so', async () => {
  await saveSiteSettings(admin, { runQuota: '7' })
  const { limits } = await getSiteSettings(admin)
  await saveSiteSettings(admin, { runQuota: '' })

  const save = saveSiteSettings(admin, { runQuota: '8' }, { seen: { runQuota: limits.runQuota.etag } })
  await expect(save).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'These settings were changed after you opened the page. Nothing was saved.',
    options: {
      issues: [
        {
          path: '/runQuota',
          message: expect.stringContaining(
            'Stored runs was changed after you opened the page, to: the default.',
          ),
        },
      ],
    },
  })
})

test('two admins who save one setting at the same moment do not both succeed', async () => {
  const { settings } = await getSiteSettings(admin)
  const seen = { announcement: settings.announcement.etag }

  const saves = await Promise.allSettled(
    ['One', 'Two', 'Three'].map((announcement) => saveSiteSettings(admin, { announcement }, { seen })),
  )

  expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the audit log keeps the beginning, the length and the digest of a long text', async () => {
  const about = `Skills for everyone. ${'x'.repeat(5_900)}`
  await saveSiteSettings(admin, { about })

  const event = await db.auditEvent.findFirstOrThrow({
    where: { action: 'settings.change', subjectId: 'about' },
    orderBy: { id: 'desc' },
  })
  expect(event.data).toMatchObject({ from: '', toChars: 5_921, toDigest: digestOf(about) })
  expect(JSON.stringify(event.data)).toContain('Skills for everyone.')
  expect(JSON.stringify(event.data).length).toBeLessThan(800)
  await expect(saveSiteSettings(admin, { about: 'x'.repeat(6_001) })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/about', message: 'Use at most 6,000 characters.' }] },
  })
})

test('the fee is a setting, which applies to the next run, and the environment precedes it', async () => {
  await saveSiteSettings(admin, {
    feePercent: '10',
    terms: 'https://example.org/terms',
    announcement: 'Hello',
  })
  expect(await readSetting(db, 'announcement')).toBe('Hello')
  const caller = await makeUser()
  const ctx = await contextFor(caller, { sandbox: returns({ message: 'Hello.' }) })
  await fundWallet(caller.organisation.id, '1')
  const { skillName, skillSet } = await publishSkill(
    {},
    { pricing: { model: 'per_job', amount: '0.50', currency: 'USDC' } },
  )
  const { organisationId } = skillSet.publisher

  await makeEndedRun(ctx, skillName)
  expect((await moneyOf(organisationId)).earnings).toBe(450_000n)

  vi.stubEnv('GUILDHALL_FEE_PERCENT', '0')
  await makeEndedRun(ctx, skillName)
  expect((await moneyOf(organisationId)).earnings).toBe(950_000n)
  await expect(saveSiteSettings(admin, { feePercent: '5' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
})

test('authenticators, passkeys and mails have the name of the site', async () => {
  vi.stubEnv('GUILDHALL_MAIL_OUTBOX', '1')
  await saveSiteSettings(admin, { name: 'Acme skills' })
  const user = await makeUser()

  const { rp } = await beginRegistration(await contextFor(user), { origin: 'http://localhost:3000' })
  await db.$transaction((tx) => mailVerification(tx, user))

  expect(rp.name).toBe('Acme skills')
  const [mail] = await db.mail.findMany({ where: { to: user.email } })
  expect(mail?.text).toContain('Acme skills then sends notifications to it')
  expect(mail?.text).not.toContain('Guildhall')
})

test('the environment takes precedence, and a change of what it sets is refused', async () => {
  await saveSiteSettings(admin, { contact: 'stored@acme.com', runQuota: '10' })
  vi.stubEnv('GUILDHALL_CONTACT', 'env@acme.com')
  vi.stubEnv('GUILDHALL_RUN_QUOTA_MB', '20')

  expect(await readSetting(db, 'contact')).toBe('env@acme.com')
  expect((await getSiteSettings(admin)).limits.runQuota).toMatchObject({ value: 20, source: 'environment' })
  for (const given of [{ contact: 'other@acme.com' }, { runQuota: '30' }])
    await expect(saveSiteSettings(admin, given)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})

test.each([
  [{ name: ' ' }, '/name'],
  [{ name: 'a\u0000b'.repeat(30) }, '/name'],
  [{ signUp: 'anyone' }, '/signUp'],
  [{ signUpDomains: 'acme.com, not a domain' }, '/signUpDomains'],
  [{ welcomeCredit: '-1' }, '/welcomeCredit'],
  [{ retention: '12' }, '/retention'],
  [{ feePercent: '101' }, '/feePercent'],
  [{ terms: 'javascript:alert(1)' }, '/terms'],
  [{ announcement: 'x'.repeat(301) }, '/announcement'],
  [{ runQuota: '0' }, '/runQuota'],
  [{ runQuota: '1e99' }, '/runQuota'],
  [{ hasOwnProperty: '1' }, '/hasOwnProperty'],
])('%j is refused at its field, and nothing is saved', async (given, path) => {
  await expect(saveSiteSettings(admin, { contact: 'x', ...given })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path }] },
  })
  expect(await db.siteSetting.count()).toBe(0)
})

test('the sign-up policy decides who can create an account', async () => {
  await saveSiteSettings(admin, { signUp: 'open', signUpDomains: 'acme.com' })
  await expect(applicant()).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: 'Use an email address at acme.com.',
  })
  await expect(applicant(`${freshName()}@acme.com`)).resolves.toBeTruthy()

  await saveSiteSettings(admin, { signUp: 'invitation', signUpDomains: '' })
  await expect(applicant()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  const owner = await makeUser()
  const organisation = await makeOrganisation({ owner })
  const { path } = await inviteMember(await contextFor(owner, { organisation }), { role: 'MEMBER' })
  const invitation = path.replace('/join/', '')
  await expect(applicant(undefined, invitation)).resolves.toBeTruthy()
  await expect(applicant(undefined, 'invented')).rejects.toMatchObject({ code: 'POLICY_DENIED' })

  await saveSiteSettings(admin, { signUp: 'closed' })
  await expect(applicant(undefined, invitation)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('new accounts get the welcome credit, and new organisations the retention', async () => {
  await saveSiteSettings(admin, { welcomeCredit: '1.50', retention: '7' })

  const { id } = await applicant()
  await grantWelcomeCredit(db, id)
  const personal = await db.organisation.findUniqueOrThrow({ where: { personalOfId: id } })
  expect(personal.runRetentionDays).toBe(7)
  const wallet = await db.ledgerAccount.findUnique({ where: { id: `wallet:${personal.id}` } })
  expect(wallet?.balanceMicros).toBe(1_500_000n)

  await saveSiteSettings(admin, { retention: 'unlimited' })
  const made = await createOrganisation(await contextFor(await makeUser()), { name: freshName() })
  expect(await db.organisation.findUnique({ where: { id: made } })).toMatchObject({ runRetentionDays: null })
})

test('an admin raises the limit of one organisation, whose members learn of it', async () => {
  vi.stubEnv('GUILDHALL_BLOB_QUOTA_MB', '0.001')
  vi.stubEnv('GUILDHALL_PERSON_QUOTA_FACTOR', '1.5')
  const [user, other] = [await makeUser(), await makeUser()]
  const upload = async (each = user) =>
    createBlob(await contextFor(each), { content: new Uint8Array(5_000), kind: 'a/b' })
  await expect(upload()).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

  await saveOrganisationLimits(admin, user.organisation.id, { blobQuota: '1' })

  await expect(upload()).resolves.toBeTruthy()
  await expect(upload(other)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  expect(await db.notice.findFirst({ where: { userId: user.id } })).toMatchObject({
    kind: 'organisation.limits',
    body: 'Blobs: 1 MB',
  })
  const { limits } = await getOrganisationForAdmin(admin, user.organisation.id)
  expect(limits.blobQuota).toEqual({ value: 1, source: 'organisation', forAll: 0.001, usedBytes: 5_000 })

  // The storage of the organisation with the raised limit does not count against the person's other organisations.
  const second = await createOrganisation(await contextFor(user), { name: freshName() })
  const organisation = await db.organisation.findUniqueOrThrow({ where: { id: second } })
  const small = { content: new Uint8Array(500), kind: 'a/b' }
  await expect(createBlob(await contextFor(user, { organisation }), small)).resolves.toBeTruthy()

  await saveOrganisationLimits(admin, user.organisation.id, { blobQuota: '' })
  await expect(upload()).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
})

test('settings and limits are for admins only', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const { id } = user.organisation
  for (const refused of [
    () => getSiteSettings(ctx),
    () => saveSiteSettings(ctx, { name: 'Mine' }),
    () => getOrganisationForAdmin(ctx, id),
    () => saveOrganisationLimits(ctx, id, { runQuota: '1' }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  for (const refused of [
    () => getOrganisationForAdmin(admin, 'unknown'),
    () => saveOrganisationLimits(admin, 'un\u0000known', { runQuota: '1' }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const given of [{ runQuota: 'lots' }, { personFactor: '9' }, { invented: '1' }])
    await expect(saveOrganisationLimits(admin, id, given)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
