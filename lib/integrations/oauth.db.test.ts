// Tests OAuth 2.0 with a real provider: consent, renewal, revocation, and every part that can be forged.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET } from '#app/api/integrations/callback/route.ts'
import { deleteOrganisation } from '../account-data/delete-organisation.ts'
import type { Context } from '../context/context.ts'
import { database } from '../db/core/prisma-client.ts'
import { type AppError, toPublicError } from '../errors.ts'
import { log } from '../logging/log.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import { sealSession, sessionCookieName } from '../session/cookies/session-token.ts'
import { contextFor, makeAdmin, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { clearRequest, requestCookies } from '../testing/fake-next-headers.ts'
import { endsWith, returns } from '../testing/fake-sandbox.ts'
import { makeLinkedVersion, makeProvider, providerFieldsWith } from '../testing/integration-setup.ts'
import {
  CALLBACK_URL,
  CLIENT,
  type OAuthProvider,
  startOAuthProvider,
} from '../testing/start-oauth-provider.ts'
import { openCredential } from './credentials.ts'
import { disconnect } from './disconnect.ts'
import { finishConnect } from './finish-connect.ts'
import { getIntegrationsPage } from './integrations-page.ts'
import { removeProvider, updateProvider } from './manage-providers.ts'
import { retryRevocations } from './retry-revocations.ts'
import { startConnect } from './start-connect.ts'

const db = database()
let remote: OAuthProvider
const warnings: unknown[] = []

beforeAll(async () => {
  remote = await startOAuthProvider()
  vi.stubEnv('GUILDHALL_INTEGRATION_HOSTS', remote.host)
  vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => void warnings.push(line))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await remote.stop()
})
beforeEach(() => {
  Object.assign(remote.consent, { isGiven: true })
  remote.ttl.seconds = 3_600
})

const oauthFields = (changes: object = {}) => ({
  ...{ kind: 'oauth2', name: 'Acme', sentAs: 'bearer', sentName: null, hosts: ['api.acme.example'] },
  ...{ scopes: ['read', 'write'], issuer: remote.issuer, ...CLIENT },
  ...changes,
})

async function setUp(changes: object = {}) {
  const sandbox = returns({ message: 'Done.' })
  const ctx = await contextFor(await makeUser(), { sandbox })
  const provider = await makeProvider(oauthFields(changes))
  const version = await makeLinkedVersion([provider])
  const ask = { provider, skillSet: version.skillSetName, back: '/a/b/c' }
  const start = async (as: Context = ctx) => (await startConnect(as, ask, CALLBACK_URL)).url
  const connect = async () => finishConnect(ctx, await remote.visit(await start()), CALLBACK_URL)
  const run = () => runToEnd(ctx, { skill: { name: version.skillName }, args: { name: 'Ada' } })
  const { organisationId } = ctx.viewer!
  const connection = () => db.integrationConnection.findFirstOrThrow({ where: { organisationId } })
  return { ctx, sandbox, provider, version, start, connect, run, connection }
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: AppError) => thrown.code,
  )

