// Asks the routes of the registry, as a client does that an organisation has limited to one.
import { describe, expect, test } from 'vitest'
import { GET as CARD } from '#app/.well-known/mcp/server-card.json/route.ts'
import { GET as NOTHING } from '#app/v0.1/[[...path]]/route.ts'
import { GET as VERSION } from '#app/v0.1/servers/[serverName]/versions/[version]/route.ts'
import { GET as VERSIONS } from '#app/v0.1/servers/[serverName]/versions/route.ts'
import { GET as LIST, OPTIONS } from '#app/v0.1/servers/route.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  freshName,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
} from '../../testing/factories.ts'

const ORIGIN = 'http://guild.example.com'
const SITE = 'com.example.guild/guildhall'
const OFFICIAL = 'io.modelcontextprotocol.registry/official'

const request = (path: string) => new Request(`${ORIGIN}${path}`, { headers: { host: 'guild.example.com' } })
const none = { params: Promise.resolve({}) } as never

type Entry = { server: { name: string; version: string; remotes: { url: string }[] }; _meta: object }
type List = { servers: Entry[]; metadata: { count: number; nextCursor?: string } }

const list = async (query = ''): Promise<List> => (await LIST(request(`/v0.1/servers${query}`), none)).json()

function findVersion(serverName: string, version: string): Promise<Response> {
  const params = Promise.resolve({ serverName, version })
  return VERSION(request(`/v0.1/servers/${encodeURIComponent(serverName)}/versions/${version}`), { params })
}

async function publish(more: object = {}) {
  const skills = ['alpha', 'beta'].map((slug) => makeSkillDocument({ slug }))
  const document = makeSkillSetDocument({ slug: freshName('registry'), skills, ...more })
  const { skillName, skillSetId } = await makePublishedVersion({ document })
  await database().$transaction((tx) => refreshCatalogEntries(tx, skillSetId))
  const skillSet = skillName.split('.').slice(0, 2).join('.')
  return { skillSet, name: `com.example.guild/${skillSet}`, slug: document.slug }
}

test('the first server is this site, at its address', async () => {
  const { servers } = await list('?limit=1')

  expect(servers).toMatchObject([
    {
      server: { name: SITE, remotes: [{ type: 'streamable-http', url: `${ORIGIN}/mcp` }] },
      _meta: { [OFFICIAL]: { status: 'active', isLatest: true } },
    },
  ])
})

test('a public SkillSet is a server, whose tools are its skills', async () => {
  const { skillSet, name, slug } = await publish()

  const { servers, metadata } = await list(`?search=${slug.toUpperCase()}`)

  expect(metadata).toEqual({ count: 1 })
  expect(servers).toMatchObject([
    {
      server: {
        name,
        version: '1.0.0',
        remotes: [{ url: `${ORIGIN}/mcp?skills=${skillSet}.alpha,${skillSet}.beta` }],
      },
      _meta: { [OFFICIAL]: { publishedAt: expect.stringMatching(/Z$/) } },
    },
  ])
  expect(servers[0]!.server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
})

test('a private SkillSet is no server', async () => {
  const { slug, name } = await publish({ visibility: 'PRIVATE' })

  expect((await list(`?search=${slug}`)).servers).toEqual([])
  expect((await findVersion(name, 'latest')).status).toBe(404)
})

test('an address that a registry does not have is refused in JSON, which pages of other sites may read', async () => {
  const answer = await NOTHING(request('/v0.1/packages/x'))

  expect(answer.status).toBe(404)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({
    error: { code: 'NOT_FOUND', message: 'This registry has nothing at /v0.1/packages/x.' },
  })
})

test('a SkillSet of texts only is no server of tools', async () => {
  const text = makeSkillDocument({ slug: 'text', kind: 'instruction', body: 'Do this.' })
  const { slug } = await publish({ skills: [text] })

  expect((await list(`?search=${slug}`)).servers).toEqual([])
})

test('pages name each server once', async () => {
  const names = [await publish(), await publish()].map(({ name }) => name)
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(`?limit=1${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.metadata.count).toBe(page.servers.length)
    found.push(...page.servers.map(({ server }) => server.name))
    cursor = page.metadata.nextCursor
  } while (cursor !== undefined)

  expect(new Set(found).size).toBe(found.length)
  expect(found).toEqual(expect.arrayContaining([SITE, ...names]))
})

test('a list can be limited to what is newer, and to a version', async () => {
  const { slug } = await publish()
  const count = async (query: string) => (await list(`?search=${slug}&${query}`)).servers.length

  expect(await count('version=latest')).toBe(1)
  expect(await count('version=1.0.0')).toBe(1)
  expect(await count('version=9.9.9')).toBe(0)
  expect(await count('updated_since=2020-01-01T00:00:00Z')).toBe(1)
  expect(await count(`updated_since=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(0)
})

describe('one server', () => {
  test('is found by its name, as latest and by its version', async () => {
    const { name } = await publish()

    for (const [asked, version] of [
      [name, 'latest'],
      [name, '1.0.0'],
      [encodeURIComponent(name), '1.0.0'],
      [SITE, 'latest'],
    ]) {
      const answer = await findVersion(asked!, version!)
      expect([answer.status, (await answer.json()).server.name]).toEqual([200, decodeURIComponent(asked!)])
    }
    const params = Promise.resolve({ serverName: name })
    expect(await (await VERSIONS(request('/v0.1/servers/x/versions'), { params })).json()).toMatchObject({
      servers: [{ server: { name, version: '1.0.0' } }],
      metadata: { count: 1 },
    })
  })

  test('of another site, of an unknown name or version does not exist', async () => {
    const { name, skillSet } = await publish()

    for (const [asked, version] of [
      [`com.other/${skillSet}`, 'latest'],
      [`${name}.alpha`, 'latest'],
      ['com.example.guild/no.body', 'latest'],
      ['com.example.guild/\u0000.x', 'latest'],
      [name, '0.9.0'],
      ['', 'latest'],
    ])
      expect((await findVersion(asked!, version!)).status).toBe(404)
  })
})

test.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'cursor=x',
  'updated_since=yesterday',
  'search=%00',
  'version=%00',
])('a list with %s is refused', async (query) => {
  const answer = await LIST(request(`/v0.1/servers?${query}`), none)

  expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'INVALID_INPUT'])
})

test('pages of other sites may read the list', async () => {
  expect((await LIST(request('/v0.1/servers'), none)).headers.get('access-control-allow-origin')).toBe('*')
  expect(OPTIONS().status).toBe(204)
})

test('the server card says how to connect', async () => {
  expect(await CARD(request('/.well-known/mcp/server-card.json')).json()).toMatchObject({
    $schema: expect.stringContaining('server-card'),
    name: SITE,
    remotes: [{ url: `${ORIGIN}/mcp` }],
  })
})
