// Tests every field for a name: none may imitate the site or a verified publisher.
import { describe, expect, test } from 'vitest'
import { authAdapter } from '../auth/rows/auth-adapter.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { createOrganisation, renameOrganisation } from '../organisations/organisations.ts'
import { claimHandle, findHandleClaimError } from '../publishing/drafts/claim-handle.ts'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { changeName } from './profile.ts'
import { signUp } from './sign-in.ts'

const PASSWORD = 'correct horse battery'
const email = () => `${freshName('person')}@test.local`

type NameField = [what: string, path: string, take: (name: string) => Promise<unknown>]

const nameFields: NameField[] = [
  [
    'a person who signs up',
    '/name',
    (name) => signUp(visitor(), { name, email: email(), password: PASSWORD }, freshName()),
  ],
  ['a person', '/name', async (name) => changeName(await contextFor(await makeUser()), name)],
  [
    'a new organisation',
    '/name',
    async (name) => createOrganisation(await contextFor(await makeUser()), { name }),
  ],
  [
    'an organisation',
    '/name',
    async (name) => {
      const owner = await makeUser()
      return renameOrganisation(
        await contextFor(owner, { organisation: await makeOrganisation({ owner }) }),
        { name },
      )
    },
  ],
  [
    'a publisher',
    '/displayName',
    async (displayName) =>
      claimHandle(await contextFor(await makeUser()), { handle: freshName('handle'), displayName }),
  ],
]

describe.each(nameFields)('%s', (_, path, take) => {
  test.each(['Guildhаll', 'Official Tools', '✓ Ada', 'Admin'])('is not called %s', async (name) => {
    await expect(take(name)).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path }] } })
  })

  test('cannot have the name of another organisation’s verified publisher', async () => {
    const publisher = await makePublisher({ owner: await makeUser() })
    await database().publisher.update({ where: { id: publisher.id }, data: { verifiedAt: new Date() } })
    const imitated = publisher.handle.replaceAll('_', ' ').replaceAll('o', '0').toUpperCase()

    await expect(take(imitated)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path }] },
    })
  })

  test('can have a unique name', async () => {
    await expect(take(`Ada ${freshName()}`)).resolves.not.toThrow()
  })
})

test('an organisation can have the name of its own verified publisher', async () => {
  const owner = await makeUser()
  const publisher = await makePublisher({ owner })
  await database().publisher.update({ where: { id: publisher.id }, data: { verifiedAt: new Date() } })

  await expect(changeName(await contextFor(owner), publisher.displayName)).resolves.toBeUndefined()
})

test.each(['guildha11', 'guild_hall', '0fficial', 'adm1n'])(
  'the handle %s is refused while typing',
  async (handle) => {
    const ctx = await contextFor(await makeUser())

    expect(await findHandleClaimError(ctx, handle)).toBeDefined()
    await expect(claimHandle(ctx, { handle, displayName: 'Ada' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/handle' }] },
    })
  },
)

test.each(['__proto__', '_a', 'a_', 'a__b', 'constructor', 'prototype'])(
  'the handle %s is refused',
  async (handle) => {
    expect(await findHandleClaimError(await contextFor(await makeUser()), handle)).toBeDefined()
  },
)

test('an imitating name from GitHub is replaced, because the user cannot choose another at that point', async () => {
  const made = await authAdapter(database()).createUser!({
    email: email(),
    name: 'Guildhаll ✓',
    emailVerified: null,
  } as never)

  expect((made as { name: string }).name).toMatch(/^person_/)
})

test('a password of blanks is refused', async () => {
  const given = { name: 'Ada', email: email(), password: ' \u00a0\u200b   \u3164\u2800\u115f   \u3000' }

  await expect(signUp(visitor(), given, freshName())).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/password' }] },
  })
})