describe('an account', () => {
  test('is connected with consent, and runs get its access token by the guard only', async () => {
    const { ctx, sandbox, provider, version, start, connect, run } = await setUp()

    const url = new URL(await start())
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT.clientId,
      redirect_uri: CALLBACK_URL,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'read write',
    })
    expect(await connect()).toEqual({
      ...{ outcome: 'connected', provider, forSkillSet: version.skillSetName, back: '/a/b/c' },
    })
    expect((await run()).state).toBe('succeeded')

    const [secret] = sandbox.jobs[0]!.secrets
    expect(secret).toMatchObject({ hosts: ['api.acme.example'], sentIn: { header: 'authorization' } })
    expect(await remote.isValid(secret!.value)).toBe(true)
    const page = JSON.stringify(await getIntegrationsPage(ctx, version.skillSetName))
    expect(page).toContain('"state":"ready"')
    for (const hidden of [secret!.value, CLIENT.clientSecret]) expect(page).not.toContain(hidden)
  })

  test('that the person does not consent to is not connected', async () => {
    const { connect, ctx } = await setUp()
    remote.consent.isGiven = false

    expect((await connect()).outcome).toBe('denied')
    expect(
      await db.integrationConnection.count({ where: { organisationId: ctx.viewer!.organisationId } }),
    ).toBe(0)
  })

  test('shows scopes that the provider asks for since', async () => {
    const { ctx, provider, connect } = await setUp()
    await connect()
    const admin = await contextFor(await makeAdmin())
    const { clientSecret: _, ...fields } = oauthFields({ scopes: ['read', 'write', 'admin'] })
    await updateProvider(admin, provider, providerFieldsWith(fields))

    const { lines } = await getIntegrationsPage(ctx, null)

    const line = lines.find((each) => each.provider.slug === provider)
    expect(line?.connection?.missingScopes).toEqual(['admin'])
  })

  test('is revoked at the provider when it is disconnected, and when the provider is removed', async () => {
    const first = await setUp()
    await first.connect()
    const [one] = [await openCredential(db, (await first.connection()).id)]
    expect(await disconnect(first.ctx, first.provider)).toEqual({ revocation: 'revoked' })
    const second = await setUp()
    await second.connect()
    const two = await openCredential(db, (await second.connection()).id)
    await removeProvider(await contextFor(await makeAdmin()), second.provider)

    expect(await Promise.all([one, two].map((each) => remote.isValid(each!.token)))).toEqual([false, false])
  })
})

test('a revocation that failed is tried again until it succeeds, or for the last time', async () => {
  const { ctx, provider, connect, connection } = await setUp()
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
  expect(await remote.isValid(credential!.token)).toBe(true)

  await at(revokeUrl)
  await makeDue()
  await Promise.all([retryRevocations({ db }), retryRevocations({ db })])
  expect(await remote.isValid(credential!.token)).toBe(false)
  expect(await countStored()).toBe(0)

  await connect()
  await at('http://localhost:1/revoke')
  await disconnect(ctx, provider)
  await makeDue(4)
  await retryRevocations({ db })
  expect(await countStored()).toBe(0)
})

test('deleting an organisation revokes its accounts', async () => {
  const owner = await makeUser()
  const organisation = await makeOrganisation({ owner })
  const ctx = await contextFor(owner, { organisation })
  const provider = await makeProvider(oauthFields())
  const { url } = await startConnect(ctx, { provider }, CALLBACK_URL)
  await finishConnect(ctx, await remote.visit(url), CALLBACK_URL)
  const where = { organisationId: organisation.id }
  const credential = await openCredential(db, (await db.integrationConnection.findFirstOrThrow({ where })).id)

  await deleteOrganisation(ctx, { confirm: organisation.name })

  expect(await remote.isValid(credential!.token)).toBe(false)
  expect(await db.integrationConnection.count({ where })).toBe(0)
})

