// Actions that cannot be undone need a recent proof that the person is present.
import { beforeEach, expect, test } from 'vitest'
import * as behaviourActions from '#app/admin/behaviour/actions.ts'
import * as providerActions from '#app/admin/integrations/actions.ts'
import * as moneyActions from '#app/admin/money/actions.ts'
import * as organisationActions from '#app/admin/organisations/[id]/actions.ts'
import * as peopleActions from '#app/admin/people/actions.ts'
import * as recallActions from '#app/admin/recalls/actions.ts'
import * as restrictionActions from '#app/admin/restrictions/actions.ts'
import * as settingsActions from '#app/admin/settings/actions.ts'
import { decideAuthorization } from '#app/oauth/authorize/actions.ts'
import { lendTestSettings } from '#app/publish/[id]/actions.ts'
import { publishRecording } from '#app/publish/[id]/recording-actions.ts'
import * as earningsActions from '#app/publish/earnings/actions.ts'
import * as nameActions from '#app/publish/name-actions.ts'
import * as trustActions from '#app/publish/trust-actions.ts'
import { decideSubmission } from '#app/review/[id]/actions.ts'
import * as reviewActions from '#app/review/actions.ts'
import { bindKey, createKey } from '#app/settings/keys/actions.ts'
import { setNoticeWebhook } from '#app/settings/notifications/actions.ts'
import { addWebhook } from '#app/settings/webhooks/actions.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { PublicError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { replaceStaged } from '../../../publishing/rows/trusted-repositories.ts'
import { cheapPasswordHash } from '../../../testing/cheap-password-hash.ts'
import {
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
  type TestUser,
} from '../../../testing/factories.ts'
import { clearRequest } from '../../../testing/fake-next-headers.ts'
import { openBrowserSession } from '../../../testing/open-browser-session.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'
const db = database()
beforeEach(clearRequest)

/** Signs a person in, who last re-authenticated `minutes` ago. */
async function signIn(minutes: number, role: 'ADMIN' | 'USER' = 'ADMIN'): Promise<TestUser> {
  const user = await makeUser({ role, passwordHash: await cheapPasswordHash('a password') })
  await openBrowserSession(user.id, new Date(Date.now() - minutes * 60_000))
  return user
}

/** What an owner of a publisher may change. */
type Own = {
  handle: string
  skillSetId: string
  versionId: string
  build: string
  sent: string
  received: string
}

async function makeOwn(owner: TestUser): Promise<Own> {
  const organisation = await makeOrganisation({ owner })
  const other = await makeOrganisation({ owner: await makeUser() })
  const publisher = await makePublisher({ owner, organisation })
  const draft = await makeDraft({ publisher })
  const version = await makePublishedVersion({ publisher })
  const offered = {
    ...{
      skillSetId: draft.id,
      requestedById: owner.id,
      requestedByName: 'Ada',
      outcome: 'declined' as const,
    },
    expiresAt: new Date(Date.now() + 60_000),
  }
  const offer = (from: string, to: string) =>
    db.transfer.create({ data: { ...offered, fromOrganisationId: from, toOrganisationId: to } })
  return {
    handle: publisher.handle,
    skillSetId: draft.id,
    versionId: version.id,
    build: await db.$transaction((tx) =>
      replaceStaged(tx, {
        ...{ skillSetId: draft.id, number: '2.0.0', note: '', provenance: PROVENANCE },
        document: { ...draft.document, version: '2.0.0' } as unknown as Json,
      }),
    ),
    sent: (await offer(organisation.id, other.id)).id,
    received: (await offer(other.id, organisation.id)).id,
  }
}

const PROVENANCE = {
  repository: 'ada/tools',
  repositoryUrl: 'https://github.com/ada/tools',
  commit: 'a'.repeat(40),
  commitUrl: 'https://github.com/ada/tools/commit/a',
  ref: 'refs/heads/main',
  workflow: 'release.yml',
  runUrl: 'https://github.com/ada/tools/actions/runs/1',
  isPublic: true,
}

type Result = { ok: true } | { ok: false; error: PublicError }
const errorOf = (result: Result) => (result.ok ? null : result.error)

function formWith(name: string, value: string): FormData {
  const form = new FormData()
  form.set(name, value)
  return form
}

