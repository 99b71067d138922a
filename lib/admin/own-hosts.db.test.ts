import { expect, test, vi } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, makePublisher, makeUser, visitor } from '../testing/factories.ts'
import { addOwnHost, getOwnHosts, removeOwnHost } from './own-hosts.ts'

const admin = await contextFor(await makeAdmin())

const listedFor = async (organisationId: string) =>
  (await getOwnHosts(admin)).hosts.flatMap(({ address, organisation }) =>
    organisation.id === organisationId ? [address] : [],
  )

test('a host of the own network is added for an organisation, listed and removed, with audit events', async () => {
  const { handle, organisationId } = await makePublisher()
  await addOwnHost(admin, { address: ' Wiki.internal:8080 ', organisation: handle.toUpperCase() })
  await addOwnHost(admin, { address: '10.1', organisation: organisationId })

  expect(await listedFor(organisationId)).toEqual(['10.0.0.1', 'wiki.internal:8080'])
  await expect(addOwnHost(admin, { address: '10.0.0.1', organisation: handle })).rejects.toMatchObject({
    code: 'CONFLICT',
  })

  await removeOwnHost(admin, { address: 'wiki.internal:8080', organisationId })
  await expect(removeOwnHost(admin, { address: 'wiki.internal:8080', organisationId })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
  expect(await listedFor(organisationId)).toEqual(['10.0.0.1'])
  const events = await database().auditEvent.findMany({
    where: { subjectId: organisationId, action: { startsWith: 'own_host.' } },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ action, actorId, data }) => [action, actorId, data])).toEqual(
    [
      ['own_host.add', 'wiki.internal:8080'],
      ['own_host.add', '10.0.0.1'],
      ['own_host.remove', 'wiki.internal:8080'],
    ].map(([action, address]) => [action, admin.viewer?.userId, { organisationId, address }]),
  )
})

// biome-ignore format: table
test.each([
  ['an address with a scheme',      'https://wiki.internal'],
  ['an address with a path',        'wiki.internal/a'],
  ['a wildcard',                    '*.internal'],
  ['port 0',                        'wiki.internal:0'],
  ['a port above the range',        'wiki.internal:65536'],
  ['an IPv6 address',               '[::1]'],
  ['nothing',                       ''],
  ['no text',                       7],
  ['an address with NUL',           'wiki\0.internal'],
  ['this machine by its name',      'localhost:5432'],
  ['this machine by its address',   '127.0.0.1'],
  ['this machine as a number',      '2130706433'],
  ['a metadata service',            '169.254.169.254'],
  ['the unspecified address',       '0.0.0.0'],
])('a host of the own network cannot be %s', async (_, address) => {
  const { handle } = await makePublisher()

  await expect(addOwnHost(admin, { address, organisation: handle })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/address' }] },
  })
})

test.each(['no_such_publisher', '', 'a\0b'])(
  'a host of the own network needs an organisation that exists: %j',
  async (organisation) => {
    await expect(addOwnHost(admin, { address: 'wiki.internal', organisation })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/organisation' }] },
    })
  },
)

test('the hosts of the own network are for admins of the site only', async () => {
  const { owner, handle, organisationId } = await makePublisher()
  await addOwnHost(admin, { address: 'wiki.internal', organisation: handle })
  const host = { address: 'wiki.internal', organisationId }
  for (const [ctx, code] of [
    [await contextFor(owner), 'POLICY_DENIED'],
    [await contextFor(await makeUser()), 'POLICY_DENIED'],
    [visitor(), 'UNAUTHENTICATED'],
  ] as const) {
    await expect(getOwnHosts(ctx)).rejects.toMatchObject({ code })
    await expect(addOwnHost(ctx, { address: 'b.internal', organisation: handle })).rejects.toMatchObject({
      code,
    })
    await expect(removeOwnHost(ctx, host)).rejects.toMatchObject({ code })
  }
  expect(await listedFor(organisationId)).toEqual(['wiki.internal'])
})

test('hosts of GUILDHALL_SKILL_HOSTS are shown beside, with the names of their organisations', async () => {
  const { organisationId } = await makePublisher()
  vi.stubEnv('GUILDHALL_SKILL_HOSTS', `*=wiki.internal:8080,${organisationId}=jira.internal`)

  const { fromEnvironment } = await getOwnHosts(admin)
  vi.unstubAllEnvs()

  expect(fromEnvironment).toMatchObject([
    { address: 'wiki.internal:8080', organisation: null },
    { address: 'jira.internal', organisation: { id: organisationId, name: expect.any(String) } },
  ])
})
