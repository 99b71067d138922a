import { afterEach, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { moneyOf } from '../testing/fund-wallet.ts'
import { grantWelcomeCredit, requestCredit } from './welcome-credit.ts'

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

test('a person asks the admins for credit once a day at most', async () => {
  const [admin, user] = [await makeAdmin(), await makeUser()]
  const ctx = await contextFor(user)

  await requestCredit(ctx)
  await expect(requestCredit(ctx)).rejects.toMatchObject({ code: 'CONFLICT' })

  const notices = await db.notice.findMany({ where: { userId: admin.id, kind: 'credit.requested' } })
  const href = `/admin/money?q=${encodeURIComponent(user.email)}`
  expect(notices.filter((notice) => notice.href === href)).toHaveLength(1)
  await expect(requestCredit(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
