// The pages of frames and who is told of them; `e2e/skill-app.spec.ts` shows one in a browser.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import {
  connectStatelessMcp,
  makeKey,
  ORIGIN,
  publishHandler,
  serveMcp,
} from '../../testing/setup/protocols/mcp-client.ts'
import { addToToolset, createToolset } from '../../toolsets/change-toolset.ts'
import { offerOf } from '../../toolsets/list-toolsets.ts'
import { announcesApps } from './session-name.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const EXTENSIONS = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
const announcing = { capabilities: { extensions: EXTENSIONS } }

async function readPage(
  key: string,
  skill: string,
  query = `?skills=${skill}`,
): Promise<{ text: string; ui: Json }> {
  const client = await connectStatelessMcp(key, query, announcing)
  const { contents } = await client.readResource({ uri: `ui://guildhall/${skill}` })
  const [page] = contents
  return { text: String(page && 'text' in page && page.text), ui: page?._meta?.ui as Json }
}

const contractIn = (text: string) =>
  JSON.parse(/<script type="application\/json" id="contract">(.*?)<\/script>/s.exec(text)![1]!) as JsonObject

async function framesOf(key: string, query: string, options: object): Promise<Json[]> {
  const { tools } = await (await connectStatelessMcp(key, query, options)).listTools()
  return tools.flatMap(({ _meta }) => (_meta?.ui === undefined ? [] : [_meta.ui as Json]))
}

test('only a client that announces frames is told which tool has one, under MCP 2026-07-28', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler()

  expect(await framesOf(key, `?skills=${skill}`, announcing)).toEqual([
    { resourceUri: `ui://guildhall/${skill}` },
  ])
  expect(await framesOf(key, `?skills=${skill}`, {})).toEqual([])
})

test('only a client that announced frames when it began is told of them in its session', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler()
  const post = async (method: string, params: object, session?: string) =>
    serveMcp(new URL(`/mcp?skills=${skill}`, ORIGIN), {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
        ...{ 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
        ...(session && { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const framesAfter = async (capabilities: object) => {
    const start = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } }
    const session = (await post('initialize', start)).headers.get('mcp-session-id') ?? ''
    const { result } = (await (await post('tools/list', {}, session)).json()) as {
      result: { tools: JsonObject[] }
    }
    return result.tools.flatMap(({ _meta }) => (isObject(_meta) && _meta.ui ? [_meta.ui] : []))
  }

  expect(await framesAfter({ extensions: EXTENSIONS })).toHaveLength(1)
  expect(await framesAfter({})).toEqual([])
})

test('a client that shows other documents only announces no frames', () => {
  const announce = (mimeTypes: string[]) =>
    announcesApps({ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes } } })

  expect(announce(['text/html;profile=mcp-app'])).toBe(true)
  expect(announce(['text/html'])).toBe(false)
})

describe('the page of a frame', () => {
  test('loads nothing, and its policy allows its one script by its digest', async () => {
    const { key } = await makeKey()
    const { text, ui } = await readPage(key, await publishHandler())
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? []
    const [, script = ''] = /<script>(.*)<\/script>\n<\/body>/s.exec(text) ?? []

    expect(ui).toEqual({ csp: {}, prefersBorder: true })
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/)
    expect(text).not.toMatch(/<(script|img|iframe)[^>]+src=|<link|@import|url\(["']?https?:/)
  })

  test('has RE2 only for a pattern that needs it, by a digest of its own', async () => {
    const { key } = await makeKey()
    const withPattern = (pattern: string) =>
      publishHandler(undefined, {
        parameters: { type: 'object', properties: { name: { type: 'string', pattern } } },
        examples: [],
      })
    const plain = await readPage(key, await withPattern('^[a-z]+$'))
    const complex = await readPage(key, await withPattern('^(a+)+$'))
    const digestsIn = (text: string) => text.match(/'sha256-[^']+'/g)

    expect(digestsIn(plain.text)).toHaveLength(1)
    expect(digestsIn(complex.text)).toHaveLength(2)
    expect(complex.text.length - plain.text.length).toBeGreaterThan(100_000)
  })

  test('holds a contract with markup as data', async () => {
    const { key } = await makeKey()
    const name = '</script><script>alert(1)</script>'
    const { text } = await readPage(key, await publishHandler(undefined, { name }))

    expect(contractIn(text)).toMatchObject({ title: name })
    expect(text).not.toContain('<script>alert')
  })

  test('calls the tool of the skill, or execute_skill where it has none', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler()

    expect(contractIn((await readPage(key, skill)).text)).toMatchObject({
      ...{ skill, tool: skill.replaceAll('.', '__'), isWrapped: false, hasPrice: false, origin: ORIGIN },
    })
    expect(contractIn((await readPage(key, skill, '')).text)).toMatchObject({
      tool: 'execute_skill',
      isWrapped: true,
    })
  })

  test('of a skill with a price says so, so that it is confirmed on the site', async () => {
    const { key } = await makeKey()
    const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
    const skill = await publishHandler(undefined, { pricing })

    expect(contractIn((await readPage(key, skill)).text)).toMatchObject({
      ...{ hasPrice: true, price: '0.05', href: `/${skill.replaceAll('.', '/')}` },
    })
  })

  test('is refused for an unknown skill, and for one outside the toolset', async () => {
    const { ctx, key } = await makeKey()
    const [inside, outside] = [await publishHandler(), await publishHandler()]
    await createToolset(ctx, { name: 'frames' })
    const { versionId } = await offerOf(ctx, { skill: inside })
    await addToToolset(ctx, { toolset: 'frames', skill: inside, versionId, consent: true })

    expect(contractIn((await readPage(key, inside, '?toolset=frames')).text)).toMatchObject({ skill: inside })
    await expect(readPage(key, outside, '?toolset=frames')).rejects.toMatchObject({ code: -32602 })
    await expect(readPage(key, 'nobody.nothing.none', '')).rejects.toMatchObject({ code: -32602 })
  })
})
