import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { makeOrganisation, makeUser } from '#lib/testing/factories.ts'
import { openTerminal } from '#lib/testing/terminal.ts'

const { cli } = openTerminal()

test('key create prints a key for the named organisation and stores only its hash', async () => {
  const owner = await makeUser()
  const organisation = await makeOrganisation({ owner })

  const { code, json } = await cli(
    'key',
    'create',
    ...['--email', owner.email],
    ...['--scopes', 'read,run'],
    ...['--org', organisation.name],
    '--json',
  )

  expect(code).toBe(0)
  expect(json()).toMatchObject({ scopes: ['read', 'run'], organisation: organisation.name })
  const [stored] = await database().apiKey.findMany({ where: { organisationId: organisation.id } })
  expect(json().key).toContain(stored?.prefix)
  expect(stored?.hash).not.toContain(json().key)
})

test('key create makes a key for the person named and shows it this once', async () => {
  const { email, organisation } = await makeUser()
  const args = [
    'key',
    'create',
    '--name',
    'ci',
    '--email',
    email,
    '--scopes',
    'run, read',
    '--expires',
    '30d',
  ]

  const { code, json } = await cli(...args, '--json')

  expect(code).toBe(0)
  expect(json().key).toMatch(/^gh_/)
  const row = await database().apiKey.findFirstOrThrow({ where: { organisationId: organisation.id } })
  expect(row).toMatchObject({ name: 'ci', scopes: ['read', 'run'] })
})

test('key create refuses an unknown scope', async () => {
  const { email } = await makeUser()

  const { code, stderr } = await cli('key', 'create', '--name', 'ci', '--email', email, '--scopes', 'root')

  expect(code).toBe(1)
  expect(stderr).toContain('[scopes -> 0]')
})

test('key create binds the key to a toolset, and refuses unknown SkillSets and toolsets', async () => {
  const user = await makeUser()
  const create = (...limits: string[]) => cli('key', 'create', '--email', user.email, '--json', ...limits)
  const organisationId = user.organisation.id
  const toolset = await database().toolset.create({
    data: { organisationId, slug: 'mini', createdById: user.id },
  })

  for (const [limits, path] of [
    [['--skillsets', 'unknown.nothing'], '/skillSets/0'],
    [['--toolset', 'none'], '/toolset'],
  ] as const) {
    const { code, json } = await create(...limits)
    expect(code).toBe(1)
    expect(json().error.details).toMatchObject([{ path, keyword: 'exists' }])
  }
  expect(await database().apiKey.count({ where: { organisationId } })).toBe(0)
  expect((await create('--toolset', 'mini')).json()).toMatchObject({ toolset: 'mini' })
  expect(await database().apiKey.findMany({ where: { organisationId } })).toMatchObject([
    { toolsetId: toolset.id },
  ])
})

test('key create prints when the key expires as ISO 8601, and null for a key that does not', async () => {
  const { email } = await makeUser()
  const create = async (...args: string[]) =>
    (await cli('key', 'create', '--email', email, '--scopes', 'read', '--json', ...args)).json()

  expect((await create('--expires', '30d')).expires_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect((await create()).expires_at).toBeNull()
})

test('key create is refused for organisations of others', async () => {
  const [user, stranger] = [await makeUser(), await makeUser()]
  const ask = async (...args: string[]) =>
    (await cli('key', 'create', '--email', user.email, '--json', ...args)).json()

  const refused = await ask('--scopes', 'read', '--org', stranger.organisation.name)

  expect(refused.error.code).toBe('NOT_FOUND')
})
