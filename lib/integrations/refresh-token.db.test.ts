import { describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { toPublicError } from '../kernel/errors.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import { endsWith } from '../testing/fake-sandbox.ts'
import { refusalOf } from '../testing/integration-setup.ts'
import { setUpOAuthProvider } from '../testing/setup/accounts/connected-account.ts'
import { openCredential } from './credentials.ts'
import { disconnect } from './disconnect.ts'
import { getIntegrationsPage } from './integrations-page.ts'

const oauth = setUpOAuthProvider()
const { setUpAccount } = oauth

const db = database()

describe('a token that expires', () => {
  test('is renewed once for concurrent runs', async () => {
    const { connect, run, connection, sandbox } = await setUpAccount()
    oauth.remote.ttl.seconds = 60
    await connect()
    const before = await openCredential(db, (await connection()).id)
    oauth.remote.ttl.seconds = 3_600
    const asked = oauth.remote.seen.length

    const runs = await Promise.all(Array.from({ length: 6 }, run))

    expect(runs.map(({ state }) => state)).toEqual(Array(6).fill('succeeded'))
    expect(oauth.remote.seen.slice(asked)).toEqual(['/token'])
    const after = await openCredential(db, (await connection()).id)
    expect(after!.token).not.toBe(before!.token)
    expect(new Set(sandbox.jobs.map((job) => job.secrets[0]!.value))).toEqual(new Set([after!.token]))
    expect((await connection()).refreshingUntil).toBeNull()
  })

  test('asks for consent again if the provider no longer renews it', async () => {
    const { ctx, provider, connect, run, connection } = await setUpAccount()
    oauth.remote.ttl.seconds = 60
    await connect()
    await oauth.remote.forget((await openCredential(db, (await connection()).id))!.refreshToken!)

    const first = toPublicError(await run().catch((thrown) => thrown))
    expect(first).toMatchObject({
      code: 'TOOL_NOT_AVAILABLE',
      message: expect.stringContaining('no longer accepts'),
    })
    const second = toPublicError(await run().catch((thrown) => thrown))
    const userId = ctx.viewer!.userId
    expect(await db.notice.findMany({ where: { userId, kind: 'integration.broken' } })).toMatchObject([
      { title: 'Acme no longer accepts your organisation’s account', href: '/settings/integrations' },
    ])
    expect(second.details).toMatchObject([{ params: { provider, state: 'broken' } }])

    expect(await connect()).toMatchObject({ outcome: 'connected' })
    expect(await refusalOf(run())).toBe('done')
    expect((await getIntegrationsPage(ctx, null)).lines.map(({ connection: of }) => of?.state)).toContain(
      'connected',
    )
  })

  test('and was revoked before is noticed by the first run that the provider answers with 401', async () => {
    const { ctx, version, connect, run, connection } = await setUpAccount()
    await connect()
    const request = { method: 'GET', host: 'api.acme.example', status: 401, sentBytes: 0, bytes: 0, ms: 1 }
    const sandbox = endsWith(() => ({
      ...{ kind: 'returned', value: { message: 'It did not work.' }, durationMs: 1, logs: [] },
      requests: [request],
    }))
    await oauth.remote.forget((await openCredential(db, (await connection()).id))!.refreshToken!)

    await runToEnd({ ...ctx, sandbox }, { skill: { name: version.skillName }, args: { name: 'Ada' } })

    expect(await refusalOf(run())).toBe('TOOL_NOT_AVAILABLE')
    expect((await connection()).brokenAt).not.toBeNull()
  })

  test('is used until it expires while the provider cannot be reached, and not after', async () => {
    const { provider, connect, run, connection } = await setUpAccount()
    oauth.remote.ttl.seconds = 60
    await connect()
    await db.integrationProvider.update({
      where: { slug: provider },
      data: { tokenUrl: 'http://localhost:1/token' },
    })

    expect(await refusalOf(run())).toBe('done')
    await db.integrationConnection.update({
      where: { id: (await connection()).id },
      data: { expiresAt: new Date() },
    })
    const error = toPublicError(await run().catch((thrown) => thrown))

    expect(error).toMatchObject({
      code: 'TOOL_NOT_AVAILABLE',
      message: expect.stringContaining('did not renew'),
    })
    expect((await connection()).brokenAt).toBeNull()
  })

  test('is left alone once it is disconnected during the renewal', async () => {
    const { ctx, provider, connect, run } = await setUpAccount()
    oauth.remote.ttl.seconds = 60
    await connect()

    await Promise.allSettled([run(), disconnect(ctx, provider)])

    const where = { organisationId: ctx.viewer!.organisationId }
    expect(await db.sealedSecret.count({ where })).toBe(0)
  })
})
