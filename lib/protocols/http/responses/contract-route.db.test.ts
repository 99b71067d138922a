// Tests GET /api/skills/{name}/contract.json as programs of other sites call it.
import { describe, expect, test } from 'vitest'
import { GET as OPENAPI } from '#app/api/openapi.json/route.ts'
import { GET, OPTIONS } from '#app/api/skills/[name]/contract.json/route.ts'
import { createKey } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
  type TestVersion,
} from '../../../testing/factories.ts'

const nameOf = ({ skillSet }: TestVersion) => `${skillSet.publisher.handle}.${skillSet.slug}.greet`

type Asked = { version?: string; known?: string; key?: string }

function get(name: string, { version, known, key }: Asked = {}) {
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`
  const headers = {
    ...(known !== undefined && { 'if-none-match': known }),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  const request = new Request(`http://localhost/api/skills/${name}/contract.json${query}`, { headers })
  return GET(request, { params: Promise.resolve({ name }) })
}

describe('the contract over HTTP', () => {
  test('is the document of the version asked for, readable by pages of any site', async () => {
    const name = nameOf(await makePublishedVersion())

    const response = await get(name, { version: '>=1 <2' })

    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('etag')
    expect(await response.json()).toMatchObject({ version: '1.0.0', input: { $ref: '#/definitions/Input' } })
  })

  test('is not sent again to a client that has it', async () => {
    const name = nameOf(await makePublishedVersion())
    const known = (await get(name)).headers.get('etag') ?? ''

    const again = await get(name, { known })

    expect(known).toMatch(/"[0-9a-f]{64}"/)
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('of a private skill does not exist, with the standard error', async () => {
    const name = nameOf(
      await makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) }),
    )

    const response = await get(name)

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND', recoverable: true } })
    expect(response.headers.get('etag')).toBeNull()
  })

  describe('of a private skill', () => {
    const makeKey = async (user: TestUser, scopes: KeyScope[], organisation = user.organisation) => {
      const ctx = await contextFor(user, { organisation })
      return (await createKey(ctx, { name: 'A key', scopes, expiresInDays: 1 })).key
    }
    const makePrivate = () =>
      makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) })

    test('is read with a key of its organisation, and never cached by intermediaries', async () => {
      const version = await makePrivate()
      const response = await get(nameOf(version), {
        key: await makeKey(version.skillSet.publisher.owner, ['read']),
      })

      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(response.headers.get('vary')).toBe('authorization')
    })

    test('does not exist for a stranger’s key, nor for the same person’s key of another organisation', async () => {
      const version = await makePrivate()
      const { owner } = version.skillSet.publisher
      const elsewhere = await makeOrganisation({ owner })
      const keys = [await makeKey(await makeUser(), ['read']), await makeKey(owner, ['read'], elsewhere)]

      for (const key of keys) expect((await get(nameOf(version), { key })).status).toBe(404)
    })

    test('is refused to a key without the read scope, and to an invalid key', async () => {
      const version = await makePrivate()
      const key = await makeKey(version.skillSet.publisher.owner, ['write'])

      expect((await get(nameOf(version), { key })).status).toBe(403)
      expect((await get(nameOf(version), { key: 'gh_nonsense' })).status).toBe(401)
    })
  })

  test.each(['no.such.skill', 'a', '..', 'a.b.c\u0000'])('under the name %j does not exist', async (name) => {
    expect((await get(name)).status).toBe(404)
  })

  test('lets browsers know that cross-origin requests are allowed', () => {
    expect(OPTIONS().headers.get('access-control-allow-methods')).toBe('GET')
  })
})

test.each([
  ['a skill', 'a.b.c', 200],
  ['a built-in tool', 'vault.readFile', 200],
  ['nothing', 'a b', 400],
])('the OpenAPI document continues after the name of %s', async (_, after, status) => {
  const address = `http://localhost/api/openapi.json?after=${encodeURIComponent(after)}`

  expect((await OPENAPI(new Request(address))).status).toBe(status)
})

test('the OpenAPI document is sent once per state of the catalogue, and lists a new skill at once', async () => {
  const address = 'http://localhost/api/openapi.json'
  const ask = (known?: string | null) =>
    OPENAPI(new Request(address, { headers: known ? { 'if-none-match': known } : {} }))
  const etag = (await ask()).headers.get('etag')

  expect(etag).toMatch(/^W\/".{43}"$/)
  const unchanged = await ask(etag)
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])

  // The document contains only the first skills by name, and other tests may have created that many.
  const publisher = await makePublisher({ handle: freshName('a0') })
  const version = await makePublishedVersion({ publisher })
  await database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  const changed = await ask(etag)
  expect(changed.status).toBe(200)
  expect(Object.keys((await changed.json()).paths)).toContain(`/api/skills/${nameOf(version)}/runs`)
})
