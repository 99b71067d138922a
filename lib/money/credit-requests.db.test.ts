import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { moneyOf } from '../testing/fund-wallet.ts'
import { declineCredit, isCreditRequested, listCreditRequests, requestCredit } from './credit-requests.ts'
import { grantCredit } from './grant-credit.ts'

const db = database()

test('a person asks the admins for credit once, who see the amount and the reason, and grant it once', async () => {
  const [admin, user] = [await makeAdmin(), await makeUser()]
  const [asAdmin, ctx] = [await contextFor(admin), await contextFor(user)]

  const tries = await Promise.allSettled([
    requestCredit(ctx, { amount: '5', reason: 'For a demo' }),
    requestCredit(ctx, { amount: '5', reason: 'For a demo' }),
  ])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(requestCredit(ctx)).rejects.toMatchObject({ code: 'CONFLICT' })

  const notices = await db.notice.findMany({ where: { userId: admin.id, kind: 'credit.requested' } })
  const href = `/admin/money?q=${encodeURIComponent(user.email)}`
  expect(notices.filter((notice) => notice.href === href)).toHaveLength(1)
  const request = (await listCreditRequests(asAdmin)).find(({ email }) => email === user.email)!
  expect(request).toMatchObject({ amount: '5', reason: 'For a demo' })

  const grant = { organisationId: request.organisationId, amount: '5', note: 'Enjoy', requestId: request.id }
  const grants = await Promise.allSettled([grantCredit(asAdmin, grant), grantCredit(asAdmin, grant)])
  expect(grants.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await moneyOf(request.organisationId)).wallet).toBe(5_000_000n)
  expect(await isCreditRequested(ctx)).toBe(false)
  await requestCredit(ctx)
})

test('a request that was declined meanwhile is not granted, nor with the credit of another organisation', async () => {
  const [asAdmin, user, other] = [await contextFor(await makeAdmin()), await makeUser(), await makeUser()]
  await requestCredit(await contextFor(user))
  const request = (await listCreditRequests(asAdmin)).find(({ email }) => email === user.email)!
  const grant = { amount: '5', note: 'Enjoy', requestId: request.id }

  const elsewhere = grantCredit(asAdmin, { ...grant, organisationId: other.organisation.id })
  await expect(elsewhere).rejects.toMatchObject({ code: 'CONFLICT' })
  await declineCredit(asAdmin, { id: request.id, note: 'Ask your team.' })
  const late = grantCredit(asAdmin, { ...grant, organisationId: request.organisationId })
  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })

  for (const id of [request.organisationId, other.organisation.id])
    expect((await moneyOf(id)).wallet).toBe(0n)
})

test('a plain member who asked for credit is told that it was granted', async () => {
  const [asAdmin, owner, member] = [await contextFor(await makeAdmin()), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  await requestCredit(await contextFor(member, { organisation }))

  await grantCredit(asAdmin, { organisationId: organisation.id, amount: '5', note: 'Enjoy' })

  for (const { id } of [owner, member])
    expect(await db.notice.count({ where: { userId: id, kind: 'credit.granted' } })).toBe(1)
})

test('a declined request is closed, and the person reads why', async () => {
  const [asAdmin, user] = [await contextFor(await makeAdmin()), await makeUser()]
  const ctx = await contextFor(user)
  await requestCredit(ctx)
  const { id } = (await listCreditRequests(asAdmin)).find(({ email }) => email === user.email)!

  await declineCredit(asAdmin, { id, note: 'Ask your team.' })
  await expect(declineCredit(asAdmin, { id, note: 'Again' })).rejects.toMatchObject({ code: 'CONFLICT' })

  expect(await isCreditRequested(ctx)).toBe(false)
  const notice = await db.notice.findFirst({ where: { userId: user.id, kind: 'credit.declined' } })
  expect(notice?.body).toBe('Ask your team.')
})

test('only site admins see and decline requests, and visitors make none', async () => {
  const ctx = await contextFor(await makeUser())

  await expect(listCreditRequests(ctx)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(declineCredit(ctx, { id: 'x', note: 'x' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(requestCredit(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(requestCredit(ctx, { amount: 'much' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
