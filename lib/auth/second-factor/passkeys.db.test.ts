import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { makeUserWithPasskey, SITE } from '../../testing/setup/accounts/second-factor.ts'
import { makeAuthenticator } from '../../testing/software-authenticator.ts'
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  listPasskeys,
  removePasskey,
} from './passkeys.ts'

const db = database()

test('a passkey is registered, signs its person in, and can be removed', async () => {
  const { user, ctx, authenticator } = await makeUserWithPasskey()
  const [passkey] = await listPasskeys(ctx)
  expect(passkey).toMatchObject({ name: 'Laptop' })

  const { challenge } = await beginAuthentication(db, SITE)
  const given = authenticator.authenticate({ challenge })
  expect(await finishAuthentication(db, SITE, { challenge, given })).toBe(user.id)

  await expect(removePasskey(await contextFor(await makeUser()), passkey!.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await removePasskey(ctx, passkey!.id)
  await expect(finishAuthentication(db, SITE, { challenge, given })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('an answer to a challenge counts once', async () => {
  const { user, authenticator, options, given: registered } = await makeUserWithPasskey()
  const { challenge } = await beginAuthentication(db, SITE)
  const given = authenticator.authenticate({ challenge })
  const asked = { challenge, given, userId: user.id }
  // Passkeys that several devices share have no counter.
  const forget = () => db.passkey.updateMany({ where: { userId: user.id }, data: { counter: 0n } })

  expect(await finishAuthentication(db, SITE, asked)).toBe(user.id)
  await forget()
  await expect(finishAuthentication(db, SITE, asked)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  const other = await contextFor(await makeUser())
  await db.passkey.deleteMany({ where: { userId: user.id } })
  const again = finishRegistration(other, SITE, { challenge: options.challenge, given: registered })
  await expect(again).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a passkey is refused for another challenge, origin, person or signature', async () => {
  const { authenticator, given: registered } = await makeUserWithPasskey()
  const stranger = await makeUser()
  const { challenge } = await beginAuthentication(db, SITE)
  const given = authenticator.authenticate({ challenge })
  const elsewhere = makeAuthenticator('https://evil.example')
  const forged = { ...elsewhere.authenticate({ challenge }), id: registered.response.id }

  for (const attempt of [
    { challenge: 'another', given },
    { challenge, given: forged },
    { challenge, given, userId: stranger.id },
    { challenge, given: { id: registered.response.id } },
    { challenge, given: null },
  ])
    await expect(finishAuthentication(db, SITE, attempt)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('without verifying the person, a passkey is a second factor but replaces no password', async () => {
  const { user, authenticator } = await makeUserWithPasskey(
    makeAuthenticator(SITE.origin, { verifies: false }),
  )
  const { challenge } = await beginAuthentication(db, SITE, user.id)

  const alone = finishAuthentication(db, SITE, {
    challenge,
    given: authenticator.authenticate({ challenge }),
  })
  await expect(alone).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const given = authenticator.authenticate({ challenge })
  expect(await finishAuthentication(db, SITE, { challenge, given, userId: user.id })).toBe(user.id)
})

test('a response with another challenge registers nothing', async () => {
  const ctx = await contextFor(await makeUser())
  const options = await beginRegistration(ctx, SITE)
  const response = makeAuthenticator(SITE.origin).register(options)

  for (const given of [{ name: 'Laptop', response }, { name: 'Laptop', response: 'x' }, {}])
    await expect(finishRegistration(ctx, SITE, { challenge: 'another', given })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  expect(await listPasskeys(ctx)).toEqual([])
})
