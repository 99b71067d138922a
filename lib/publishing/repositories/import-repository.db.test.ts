import { zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { POST } from '#app/api/repository-imports/route.ts'
import { GET } from '#app/api/repository-skills/route.ts'
import { COMMIT, openRepositoryHost, type RepositoryHost } from '#bin/testing/repository-host.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { Organisation } from '../../kernel/db/generated/client.ts'
import {
  contextFor,
  freshName,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeUser,
  type TestPublisher,
  type TestUser,
  visitor,
} from '../../testing/factories.ts'
import { getDraft } from '../drafts/get-draft.ts'
import { importRepository, listRepository } from './import-repository.ts'

let host: RepositoryHost
let owner: TestUser
let member: TestUser
let organisation: Organisation
let publisher: TestPublisher

beforeAll(async () => {
  host = await openRepositoryHost()
  owner = await makeUser()
  member = await makeUser()
  organisation = await makeOrganisation({ owner, members: [member] })
  publisher = await makePublisher({ owner, organisation })
})
afterAll(() => host.close())
beforeEach(() => {
  vi.stubEnv('GUILDHALL_REPOSITORIES', host.url)
})

const MIT = `MIT License

Copyright (c) 2026 Ada

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction. The above copyright notice and this permission notice shall be included in all copies.`

const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Does ${name} for people.\n${more}---\n\nDo it.\n`

const freshSkill = () => freshName('do').replaceAll('_', '-')
const slugOf = (name: string) => name.replaceAll('-', '_')

/** A repository with three skills: one by its own licence, one by that of the repository, one with terms of its own. */
function addTools() {
  const name = `ada/${freshSkill()}`
  const [apache, mit, closed] = [freshSkill(), freshSkill(), freshSkill()]
  host.addRepository(name, {
    LICENSE: MIT,
    'README.md': '# Tools',
    [`skills/${apache}/SKILL.md`]: skill(apache, 'license: Apache-2.0\n'),
    [`skills/${mit}/SKILL.md`]: skill(mit),
    [`skills/${mit}/references/more.md`]: '# More',
    [`skills/${mit}/examples/inner/SKILL.md`]: skill('inner'),
    [`other/${closed}/SKILL.md`]: skill(closed, 'license: Ask us first\n'),
    [`other/${closed}/LICENSE.txt`]: '© Ada. All rights reserved.',
    'node_modules/x/SKILL.md': skill('x'),
  })
  return { name, apache, mit, closed, address: `https://github.com/${name}` }
}

function addUnlicensed() {
  const [name, own] = [`ada/${freshSkill()}`, freshSkill()]
  host.addRepository(name, { [`${own}/SKILL.md`]: skill(own) })
  return { name, own, address: `https://github.com/${name}` }
}

async function ownerContext() {
  return contextFor(owner, { organisation })
}

async function documentOf(skillSetId: string): Promise<SkillSetDocument> {
  const { draft } = await getDraft(await ownerContext(), skillSetId)
  return draft?.document as unknown as SkillSetDocument
}

async function importThese(address: string, paths: string[], more: object = {}) {
  const ctx = await ownerContext()
  return importRepository(ctx, { address, commit: COMMIT, paths, handle: publisher.handle, ...more })
}

test('a repository lists its skills with the licence of each, without those inside another', async () => {
  const { name, apache, mit, closed, address } = addTools()

  const listed = await listRepository(await ownerContext(), address)

  expect(listed).toMatchObject({ name, commit: COMMIT })
  expect(Object.fromEntries(listed.skills.map(({ name: each, license }) => [each, license]))).toEqual({
    [apache]: { name: 'Apache-2.0', source: `skills/${apache}/SKILL.md`, isSpdx: true },
    [mit]: { name: 'MIT', source: 'LICENSE', isSpdx: true },
    [closed]: { name: 'Ask us first', source: `other/${closed}/SKILL.md`, isSpdx: false },
  })
})

test.each([
  ['a branch', 'main', 'tree/main/skills'],
  ['a branch with a slash', 'release/2', 'tree/release/2/skills'],
  ['a file of a skill', 'main', (name: string) => `blob/main/skills/${name}/SKILL.md`],
])('the address of a folder on %s lists the skills in it', async (_, branch, rest) => {
  const [name, inside] = [`ada/${freshSkill()}`, freshSkill()]
  host.addRepository(
    name,
    { [`skills/${inside}/SKILL.md`]: skill(inside), 'other/SKILL.md': skill('other') },
    branch,
  )
  const path = typeof rest === 'string' ? rest : rest(inside)

  const { skills } = await listRepository(await ownerContext(), `https://github.com/${name}/${path}`)

  expect(skills.map(({ path: each }) => each)).toEqual([`skills/${inside}`])
})

