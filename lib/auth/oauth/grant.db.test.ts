// Tests how a program connects: it registers, asks for access, gets tokens and calls with them.
import { describe, expect, test } from 'vitest'
import { POST as TOKEN } from '#app/api/oauth/token/route.ts'
import { POST as MCP } from '#app/mcp/route.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFromKey } from '../../protocols/session/context/context-from-key.ts'
import {
  codeGrant,
  contextFromToken,
  exchange,
  grantAccess,
  makeClient,
  ORIGIN,
  passMinute,
  refresh,
  type Tokens,
} from '../../testing/setup/accounts/oauth-grant.ts'
import { listKeys, revokeKey } from '../manage-api-keys.ts'

describe('granting access', () => {
  test('lets the app act as the user, in their organisation, within the selected scopes', async () => {
    const { ctx, clientId, address, code } = await grantAccess(['read'])
    const tokens = await exchange(clientId, codeGrant(code))

    expect(address.href).toMatch(/^http:\/\/localhost:6274\/callback\?code=[\w-]+&state=x\+y&iss=/)
    expect(tokens).toMatchObject({ scope: 'read', token_type: 'Bearer', refresh_token: expect.any(String) })
    const { viewer } = await contextFromToken(tokens.access_token)
    expect(viewer).toMatchObject({ userId: ctx.viewer!.userId, organisationId: ctx.viewer!.organisationId })
    const asRunner = contextFromKey(
      new Request(ORIGIN, { headers: { authorization: `Bearer ${tokens.access_token}` } }),
      ['run'],
    )
    await expect(asRunner).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('lists the app among the user’s keys, where it can be revoked', async () => {
    const { ctx, clientId, code } = await grantAccess()
    const tokens = await exchange(clientId, codeGrant(code))
    const [key] = await listKeys(ctx)

    expect(key).toMatchObject({ name: 'Deskpad', scopes: ['read', 'run'] })
    await revokeKey(ctx, { id: key!.id })
    await expect(contextFromToken(tokens.access_token)).rejects.toMatchObject({
      message: 'This key was revoked.',
    })
    const again = exchange(clientId, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    await expect(again).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  test('lets it continue with refreshed tokens after the old ones expired', async () => {
    const { clientId, code } = await grantAccess()
    const first = await exchange(clientId, codeGrant(code))
    await database().oAuthToken.updateMany({ where: { clientId }, data: { accessExpiresAt: new Date(0) } })

    await expect(contextFromToken(first.access_token)).rejects.toMatchObject({
      message: 'This key has expired.',
    })
    const next = await exchange(clientId, { grant_type: 'refresh_token', refresh_token: first.refresh_token })
    expect(next.refresh_token).not.toBe(first.refresh_token)
    expect((await contextFromToken(next.access_token)).viewer).toBeTruthy()
  })
})

describe('an honest app', () => {
  /** Sends a form through the route, like a client. */
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const answer = await TOKEN(new Request(`${ORIGIN}/api/oauth/token`, { method: 'POST', body }))
    return { status: answer.status, ...((await answer.json()) as Tokens & { error?: string }) }
  }

  test('that refreshes in several windows at once gets tokens in each, and loses nothing', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token }

    const answers = await Promise.all(Array.from({ length: 6 }, () => post(fields)))

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map((each) => each.refresh_token)).size).toBe(6)
    for (const { access_token } of answers) expect((await contextFromToken(access_token)).viewer).toBeTruthy()
    // The client continues with the token that it stored last.
    const next = await post({ ...fields, refresh_token: answers.at(-1)!.refresh_token })
    expect(next.status).toBe(200)
  })

  test('whose response was lost can retry', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    await refresh(clientId, refresh_token)

    const again = await refresh(clientId, refresh_token)

    expect((await contextFromToken(again.access_token)).viewer).toBeTruthy()
  })

  test('is not affected by another: a token of one app is invalid for the next, and stays unchanged', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const other = await makeClient()

    await expect(refresh(other, refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await passMinute(clientId)
    expect((await refresh(clientId, refresh_token)).access_token).toBeTruthy()
  })
})

test('an app that omits the resource, as OAuth 2.1 allows, gets its tokens', async () => {
  const { clientId, code } = await grantAccess()
  const { redirect_uri: _, ...fields } = codeGrant(code)

  expect(await exchange(clientId, { ...fields, resource: `${ORIGIN}/mcp` })).toMatchObject({
    scope: 'read run',
  })
})

describe('at the MCP endpoint', () => {
  const sendToMcp = async (headers: Record<string, string>) => {
    const answer = await MCP(new Request(`${ORIGIN}/mcp`, { method: 'POST', headers, body: '{}' }))
    return [answer.status, answer.headers.get('www-authenticate')]
  }

  test('a missing or invalid token is reported', async () => {
    expect(await sendToMcp({})).toEqual([401, expect.not.stringContaining('error=')])
    expect(await sendToMcp({ authorization: 'Bearer gh_at_none' })).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
  })

  test('an app with too few scopes learns what it can ask for', async () => {
    const { clientId, code } = await grantAccess(['write'], { scope: 'write' })
    const { access_token } = await exchange(clientId, codeGrant(code))

    expect(await sendToMcp({ authorization: `Bearer ${access_token}` })).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="read run write"'),
    ])
  })

  test('a refresh token is refused', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))

    expect((await sendToMcp({ authorization: `Bearer ${refresh_token}` }))[0]).toBe(401)
  })
})
