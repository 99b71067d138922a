import { afterEach, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { makeUser } from '../testing/factories.ts'
import { moneyOf } from '../testing/fund-wallet.ts'
import { grantWelcomeCredit } from './welcome-credit.ts'

const db = database()
afterEach(() => {
  delete process.env.GUILDHALL_WELCOME_CREDIT
})

test('a new account gets the operator’s credit once, or none', async () => {
  const user = await makeUser()
  await grantWelcomeCredit(db, user.id)
  expect((await moneyOf(user.organisation.id)).wallet).toBe(0n)

  process.env.GUILDHALL_WELCOME_CREDIT = '2.50'
  await Promise.all([grantWelcomeCredit(db, user.id), grantWelcomeCredit(db, user.id)])

  expect((await moneyOf(user.organisation.id)).wallet).toBe(2_500_000n)
})