test('chosen skills become drafts that state their address, commit and licence, and the others do not', async () => {
  const { name, apache, mit, address } = addTools()

  const imported = await importThese(address, [`skills/${apache}`, `skills/${mit}`])

  expect(imported.map(({ path, error }) => [path, error])).toEqual([
    [`skills/${apache}`, undefined],
    [`skills/${mit}`, undefined],
  ])
  const [first, second] = await Promise.all(
    imported.map((each) => documentOf('skillSetId' in each ? each.skillSetId : '')),
  )
  expect(first).toMatchObject({ slug: slugOf(apache), skills: [{ license: 'Apache-2.0' }] })
  expect(second?.skills).toMatchObject([
    {
      slug: slugOf(mit),
      license: 'MIT',
      metadata: { source: `${host.url}${name}/tree/${COMMIT}/skills/${mit}` },
    },
  ])
  expect(second?.skills[0]?.resources?.map(({ path }) => path)).toEqual([
    'references/more.md',
    'examples/inner/SKILL.md',
  ])
})

test('several skills are added to one SkillSet, and one that cannot be imported does not stop the others', async () => {
  const { slug } = await makeDraft({ publisher })
  const [name, good, bad] = [`ada/${freshSkill()}`, freshSkill(), freshSkill()]
  host.addRepository(name, {
    LICENSE: MIT,
    [`a/${bad}/SKILL.md`]: 'No front matter.',
    [`b/${good}/SKILL.md`]: skill(good),
  })

  const imported = await importThese(name, [`a/${bad}`, `b/${good}`], { into: slug })

  expect(imported).toMatchObject([
    { error: { code: 'INVALID_INPUT', message: expect.stringContaining('front matter') } },
    { name: `${publisher.handle}.${slug}.${slugOf(good)}` },
  ])
})

