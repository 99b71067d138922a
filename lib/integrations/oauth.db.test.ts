// Tests OAuth 2.0 with a real provider: consent, renewal, revocation, and every part that can be forged.
import { describe, expect, test } from 'vitest'
import { deleteOrganisation } from '../account-data/delete-organisation.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, makeOrganisation, makeUser } from '../testing/factories.ts'
import { makeProvider, providerFieldsWith } from '../testing/integration-setup.ts'
import { setUpOAuthProvider } from '../testing/setup/accounts/connected-account.ts'
import { CALLBACK_URL, CLIENT } from '../testing/start-oauth-provider.ts'
import { openCredential } from './credentials.ts'
import { disconnect } from './disconnect.ts'
import { finishConnect } from './finish-connect.ts'
import { getIntegrationsPage } from './integrations-page.ts'
import { removeProvider, updateProvider } from './manage-providers.ts'
import { startConnect } from './start-connect.ts'

const oauth = setUpOAuthProvider()
const { setUpAccount, oauthFields, warnings } = oauth

const db = database()

describe('an account', () => {
  test('is connected with consent, and runs get its access token by the guard only', async () => {
    const { ctx, sandbox, provider, version, start, connect, run } = await setUpAccount()

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
    expect(await oauth.remote.isValid(secret!.value)).toBe(true)
    const page = JSON.stringify(await getIntegrationsPage(ctx, version.skillSetName))
    expect(page).toContain('"state":"ready"')
    for (const hidden of [secret!.value, CLIENT.clientSecret]) expect(page).not.toContain(hidden)
  })

  test('that the person does not consent to is not connected', async () => {
    const { connect, ctx } = await setUpAccount()
    oauth.remote.consent.isGiven = false

    expect((await connect()).outcome).toBe('denied')
    expect(
      await db.integrationConnection.count({ where: { organisationId: ctx.viewer!.organisationId } }),
    ).toBe(0)
  })

  test('shows scopes that the provider asks for since', async () => {
    const { ctx, provider, connect } = await setUpAccount()
    await connect()
    const admin = await contextFor(await makeAdmin())
    const { clientSecret: _, ...fields } = oauthFields({ scopes: ['read', 'write', 'admin'] })
    await updateProvider(admin, provider, providerFieldsWith(fields))

    const { lines } = await getIntegrationsPage(ctx, null)

    const line = lines.find((each) => each.provider.slug === provider)
    expect(line?.connection?.missingScopes).toEqual(['admin'])
  })

  test('is revoked at the provider when it is disconnected, and when the provider is removed', async () => {
    const first = await setUpAccount()
    await first.connect()
    const [one] = [await openCredential(db, (await first.connection()).id)]
    expect(await disconnect(first.ctx, first.provider)).toEqual({ revocation: 'revoked' })
    const second = await setUpAccount()
    await second.connect()
    const two = await openCredential(db, (await second.connection()).id)
    await removeProvider(await contextFor(await makeAdmin()), second.provider)

    expect(await Promise.all([one, two].map((each) => oauth.remote.isValid(each!.token)))).toEqual([
      false,
      false,
    ])
  })
})

test('deleting an organisation revokes its accounts', async () => {
  const owner = await makeUser()
  const organisation = await makeOrganisation({ owner })
  const ctx = await contextFor(owner, { organisation })
  const provider = await makeProvider(oauthFields())
  const { url } = await startConnect(ctx, { provider }, CALLBACK_URL)
  await finishConnect(ctx, await oauth.remote.visit(url), CALLBACK_URL)
  const where = { organisationId: organisation.id }
  const credential = await openCredential(db, (await db.integrationConnection.findFirstOrThrow({ where })).id)

  await deleteOrganisation(ctx, { confirm: organisation.name })

  expect(await oauth.remote.isValid(credential!.token)).toBe(false)
  expect(await db.integrationConnection.count({ where })).toBe(0)
})

test('no token, code or secret is in the log or the audit log', async () => {
  const { connect, connection, ctx, provider } = await setUpAccount()
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