describe('a token that expires', () => {
  test('is renewed once for concurrent runs', async () => {
    const { connect, run, connection, sandbox } = await setUp()
    remote.ttl.seconds = 60
    await connect()
    const before = await openCredential(db, (await connection()).id)
    remote.ttl.seconds = 3_600
    const asked = remote.seen.length

    const runs = await Promise.all(Array.from({ length: 6 }, run))

    expect(runs.map(({ state }) => state)).toEqual(Array(6).fill('succeeded'))
    expect(remote.seen.slice(asked)).toEqual(['/token'])
    const after = await openCredential(db, (await connection()).id)
    expect(after!.token).not.toBe(before!.token)
    expect(new Set(sandbox.jobs.map((job) => job.secrets[0]!.value))).toEqual(new Set([after!.token]))
    expect((await connection()).refreshingUntil).toBeNull()
  })

  test('asks for consent again if the provider no longer renews it', async () => {
    const { ctx, provider, connect, run, connection } = await setUp()
    remote.ttl.seconds = 60
    await connect()
    await remote.forget((await openCredential(db, (await connection()).id))!.refreshToken!)

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
    const { ctx, version, connect, run, connection } = await setUp()
    await connect()
    const request = { method: 'GET', host: 'api.acme.example', status: 401, sentBytes: 0, bytes: 0, ms: 1 }
    const sandbox = endsWith(() => ({
      ...{ kind: 'returned', value: { message: 'It did not work.' }, durationMs: 1, logs: [] },
      requests: [request],
    }))
    await remote.forget((await openCredential(db, (await connection()).id))!.refreshToken!)

    await runToEnd({ ...ctx, sandbox }, { skill: { name: version.skillName }, args: { name: 'Ada' } })

    expect(await refusalOf(run())).toBe('TOOL_NOT_AVAILABLE')
    expect((await connection()).brokenAt).not.toBeNull()
  })

  test('is used until it expires while the provider cannot be reached, and not after', async () => {
    const { provider, connect, run, connection } = await setUp()
    remote.ttl.seconds = 60
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
    const { ctx, provider, connect, run } = await setUp()
    remote.ttl.seconds = 60
    await connect()

    await Promise.allSettled([run(), disconnect(ctx, provider)])

    const where = { organisationId: ctx.viewer!.organisationId }
    expect(await db.sealedSecret.count({ where })).toBe(0)
  })
})

describe('refused is', () => {
  test('a state that was never given, changed, used or expired', async () => {
    const { ctx, start } = await setUp()
    const answer = await remote.visit(await start())
    const changed = new URLSearchParams(
      [...answer, ['state', 'guessed']].map(([name, value]) => [name!, value!]),
    )
    changed.set('state', 'guessed')

    expect(await finishConnect(ctx, new URLSearchParams({ code: 'x' }), CALLBACK_URL)).toEqual({
      outcome: 'expired',
    })
    expect(await finishConnect(ctx, changed, CALLBACK_URL)).toEqual({ outcome: 'expired' })
    expect((await finishConnect(ctx, answer, CALLBACK_URL)).outcome).toBe('connected')
    expect(await finishConnect(ctx, answer, CALLBACK_URL)).toEqual({ outcome: 'expired' })
    const late = await remote.visit(await start())
    await db.connectAttempt.updateMany({
      where: { userId: ctx.viewer!.userId },
      data: { expiresAt: new Date(0) },
    })
    expect(await finishConnect(ctx, late, CALLBACK_URL)).toEqual({ outcome: 'expired' })
  })

  test('a code that was exchanged before, or belongs to another attempt', async () => {
    const { ctx, start } = await setUp()
    const first = await remote.visit(await start())
    await finishConnect(ctx, first, CALLBACK_URL)
    const second = await remote.visit(await start())
    const third = new URLSearchParams(await remote.visit(await start()))
    const replayed = new URLSearchParams(second)
    replayed.set('code', first.get('code')!)
    third.set('code', second.get('code')!)

    expect((await finishConnect(ctx, replayed, CALLBACK_URL)).outcome).toBe('failed')
    // The verifier of the third attempt does not match the code of the second (PKCE).
    expect((await finishConnect(ctx, third, CALLBACK_URL)).outcome).toBe('failed')
  })

  test('an answer for another address', async () => {
    const { ctx, start } = await setUp()
    const answer = await remote.visit(await start())

    const { outcome } = await finishConnect(ctx, answer, 'http://evil.example/api/integrations/callback')

    expect(outcome).toBe('failed')
  })

  test('an answer from another issuer', async () => {
    const { ctx, start } = await setUp()
    const answer = new URLSearchParams(await remote.visit(await start()))
    answer.set('iss', 'https://evil.example')

    expect((await finishConnect(ctx, answer, CALLBACK_URL)).outcome).toBe('failed')
  })

  test('the attempt of another person, and of another organisation of the same person', async () => {
    const { ctx, start } = await setUp()
    const other = await contextFor(await makeUser())
    const user = { ...ctx.viewer! }
    const team = await makeOrganisation({ owner: await makeUser() })
    const elsewhere = { ...ctx, viewer: { ...user, organisationId: team.id } }

    expect(await finishConnect(other, await remote.visit(await start()), CALLBACK_URL)).toEqual({
      outcome: 'expired',
    })
    expect(await finishConnect(elsewhere, await remote.visit(await start()), CALLBACK_URL)).toEqual({
      outcome: 'expired',
    })
  })

  test('a member, a key and a visitor', async () => {
    const { ctx, start } = await setUp()
    const answer = await remote.visit(await start())
    const member = { ...ctx, viewer: { ...ctx.viewer!, organisationRole: 'MEMBER' as const } }
    for (const [who, code] of [
      [member, 'POLICY_DENIED'],
      [{ ...ctx, keyId: 'key_1' }, 'POLICY_DENIED'],
      [visitor(), 'UNAUTHENTICATED'],
    ] as const) {
      expect(await refusalOf(start(who))).toBe(code)
      expect(await refusalOf(finishConnect(who, answer, CALLBACK_URL))).toBe(code)
    }
  })

  test('a page of another site to return to', async () => {
    const { ctx, provider } = await setUp()
    const ask = { provider, back: 'https://evil.example/' }
    const { url } = await startConnect(ctx, ask, CALLBACK_URL)

    expect(await finishConnect(ctx, await remote.visit(url), CALLBACK_URL)).toMatchObject({ back: '/' })
  })

  test('a provider in a network that the operator has not named', async () => {
    const { start, provider } = await setUp()
    await db.integrationProvider.update({
      where: { slug: provider },
      data: { issuer: 'http://127.0.0.1:9/' },
    })
    const { start: toPrivate, provider: second } = await setUp()
    await db.integrationProvider.update({
      where: { slug: second },
      data: { issuer: 'https://169.254.169.254/' },
    })

    expect(await refusalOf(start())).toBe('TOOL_NOT_AVAILABLE')
    expect(await refusalOf(toPrivate())).toBe('TOOL_NOT_AVAILABLE')
    expect(JSON.stringify(warnings)).toContain('is not on the public internet')
  })
})

