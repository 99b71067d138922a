import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { visitor } from '../../testing/factories.ts'
import { SITE, setUpActionsIssuer } from '../../testing/setup/catalog/trusted-repository.ts'
import { exchangeIdToken } from './stage-submission.ts'

const ci = setUpActionsIssuer()
const { makeTrustingProject } = ci

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000)

  // biome-ignore format: table
  test.each<[string, () => object, string]>([
    ['that has expired',                 () => ({ exp: now() - 120 }),                     'has expired'],
    ['that is valid later',              () => ({ nbf: now() + 300 }),                     '“nbf”'],
    ['of another issuer',                () => ({ iss: 'https://issuer.example' }),        '“iss”'],
    ['without a repository',             () => ({ repository: undefined }),                'claims of GitHub Actions'],
    ['without an id',                    () => ({ jti: undefined }),                       '“jti”'],
    ['without an end',                   () => ({ exp: undefined }),                       '“exp”'],
    ['whose commit is not one',          () => ({ sha: '../../x' }),                       'claims of GitHub Actions'],
  ])('%s is refused', async (_, claims, message) => {
    const { exchange } = await makeTrustingProject()
    await expect(exchange(claims())).rejects.toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining(message) })
  })

  test('within the tolerance of clocks is accepted', async () => {
    const { exchange } = await makeTrustingProject()
    await expect(exchange({ exp: now() - 20 })).resolves.toBeTruthy()
    await expect(exchange({ iat: now() + 20, nbf: now() + 20 })).resolves.toBeTruthy()
  })

  test('for another site is refused', async () => {
    const { exchange } = await makeTrustingProject()
    await expect(exchange({}, 'https://other.example')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('is accepted once', async () => {
    const { name } = await makeTrustingProject()
    const request = { id_token: await ci.issuer.sign(SITE), skill_set: name }

    await exchangeIdToken(visitor(), request, SITE)

    await expect(exchangeIdToken(visitor(), request, SITE)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('already used'),
    })
  })

  test('that another key signed, or none, is refused', async () => {
    const { name } = await makeTrustingProject()
    const [header = '', body = ''] = (await ci.issuer.sign(SITE)).split('.')
    const secret = new TextEncoder().encode('x'.repeat(32))
    const symmetric = await new SignJWT({ iss: ci.issuer.url })
      .setProtectedHeader({ alg: 'HS256', kid: 'key' })
      .sign(secret)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`

    for (const id_token of [`${header}.${body}.${'A'.repeat(342)}`, symmetric, none, 'nonsense', 'a.b.c'])
      await expect(exchangeIdToken(visitor(), { id_token, skill_set: name }, SITE)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    await expect(exchangeIdToken(visitor(), { id_token: '', skill_set: null }, SITE)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})
