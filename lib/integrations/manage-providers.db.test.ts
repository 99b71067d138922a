import { describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, visitor } from '../testing/factories.ts'
import {
  API_KEY,
  connect,
  makeProvider,
  providerFieldsWith,
  refusalOf,
  setUpKeyAccount,
} from '../testing/integration-setup.ts'
import { connectWithKey } from './connections.ts'
import {
  createProvider,
  getProviderSettings,
  listProviderSettings,
  removeProvider,
  updateProvider,
} from './manage-providers.ts'

describe('providers', () => {
  test('are listed and changed by admins of the site only', async () => {
    const { ctx, provider } = await setUpKeyAccount()
    const admin = await contextFor(await makeAdmin())
    const fields = providerFieldsWith()

    for (const [who, code] of [
      [ctx, 'POLICY_DENIED'],
      [visitor(), 'UNAUTHENTICATED'],
    ] as const) {
      expect(await refusalOf(listProviderSettings(who))).toBe(code)
      expect(await refusalOf(getProviderSettings(who, provider))).toBe(code)
    }
    for (const [who, code] of [
      [ctx, 'POLICY_DENIED'],
      [{ ...admin, keyId: 'key_1' }, 'POLICY_DENIED'],
      [visitor(), 'UNAUTHENTICATED'],
    ] as const) {
      expect(await refusalOf(createProvider(who, 'mine', fields))).toBe(code)
      expect(await refusalOf(updateProvider(who, provider, fields))).toBe(code)
      expect(await refusalOf(removeProvider(who, provider))).toBe(code)
    }
  })

  test.each([
    ['no hosts', { hosts: [] }, '/hosts'],
    ['a host that is a URL', { hosts: ['https://api.example.com'] }, '/hosts/0'],
    ['a header that the protocol sets', { sentName: 'Host' }, '/sentName'],
    ['a query parameter without a name', { sentAs: 'query', sentName: '' }, '/sentName'],
    ['no client', { kind: 'oauth2', issuer: 'https://id.example.com' }, '/clientId'],
    ['no endpoints', { kind: 'oauth2', clientId: 'a' }, '/authorizeUrl'],
    [
      'an endpoint in plain text',
      { kind: 'oauth2', clientId: 'a', issuer: 'http://id.example.com' },
      '/issuer',
    ],
    ['a name of nothing', { name: ' ' }, '/name'],
  ])('with %s are refused', async (_, changes, path) => {
    const admin = await contextFor(await makeAdmin())

    const refused = await createProvider(admin, 'odd', providerFieldsWith(changes)).catch((thrown) => thrown)

    expect(refused.code).toBe('INVALID_INPUT')
    expect(refused.options.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test('are refused when their slug is taken, is no slug, or names no provider to update', async () => {
    const provider = await makeProvider()
    const admin = await contextFor(await makeAdmin())

    expect(await refusalOf(createProvider(admin, provider, providerFieldsWith()))).toBe('CONFLICT')
    expect(await refusalOf(createProvider(admin, 'A B', providerFieldsWith()))).toBe('INVALID_INPUT')
    expect(await refusalOf(updateProvider(admin, 'no_such', providerFieldsWith()))).toBe('NOT_FOUND')
  })

  test('cannot change their kind after they were created', async () => {
    const provider = await makeProvider()
    const admin = await contextFor(await makeAdmin())
    const oauth = { kind: 'oauth2', clientId: 'a', issuer: 'https://id.example.com' }

    const refused = updateProvider(admin, provider, providerFieldsWith(oauth))

    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/kind' }] },
    })
  })

  test('cannot be connected with an API key if they use OAuth, are turned off or do not exist', async () => {
    const { ctx } = await setUpKeyAccount()
    const oauth = { kind: 'oauth2', clientId: 'a', issuer: 'https://id.example.com' }
    for (const [provider, code] of [
      [await makeProvider(oauth), 'NOT_FOUND'],
      [await makeProvider({ isDisabled: true }), 'PRECONDITION_FAILED'],
      ['no_such', 'NOT_FOUND'],
    ] as const)
      expect(await refusalOf(connectWithKey(ctx, { provider, key: API_KEY })), provider).toBe(code)
  })

  test('lose their connections and credentials when they are removed', async () => {
    const { ctx, provider, version } = await setUpKeyAccount()
    await connect(ctx, provider, version.skillSetName)

    await removeProvider(await contextFor(await makeAdmin()), provider)

    const where = { organisationId: ctx.viewer!.organisationId }
    expect(await database().integrationConnection.count({ where })).toBe(0)
    expect(await database().sealedSecret.count({ where })).toBe(0)
    expect(await database().integrationUse.count({ where })).toBe(0)
  })
})