/** Each fails after the proof, because what it names does not exist or it lacks a value. */
const ACTS: Record<string, (own: Own) => Promise<PublicError | null>> = {
  yankVersion: async ({ versionId }) => errorOf(await reviewActions.yankVersion(versionId, '')),
  // Everyone gets it already, and it is the first version.
  finishRollout: async ({ versionId }) => errorOf(await reviewActions.finishRollout(versionId)),
  returnVersion: async ({ versionId }) => errorOf(await reviewActions.returnVersion(versionId, 'No.')),
  setVerified: async () => errorOf(await reviewActions.setVerified('unknown', 'Unknown', true)),
  takeDownSkillSet: async () => errorOf(await reviewActions.takeDownSkillSet('nothing', 'A reason.')),
  restrictSubject: async () =>
    errorOf(await reviewActions.restrictSubject({ skillSetId: 'nothing', kind: 'hidden' }, 'A reason.')),
  liftQuarantine: async () => errorOf(await recallActions.liftQuarantine('nothing', 'A reason.')),
  resumeVersion: async () => errorOf(await behaviourActions.resumeVersion('nothing')),
  proposeRecall: async () => errorOf(await recallActions.proposeRecall({})),
  confirmRecall: async () => errorOf(await recallActions.confirmRecall('nothing')),
  withdrawRecall: async () => errorOf(await recallActions.withdrawRecall('nothing')),
  lift: async () => errorOf(await restrictionActions.liftRestriction('nothing', 'A reason.')),
  suspendPerson: async () => errorOf(await peopleActions.suspendPerson('unknown', 'A reason.')),
  saveSettings: async () => (await settingsActions.saveSettings(null, formWith('name', ' '))).error,
  saveLimits: async () => (await organisationActions.saveLimits('nothing', null, new FormData())).error,
  grant: async () => (await moneyActions.grantCredit(null, new FormData())).error,
  recordPayout: async () => (await moneyActions.recordPayout(null, new FormData())).error,
  refundRun: async () => (await moneyActions.refundRun(null, new FormData())).error,
  payPayout: async () => (await moneyActions.payPayout(null, new FormData())).error,
  declinePayout: async () => (await moneyActions.declinePayout(null, new FormData())).error,
  declineCredit: async () => (await moneyActions.declineCredit(null, new FormData())).error,
  savePayee: async () => (await earningsActions.savePayee(null, new FormData())).error,
  createKey: async () =>
    errorOf(
      await createKey({ name: 'Key', scopes: ['write'], expiresInDays: 30, skillSets: ['no_such.set'] }),
    ),
  addWebhook: async () => errorOf(await addWebhook({ url: 'nonsense' })),
  setWebhook: async () => errorOf(await setNoticeWebhook({ url: 'nonsense' })),
  bindKey: async () => errorOf(await bindKey(crypto.randomUUID(), null)),
  'OAuth consent': async () =>
    errorOf(
      await decideAuthorization({
        ...{ params: {}, scopes: ['read', 'run'], dailyCap: '', toolset: null },
        shownAs: { userId: 'another', organisationId: 'another' },
      }),
    ),
  removeSecondFactor: async () => errorOf(await peopleActions.removeSecondFactor('unknown')),
  setAdmin: async () => errorOf(await peopleActions.setAdmin('unknown', true)),
  unsuspendPerson: async () => errorOf(await peopleActions.unsuspendPerson('unknown')),
  endSessions: async () => errorOf(await peopleActions.endSessions('unknown')),
  approve: async () => errorOf(await decideSubmission('nothing', 'approve', '')),
  createProvider: async () => errorOf(await providerActions.createProvider('A B', {})),
  updateProvider: async () => errorOf(await providerActions.updateProvider('none', {})),
  removeProvider: async () => errorOf(await providerActions.removeProvider('none')),
  addTrust: async ({ skillSetId }) => trustActions.trustRepository(skillSetId, null, new FormData()),
  removeTrust: async ({ skillSetId }) =>
    errorOf(await trustActions.distrustRepository(skillSetId, 'nothing')),
  publishRecording: async ({ skillSetId }) => errorOf(await publishRecording(skillSetId, 'nothing', true)),
  lendTestSettings: async ({ skillSetId }) => {
    await db.draft.delete({ where: { skillSetId } })
    return errorOf(await lendTestSettings(skillSetId, true))
  },
  submitBuild: async ({ build }) => trustActions.submitBuild(build, 'nothing', null, new FormData()),
  changePublisherName: async ({ handle }) =>
    (await nameActions.changePublisherName(handle, null, new FormData())).error,
  changeSkillSetSlug: async ({ skillSetId }) =>
    (await nameActions.changeSkillSetSlug(skillSetId, null, new FormData())).error,
  offerPublisher: async ({ handle }) => nameActions.offerPublisher(handle, null, new FormData()),
  offerSkillSet: async ({ skillSetId }) => nameActions.offerSkillSet(skillSetId, null, new FormData()),
  accept: async ({ received }) => nameActions.acceptTransfer(received, null, new FormData()),
  decline: async ({ received }) => nameActions.declineTransfer(received),
  cancel: async ({ sent }) => nameActions.cancelTransfer(sent),
}

test.each(Object.entries(ACTS))(
  '%s requires a recent re-authentication, and names the page for it',
  async (_, act) => {
    const late = await makeOwn(await signIn(11))
    expect(await act(late)).toMatchObject({ code: 'PRECONDITION_FAILED', href: '/settings/confirm-identity' })

    const recent = await makeOwn(await signIn(9))
    expect((await act(recent))?.code).toMatch(/^(INVALID_INPUT|NOT_FOUND|CONFLICT)$/)
  },
)

/** Anyone may do this in their own organisation, so that only the identity is in question. */
const FOR_EVERYONE = new Set([
  'createKey',
  'addWebhook',
  'setWebhook',
  'bindKey',
  'OAuth consent',
  'savePayee',
])

test.each(Object.entries(ACTS).filter(([name]) => !FOR_EVERYONE.has(name)))(
  '%s by a person without the role is refused before their identity is asked',
  async (_, act) => {
    const own = await makeOwn(await makeUser())
    await signIn(11, 'USER')

    expect((await act(own))?.code).toMatch(/^(NOT_FOUND|POLICY_DENIED)$/)
  },
)

test('a recording becomes private, and lent settings are taken back, without a recent re-authentication', async () => {
  const { skillSetId } = await makeOwn(await signIn(11))

  expect(await lendTestSettings(skillSetId, false)).toMatchObject({ ok: true })
  expect(errorOf(await publishRecording(skillSetId, 'nothing', false))?.code).toBe('NOT_FOUND')
})

test('an app that may only read, or run within limits, is connected without it, and none is refused', async () => {
  await signIn(11)
  const shownAs = { userId: 'another', organisationId: 'another' }
  const connect = (given: object) =>
    decideAuthorization({ ...{ params: {}, dailyCap: '', toolset: null, shownAs }, ...given })

  for (const given of [{ scopes: [] }, { scopes: ['read'] }, { scopes: ['run'], dailyCap: '1.00' }])
    expect(errorOf(await connect(given))?.code).toBe('CONFLICT')
})
