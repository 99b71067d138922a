import { describe, expect, test } from 'vitest'
import { POST as REGISTER } from '#app/api/oauth/register/route.ts'
import { POST as TOKEN } from '#app/api/oauth/token/route.ts'
import { freshName, visitor } from '../../testing/factories.ts'
import { BACK, ORIGIN } from '../../testing/setup/accounts/oauth-grant.ts'
import { registerClient } from './register-client.ts'

describe('over HTTP', () => {
  const post = (body: BodyInit) => new Request(`${ORIGIN}/api/oauth`, { method: 'POST', body })

  test('a refusal has OAuth’s own form', async () => {
    const answer = await TOKEN(
      post(new URLSearchParams({ grant_type: 'authorization_code', client_id: 'app_x' })),
    )

    expect(answer.status).toBe(401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Guildhall"')
    expect(await answer.json()).toEqual({ error: 'invalid_client', error_description: expect.any(String) })
  })

  test.each([
    ['that is not a form', JSON.stringify({ grant_type: 'refresh_token' }), /Send a form/],
    ['with a parameter twice', new URLSearchParams('grant_type=a&grant_type=b'), /more than once/],
    ['that is empty', new URLSearchParams(), /grant_type/],
  ])('a body %s is refused', async (_, body, error) => {
    const answer = await TOKEN(post(body))

    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(error),
    })
  })

  test('a program goes by one visible line', async () => {
    const body = JSON.stringify({ redirect_uris: [BACK], client_name: ' Desk\u202e\u200bpad\n\nPro ' })

    const answer = await REGISTER(post(body))

    expect(await answer.json()).toMatchObject({ client_name: 'Deskpad Pro' })
  })

  test.each(['Guildhall', 'Guildhаll Security', 'Official Desk'])(
    'an app is not called %s',
    async (client_name) => {
      const asked = { redirect_uris: ['https://desk.test/cb'], client_name }
      const known = await registerClient(visitor(), asked, freshName('address'))

      expect(known).toMatchObject({ client_name: 'desk.test' })
    },
  )

  test.each([
    ['{"redirect_uris":["javascript:alert(1)"]}', 'invalid_redirect_uri'],
    ['{"redirect_uris":[]}', 'invalid_client_metadata'],
    ['{"redirect_uris":"x"}', 'invalid_client_metadata'],
    ['{"redirect_uris":["http://127.0.0.1/cb"],"client_name":"a\\u0000b"}', 'invalid_client_metadata'],
    ['{"redirect_uris":["http://127.0.0.1/cb"],"client_name":"Deskpad ✓"}', 'invalid_client_metadata'],
    ['{"redirect_uris":["com.example:/\\u0000cb"]}', 'invalid_redirect_uri'],
    ['[]', 'invalid_client_metadata'],
    ['{', 'invalid_request'],
  ])('registering %s is refused', async (body, error) => {
    const answer = await REGISTER(post(body))

    expect([answer.status, (await answer.json()).error]).toEqual([400, error])
  })
})
