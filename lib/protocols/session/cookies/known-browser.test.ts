import { decode } from 'next-auth/jwt'
import { beforeAll, expect, test } from 'vitest'
import { openBrowserToken, sealBrowserToken } from './known-browser.ts'
import { openSession, sealSession } from './session-token.ts'

beforeAll(() => {
  process.env.NEXTAUTH_SECRET = 'a secret of these tests'
})

test('a browser remembers its id and the accounts that signed in last', async () => {
  let claims = await openBrowserToken(await sealBrowserToken(undefined, 'first@example.com'))
  const { id } = claims!
  for (let each = 0; each < 7; each++)
    claims = await openBrowserToken(await sealBrowserToken(claims, `person-${each}@example.com`))

  expect(claims).toMatchObject({ id, accounts: { length: 5 } })
})

test('the cookie of a known browser is not a session, and a session is not a known browser', async () => {
  const browser = await sealBrowserToken(undefined, 'ada@example.com')
  const session = await sealSession({ userId: 'ada', sessionVersion: 0 })

  expect(await openSession(browser)).toBeNull()
  expect(await openBrowserToken(session)).toBeUndefined()
  expect(await openBrowserToken('made.up')).toBeUndefined()
  await expect(decode({ token: browser, secret: 'a secret of these tests' })).rejects.toThrow()
})