test('no token, code or secret is in the log or the audit log', async () => {
  const { connect, connection, ctx, provider } = await setUp()
  await connect()
  const credential = await openCredential(db, (await connection()).id)
  await disconnect(ctx, provider)

  const events = await db.auditEvent.findMany({ where: { subject: provider, subjectType: 'integration' } })
  expect(events.map(({ action }) => action).sort()).toEqual([
    'integration.allow',
    'integration.connect',
    'integration.disconnect',
  ])
  const written = JSON.stringify([warnings, events])
  for (const hidden of [credential!.token, credential!.refreshToken!, CLIENT.clientSecret])
    expect(written).not.toContain(hidden)
})

test('the callback leads to the integrations, and people who are signed out to sign in first', async () => {
  process.env.NEXTAUTH_SECRET ??= 'for-a-test'
  const { ctx, start, provider, version } = await setUp()
  const answer = `${CALLBACK_URL}?${await remote.visit(await start())}`
  const request = () => new Request(answer, { headers: { host: 'localhost:3000' } })
  const user = await db.user.findUniqueOrThrow({ where: { id: ctx.viewer!.userId } })

  const signedOut = await GET(request())
  expect(signedOut.status).toBe(303)
  expect(signedOut.headers.get('location')).toMatch(/^\/sign-in\?next=%2Fapi%2Fintegrations%2Fcallback%3F/)

  requestCookies.set(
    sessionCookieName(),
    await sealSession({ userId: user.id, sessionVersion: user.sessionVersion }),
  )
  const query = new URLSearchParams({ outcome: 'connected', for: version.skillSetName, back: '/a/b/c' })
  expect((await GET(request())).headers.get('location')).toBe(`/settings/integrations?${query}`)
  expect((await GET(request())).headers.get('location')).toBe('/settings/integrations?outcome=expired')
  clearRequest()
  expect(await db.integrationConnection.count({ where: { providerSlug: provider } })).toBe(1)
})
