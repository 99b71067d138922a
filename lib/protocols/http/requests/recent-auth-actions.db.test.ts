// Actions that cannot be undone need a recent proof that the person is present.
import { beforeEach, expect, test } from 'vitest'
import * as providerActions from '#app/admin/integrations/actions.ts'
import * as moneyActions from '#app/admin/money/actions.ts'
import * as organisationActions from '#app/admin/organisations/[id]/actions.ts'
import * as peopleActions from '#app/admin/people/actions.ts'
import * as restrictionActions from '#app/admin/restrictions/actions.ts'
import * as settingsActions from '#app/admin/settings/actions.ts'
import { decideAuthorization } from '#app/oauth/authorize/actions.ts'
import * as nameActions from '#app/publish/name-actions.ts'
import * as trustActions from '#app/publish/trust-actions.ts'
import { decideSubmission } from '#app/review/[id]/actions.ts'
import * as reviewActions from '#app/review/actions.ts'
import { bindKey, createKey } from '#app/settings/keys/actions.ts'
import { setNoticeWebhook } from '#app/settings/notifications/actions.ts'
import { addWebhook } from '#app/settings/webhooks/actions.ts'
import type { PublicError } from '../../../kernel/errors.ts'
import { cheapPasswordHash } from '../../../testing/cheap-password-hash.ts'
import { makeUser } from '../../../testing/factories.ts'
import { clearRequest } from '../../../testing/fake-next-headers.ts'
import { openBrowserSession } from '../../../testing/open-browser-session.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'
beforeEach(clearRequest)

/** Signs an admin in, who last re-authenticated `minutes` ago. */
async function signInAdmin(minutes: number): Promise<void> {
  const { id: userId } = await makeUser({
    role: 'ADMIN',
    passwordHash: await cheapPasswordHash('a password'),
  })
  await openBrowserSession(userId, new Date(Date.now() - minutes * 60_000))
}

type Result = { ok: true } | { ok: false; error: PublicError }
const errorOf = (result: Result) => (result.ok ? null : result.error)

function formWith(name: string, value: string): FormData {
  const form = new FormData()
  form.set(name, value)
  return form
}

const ACTS: Record<string, () => Promise<PublicError | null>> = {
  yankVersion: async () => errorOf(await reviewActions.yankVersion('nothing', 'A reason.')),
  setVerified: async () => errorOf(await reviewActions.setVerified('unknown', true)),
  takeDownSkillSet: async () => errorOf(await reviewActions.takeDownSkillSet('nothing', 'A reason.')),
  restrictSubject: async () =>
    errorOf(await reviewActions.restrictSubject({ skillSetId: 'nothing', kind: 'hidden' }, 'A reason.')),
  lift: async () => errorOf(await restrictionActions.liftRestriction('nothing', 'A reason.')),
  suspendPerson: async () => errorOf(await peopleActions.suspendPerson('unknown', 'A reason.')),
  saveSettings: async () => (await settingsActions.saveSettings(null, formWith('name', ' '))).error,
  saveLimits: async () => (await organisationActions.saveLimits('nothing', null, new FormData())).error,
  grant: async () => (await moneyActions.grantCredit(null, new FormData())).error,
  recordPayout: async () => (await moneyActions.recordPayout(null, new FormData())).error,
  refundRun: async () => (await moneyActions.refundRun(null, new FormData())).error,
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
  addTrust: async () => trustActions.trustRepository('nothing', null, new FormData()),
  removeTrust: async () => errorOf(await trustActions.distrustRepository('nothing', 'nothing')),
  submitBuild: async () => trustActions.submitBuild('nothing', null),
  changePublisherName: async () =>
    (await nameActions.changePublisherName('nothing', null, new FormData())).error,
  changeSkillSetSlug: async () =>
    (await nameActions.changeSkillSetSlug('nothing', null, new FormData())).error,
  offerPublisher: async () => nameActions.offerPublisher('nothing', null, new FormData()),
  offerSkillSet: async () => nameActions.offerSkillSet('nothing', null, new FormData()),
  accept: async () => nameActions.acceptTransfer('nothing', null, new FormData()),
  decline: async () => nameActions.declineTransfer('nothing'),
  cancel: async () => nameActions.cancelTransfer('nothing'),
}

test.each(Object.entries(ACTS))(
  '%s requires a recent re-authentication, and names the page for it',
  async (_, act) => {
    await signInAdmin(11)
    expect(await act()).toMatchObject({ code: 'PRECONDITION_FAILED', href: '/settings/confirm-identity' })

    await signInAdmin(9)
    expect((await act())?.code).toMatch(/^(INVALID_INPUT|NOT_FOUND|CONFLICT)$/)
  },
)

test('an app that may only read, or run within limits, is connected without it, and none is refused', async () => {
  await signInAdmin(11)
  const shownAs = { userId: 'another', organisationId: 'another' }
  const connect = (given: object) =>
    decideAuthorization({ ...{ params: {}, dailyCap: '', toolset: null, shownAs }, ...given })

  for (const given of [{ scopes: [] }, { scopes: ['read'] }, { scopes: ['run'], dailyCap: '1.00' }])
    expect(errorOf(await connect(given))?.code).toBe('CONFLICT')
})
