// Streams of changes over the route handlers and Postgres, in both eras of MCP.
import { describe, expect, test } from 'vitest'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { makePublishedVersion, makePublisher, makeSkillSetDocument } from '../../testing/factories.ts'
import { makeKey, ORIGIN, serveMcp } from '../../testing/setup/protocols/mcp-client.ts'
import { addToToolset, createToolset } from '../../toolsets/change-toolset.ts'
import { offerOf } from '../../toolsets/list-toolsets.ts'
import { eventsOf } from './list-changes.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

type Stream = { response: Response; next: () => Promise<JsonObject>; close: () => void }

async function open(key: string, query: string, request: RequestInit): Promise<Stream> {
  const gone = new AbortController()
  const response = await serveMcp(new URL(`/mcp${query}`, ORIGIN), {
    ...request,
    signal: gone.signal,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      ...request.headers,
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<JsonObject> => {
    for (;;) {
      const [, data] = /^data: (.+)\n/m.exec(text) ?? []
      if (data) {
        text = text.slice(text.indexOf(data) + data.length)
        return JSON.parse(data) as JsonObject
      }
      const { value, done } = await reader!.read()
      if (done) throw new Error('The stream ended.')
      text += value
    }
  }
  return { response, next, close: () => gone.abort() }
}

/** Opens a stream of MCP 2026-07-28, and reads its acknowledgement. */
async function listen(key: string, query: string, notifications: JsonObject): Promise<Stream> {
  const params = {
    notifications,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    },
  }
  const stream = await open(key, query, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' },
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params }),
  })
  expect(await stream.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
  return stream
}

/** Opens the stream of a session of MCP 2025-11-25. */
const follow = (key: string, query: string) =>
  open(key, query, { method: 'GET', headers: { 'mcp-protocol-version': '2025-11-25' } })

async function makeToolset(ctx: Context, name: string) {
  const { skillName: skill } = await makePublishedVersion()
  const { versionId } = await offerOf(ctx, { skill })
  await createToolset(ctx, { name })
  return () => addToToolset(ctx, { toolset: name, skill, versionId, consent: true })
}

async function publishAgain(
  options: Parameters<typeof makePublishedVersion>[0] = {},
): Promise<{ skill: string; publish: () => Promise<void> }> {
  const { skillName: skill, skillSet } = await makePublishedVersion(options)
  const publish = () => database().$transaction((tx) => refreshCatalogEntries(tx, skillSet.id))
  return { skill, publish }
}

describe.each([
  ['subscriptions/listen', (key: string, query: string) => listen(key, query, { toolsListChanged: true })],
  ['the stream of a session', follow],
])('%s', (_, openStream) => {
  test('tells of a skill that is added to the toolset', async () => {
    const { ctx, key } = await makeKey()
    const add = await makeToolset(ctx, 'desk')
    const stream = await openStream(key, '?toolset=desk')
    await add()

    expect(await stream.next()).toMatchObject({ method: 'notifications/tools/list_changed' })
    stream.close()
  })

  test('tells of a version of a skill that is a tool', async () => {
    const { key } = await makeKey()
    const { skill, publish } = await publishAgain()
    const stream = await openStream(key, `?skills=${skill}`)
    await publish()

    expect(await stream.next()).toMatchObject({ method: 'notifications/tools/list_changed' })
    stream.close()
  })

  test('ends at the next change after its key was revoked, and does not tell of it', async () => {
    const { ctx, key } = await makeKey()
    const { skill, publish } = await publishAgain()
    const stream = await openStream(key, `?skills=${skill}`)
    const { organisationId } = ctx.viewer!
    await database().apiKey.updateMany({ where: { organisationId }, data: { revokedAt: new Date() } })
    await publish()

    await expect(stream.next()).rejects.toThrow('The stream ended.')
  })

  test('is refused without a key', async () => {
    const { response } = await follow('gh_unknown', '')

    expect(response.status).toBe(401)
  })
})

test('a subscribed file of a skill is reported when a version of it is published', async () => {
  const { key } = await makeKey()
  const { skill, publish } = await publishAgain()
  const uri = `skill://${skill}/SKILL.md`
  const stream = await listen(key, '', { resourceSubscriptions: [uri] })
  await publish()

  expect(await stream.next()).toMatchObject({ method: 'notifications/resources/updated', params: { uri } })
  stream.close()
})

test('a subscribed file of a private skill is reported to its organisation, and to nobody else', async () => {
  const { ctx, key } = await makeKey()
  const id = ctx.viewer!.organisationId
  const organisation = await database().organisation.findUniqueOrThrow({ where: { id } })
  const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
  const own = await publishAgain({ document, publisher: await makePublisher({ organisation }) })
  const foreign = await publishAgain({ document })
  const [ownUri, foreignUri] = [own, foreign].map(({ skill }) => `skill://${skill}/SKILL.md`)
  const stream = await listen(key, '', { resourceSubscriptions: [foreignUri!, ownUri!] })
  await foreign.publish()
  await own.publish()

  // Postgres delivers in the order of commits, so the foreign one would have come first.
  expect(await stream.next()).toMatchObject({ params: { uri: ownUri } })
  stream.close()
})

test('a session without chosen skills hears of no private release of another organisation', () => {
  const ctx = { viewer: { organisationId: 'ours' } } as never
  const release = { kind: 'skillset' as const, name: 'a.b', organisationIds: ['theirs'] }

  expect(eventsOf(ctx, { natives: new Map() }, { ...release, isPublic: false })).toEqual([])
  expect(eventsOf(ctx, { natives: new Map() }, { ...release, isPublic: true })).toHaveLength(1)
  expect(
    eventsOf(
      ctx,
      { natives: new Map() },
      { ...release, isPublic: false, organisationIds: ['theirs', 'ours'] },
    ),
  ).toHaveLength(1)
})

test('a session without the toolset hears nothing of it, nor does another organisation', () => {
  const ctx = { viewer: { organisationId: 'ours' } } as never
  const PUBLIC = { kind: 'skillset' as const, organisationIds: ['theirs'], isPublic: true }
  const natives = new Map([['a__b__c', 'a.b.c']])
  const pins = new Map()

  expect(eventsOf(ctx, { natives }, { kind: 'toolset', organisationId: 'ours' })).toEqual([])
  expect(eventsOf(ctx, { natives, pins }, { kind: 'toolset', organisationId: 'theirs' })).toEqual([])
  expect(eventsOf(ctx, { natives, pins }, { kind: 'toolset', organisationId: 'ours' })).toHaveLength(1)
  expect(eventsOf(ctx, { natives }, { ...PUBLIC, name: 'a.other' })).toEqual([])
  expect(eventsOf(ctx, { natives }, { ...PUBLIC, name: 'a.b' })).toHaveLength(3)
  // A lost connection may have missed any change.
  expect(eventsOf(ctx, { natives }, null)).toHaveLength(3)
})

test('a stream that a client of MCP 2026-07-28 opens with GET is refused with the methods that are accepted', async () => {
  const { key } = await makeKey()
  const headers = { authorization: `Bearer ${key}`, 'mcp-protocol-version': '2026-07-28' }
  const response = await serveMcp(new URL('/mcp', ORIGIN), { method: 'GET', headers })

  expect(response.status).toBe(405)
  expect(await response.json()).toMatchObject({ error: { suggested_action: 'Use POST or OPTIONS.' } })
})
