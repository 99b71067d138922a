// Only the sites that the publisher lists may show its forms in frames.
import { NextRequest } from 'next/server.js'
import { describe, expect, test } from 'vitest'
import { proxy } from '../../../proxy.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { getEmbedSites, setEmbedSites } from './embed-sites.ts'
import { renameSlug } from './rename.ts'
import { acceptTransfer, offerTransfer } from './transfer.ts'

const db = database()

async function framed(wanted: Parameters<typeof makePublishedVersion>[0] = {}) {
  const { skillSet, skillName } = await makePublishedVersion(wanted)
  const owner = await contextFor(skillSet.publisher.owner)
  return { owner, skillSetId: skillSet.id, path: `/embed/${skillName.replaceAll('.', '/')}`, skillSet }
}

async function ancestorsOf(path: string): Promise<string | undefined> {
  const answer = await proxy(new NextRequest(`http://localhost${path}`))
  return /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
}

describe('an embedded form', () => {
  test('is framed by no site at first', async () => {
    expect(await ancestorsOf((await framed()).path)).toBe("'none'")
  })

  test('is framed by the sites that its publisher lists, and no other page is', async () => {
    const { owner, skillSetId, path } = await framed()
    await setEmbedSites(owner, skillSetId, {
      sites: 'https://www.Example.com/\nhttps://*.example.org, http://localhost:8080',
    })

    expect(await ancestorsOf(path)).toBe(
      'https://www.example.com https://*.example.org http://localhost:8080',
    )
    expect(await ancestorsOf(`${path}?theme=dark`)).toContain('https://www.example.com')
    const others = [
      path.replace('/embed', ''),
      `${path}/more`,
      '/embed',
      '/embed/no/such/skill',
      '/embed/%00/x/y',
      '/',
    ]
    for (const other of others) expect(await ancestorsOf(other), other).toBe("'none'")
  })

  test('of a private SkillSet is framed by no site, as the header would show that it exists', async () => {
    const { owner, skillSetId, path } = await framed({
      document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
    })
    await setEmbedSites(owner, skillSetId, { sites: 'https://www.example.com' })

    expect(await ancestorsOf(path)).toBe("'none'")
  })

  test('stays framed under a former name', async () => {
    const { owner, skillSetId, path } = await framed()
    await setEmbedSites(owner, skillSetId, { sites: 'https://www.example.com' })
    await renameSlug(owner, { skillSetId, slug: freshName('set') })

    expect(await ancestorsOf(path)).toBe('https://www.example.com')
  })

  test('is framed by no site after a transfer', async () => {
    const { owner, skillSetId, path } = await framed()
    await setEmbedSites(owner, skillSetId, { sites: 'https://www.example.com' })
    const taker = await makePublisher()
    const { handle } = taker
    const offer = await offerTransfer(owner, { skillSetId }, { to: handle })
    await acceptTransfer(await contextFor(taker.owner), offer, { handle })

    expect(await ancestorsOf(path)).toBe("'none'")
  })
})

const NOT_SITES = [
  '*',
  'https:',
  'http://www.example.com',
  'https://example',
  'https://www.example.com/path',
  "https://www.example.com;script-src'unsafe-inline'",
  "'self'",
  'data:',
  'javascript:alert(1)',
  'https://user@www.example.com',
  'https://*.*.example.com',
  Array.from({ length: 21 }, (_, at) => `https://w${at}.example.com`).join('\n'),
]

test.each(NOT_SITES.map((sites) => [sites.slice(0, 40), sites]))('%s is not a site', async (_, sites) => {
  const { owner, skillSetId, path } = await framed()

  await expect(setEmbedSites(owner, skillSetId, { sites })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/sites' }] },
  })
  expect(await ancestorsOf(path)).toBe("'none'")
})

test('the list is changed by owners and admins only', async () => {
  const { owner, skillSetId } = await framed()
  const plain = await makeUser()
  const { organisationId } = owner.viewer!
  await db.membership.create({ data: { organisationId, userId: plain.id, role: 'MEMBER' } })
  const set = (ctx: Context) => setEmbedSites(ctx, skillSetId, { sites: 'https://www.example.com' })

  await expect(set(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(set(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const ctx of [await contextFor(plain), { ...owner, keyId: 'key' }])
    await expect(set(ctx)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await getEmbedSites(owner, skillSetId)).toEqual([])
})
