import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { setUpOAuthProvider } from '../testing/setup/accounts/connected-account.ts'
import { openCredential } from './credentials.ts'
import { disconnect } from './disconnect.ts'
import { retryRevocations } from './retry-revocations.ts'

const oauth = setUpOAuthProvider()
const { setUpAccount } = oauth

const db = database()

test('a revocation that failed is tried again until it succeeds, or for the last time', async () => {
  const { ctx, provider, connect, connection } = await setUpAccount()
  const at = (revokeUrl: string | null) =>
    db.integrationProvider.update({ where: { slug: provider }, data: { revokeUrl } })
  const makeDue = (attempts = 0) =>
    db.pendingRevocation.updateMany({
      where: { providerSlug: provider },
      data: { dueAt: new Date(0), attempts },
    })
  const organisationId = ctx.viewer!.organisationId
  const countStored = () => db.sealedSecret.count({ where: { organisationId } })
  const { revokeUrl } = await db.integrationProvider.findUniqueOrThrow({ where: { slug: provider } })
  await connect()
  const credential = await openCredential(db, (await connection()).id)
  await at('http://localhost:1/revoke')

  expect(await disconnect(ctx, provider)).toEqual({ revocation: 'failed' })
  await retryRevocations({ db })
  expect(await oauth.remote.isValid(credential!.token)).toBe(true)

  await at(revokeUrl)
  await makeDue()
  await Promise.all([retryRevocations({ db }), retryRevocations({ db })])
  expect(await oauth.remote.isValid(credential!.token)).toBe(false)
  expect(await countStored()).toBe(0)

  await connect()
  await at('http://localhost:1/revoke')
  await disconnect(ctx, provider)
  await makeDue(4)
  await retryRevocations({ db })
  expect(await countStored()).toBe(0)
})
