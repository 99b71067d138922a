// Server actions are public endpoints, so a program may send them anything instead of a form.
import { beforeAll, expect, test } from 'vitest'
import * as moneyActions from '#app/admin/money/actions.ts'
import * as earningsActions from '#app/publish/earnings/actions.ts'
import * as resetActions from '#app/reset/[token]/actions.ts'
import * as settingsActions from '#app/settings/actions.ts'
import * as organisationActions from '#app/settings/organisation/actions.ts'
import * as walletActions from '#app/settings/wallet/actions.ts'
import * as signInActions from '#app/sign-in/actions.ts'
import * as signUpActions from '#app/sign-up/actions.ts'
import { clearRequest } from '../../../testing/fake-next-headers.ts'

// next-auth refuses to sign anybody in without a secret.
process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const actions = {
  ...moneyActions,
  ...earningsActions,
  ...resetActions,
  ...settingsActions,
  ...organisationActions,
  ...walletActions,
  ...signInActions,
  ...signUpActions,
}

beforeAll(clearRequest)

test.each([
  'grantCredit',
  'recordPayout',
  'refundRun',
  'payPayout',
  'declinePayout',
  'declineCredit',
  'moveEarnings',
  'savePayee',
  'requestPayout',
  'withdrawPayout',
  'requestCredit',
  'changeName',
  'changePassword',
  'createOrganisation',
  'renameOrganisation',
  'setDailyCap',
  'signIn',
  'signUp',
] as const)('%s refuses what is not a form', async (name) => {
  for (const sent of [undefined, null, 'name=Ada', { name: 'Ada' }, ['name']]) {
    const state = await actions[name](null, sent)

    expect(state.error?.code).toMatch(/^(INVALID_INPUT|UNAUTHENTICATED)$/)
  }
})

test('resetPassword refuses what is not a form', async () => {
  expect((await actions.resetPassword('no token', null, undefined))?.code).toBe('INVALID_INPUT')
})