describe('a skill without a known licence', () => {
  test('is imported once its licence is entered, which the draft states', async () => {
    const { own, address } = addUnlicensed()

    await expect(importThese(address, [own])).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining(`1 skill without a known licence: ${own}`),
    })
    const [imported] = await importThese(address, [own], { license: 'BSD-2-Clause' })
    expect(imported).toMatchObject({ name: expect.any(String) })
    const skillSetId = imported && 'skillSetId' in imported ? imported.skillSetId : ''
    expect((await documentOf(skillSetId)).skills[0]?.license).toBe('BSD-2-Clause')
  })

  test('is imported once the person states that they may publish it', async () => {
    const { own, address } = addUnlicensed()

    expect(await importThese(address, [own], { acceptUnlicensed: true })).toMatchObject([
      { name: expect.any(String) },
    ])
  })

  test('that states terms of its own keeps them, and an entered licence does not replace the confirmation', async () => {
    const { closed, address } = addTools()
    const paths = [`other/${closed}`]

    await expect(importThese(address, paths, { license: 'MIT' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    const [imported] = await importThese(address, paths, { license: 'MIT', acceptUnlicensed: true })
    const skillSetId = imported && 'skillSetId' in imported ? imported.skillSetId : ''
    expect((await documentOf(skillSetId)).skills[0]?.license).toBe('Ask us first')
  })

  test('is refused with words that are no licence', async () => {
    const { own, address } = addUnlicensed()

    await expect(importThese(address, [own], { license: 'Do what you like' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/license' }] },
    })
  })
})

describe('a repository that cannot be imported is refused', () => {
  const list = async (address: string) => listRepository(await ownerContext(), address)

  test.each([
    ['https://example.com/ada/tools'],
    ['https://github.com/ada'],
    ['https://github.com/ada/tools/issues/7'],
    ['https://github.com/ada/../tree'],
    ['https://github.com/ada/tools/tree/..%2F..%2Fother%2Frepo'],
    ['https://github.com/ada/tools/tree/main/a%5C..%5Cb'],
    ['javascript:alert(1)'],
    [''],
  ])('because %j is not the address of one', async (address) => {
    await expect(list(address)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('Enter the address of a repository'),
    })
  })

  test('because it does not exist or is private', async () => {
    await expect(list('https://github.com/ada/private')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no public repository ada/private'),
    })
  })

  test('because it has no such branch', async () => {
    const { address } = addTools()

    await expect(list(`${address}/tree/nowhere/skills`)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('because the folder has no skill', async () => {
    const { address } = addTools()

    await expect(list(`${address}/tree/main/docs`)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('The folder docs contains no skill'),
    })
  })

  test('because its archive is too large', async () => {
    const name = `ada/${freshSkill()}`
    host.addAnswer(name, { status: 200, body: Buffer.alloc(12 * 1024 * 1024) })

    await expect(list(name)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('larger than 11 MB'),
    })
  })

  test.each([
    ['a page', '<html>'],
    ['a zip of no commit', zipSync({ 'x/SKILL.md': Buffer.from(skill('x')) })],
  ])('because the answer is %s', async (_, body) => {
    const name = `ada/${freshSkill()}`
    host.addAnswer(name, { status: 200, body })

    await expect(list(name)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('did not return the archive of a commit'),
    })
  })

  test.each([
    [429, { 'retry-after': '30' }],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.now() / 1000 + 3_600) }],
  ])('because the host allows no more downloads (%i)', async (status, headers) => {
    const name = `ada/${freshSkill()}`
    host.addAnswer(name, { status, headers })

    const refused = list(name)

    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    await expect(refused).rejects.toSatisfy((error) => error.options.retryAfter > 20)
  })

  test('because the host fails, or redirects without end', async () => {
    const [failing, endless] = [`ada/${freshSkill()}`, `ada/${freshSkill()}`]
    host.addAnswer(failing, { status: 500 })
    host.addAnswer(endless, { status: 302, headers: { location: `/${endless}/archive/HEAD.zip` } })

    await expect(list(failing)).rejects.toMatchObject({
      code: 'TOOL_NOT_AVAILABLE',
      message: expect.stringContaining('returned HTTP 500'),
    })
    await expect(list(endless)).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  })

  test('because it redirects into the network of the operator', async () => {
    const name = `ada/${freshSkill()}`
    host.addAnswer(name, { status: 302, headers: { location: 'http://127.0.0.1:1/secret.zip' } })

    await expect(list(name)).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  })

  test('to visitors, plain members, and for folders that are no skills', async () => {
    const { address } = addTools()
    const before = host.requests.length

    await expect(listRepository(visitor(), address)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const asMember = await contextFor(member, { organisation })
    await expect(listRepository(asMember, address)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(importRepository(asMember, { address })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(host.requests).toHaveLength(before)
    await expect(importThese(address, ['skills'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(importThese(address, [])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

test('the REST API lists and imports with a key that may publish', async () => {
  const { mit, address } = addTools()
  const ctx = await ownerContext()
  const { key } = await createKey(ctx, { name: 'A key', scopes: ['publish'], expiresInDays: 1 })
  const headers = { authorization: `Bearer ${key}` }
  const at = `http://localhost/api/repository-skills?${new URLSearchParams({ address })}`
  const params = { params: Promise.resolve({}) }

  const listed = await (await GET(new Request(at, { headers }), params)).json()
  const body = JSON.stringify({ address, commit: listed.commit, paths: [`skills/${mit}`] })
  const sent = new Request('http://localhost/api/repository-imports', { method: 'POST', headers, body })
  const response = await POST(sent, params)

  expect(listed.skills).toHaveLength(3)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    skills: [{ path: `skills/${mit}`, skill_set_id: expect.any(String), replaced: false, findings: [] }],
  })
})

test.each([['read'], ['run'], ['write']] as const)(
  'the REST API refuses to list and import with a key that only has the scope “%s”',
  async (scope) => {
    const { key } = await createKey(await ownerContext(), {
      name: 'A key',
      scopes: [scope],
      expiresInDays: 1,
    })
    const headers = { authorization: `Bearer ${key}` }
    const params = { params: Promise.resolve({}) }
    const before = host.requests.length

    const listing = new Request('http://localhost/api/repository-skills?address=a/b', { headers })
    const importing = new Request('http://localhost/api/repository-imports', {
      ...{ method: 'POST', headers, body: '{}' },
    })

    for (const response of [await GET(listing, params), await POST(importing, params)]) {
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { code: 'POLICY_DENIED' } })
    }
    expect(host.requests).toHaveLength(before)
  },
)

test('a key cannot accept for a person that a skill has no known licence, but can import a licensed one', async () => {
  const { mit, closed, address } = addTools()
  const keyGrant = { scopes: ['publish'] as const, skillSets: [], dailyCapMicros: null }
  const ctx = { ...(await ownerContext()), keyId: 'key', keyGrant }
  const choose = (path: string) =>
    importRepository(ctx, {
      ...{ address, commit: COMMIT, paths: [path], handle: publisher.handle },
      acceptUnlicensed: true,
    })

  await expect(choose(`other/${closed}`)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await choose(`skills/${mit}`)).toMatchObject([{ name: expect.any(String) }])
})
