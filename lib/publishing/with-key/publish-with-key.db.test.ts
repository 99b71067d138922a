// The routes that the command line of a publisher calls with an API key.
import { describe, expect, test } from 'vitest'
import { GET as getAccount } from '#app/api/publishing/route.ts'
import { POST as stage } from '#app/api/publishing/submissions/route.ts'
import { POST as tryOut } from '#app/api/publishing/test-runs/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../auth/model/key-scopes.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makePublishedVersion, makeSkillSetDocument } from '../../testing/factories.ts'
import { makeMember } from '../../testing/setup/catalog/trusted-repository.ts'
import { getStagedSubmission, submitStaged } from '../from-ci/staged-submissions.ts'

const db = database()

type Limits = { scopes?: KeyScope[]; skillSets?: string[] }

/** Creates a publisher with a published SkillSet, its next version, and a key of the owner. */
async function makePublisherWithKey({ scopes = ['publish'], skillSets = [] }: Limits = {}) {
  const version = await makePublishedVersion()
  const { publisher, slug, id: skillSetId, document } = version.skillSet
  const owner = await contextFor(publisher.owner)
  const { key } = await createKey(owner, { name: 'laptop', scopes, expiresInDays: 1, skillSets })
  const next = { ...document, version: '1.1.0', description: 'Greetings in plain words.' }
  return {
    owner,
    key,
    skillSetId,
    handle: publisher.handle,
    name: `${publisher.handle}.${slug}`,
    document: next,
  }
}

const post = async (route: (request: Request) => Promise<Response>, key: string, body: object) => {
  const init = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(body) }
  const response = await route(new Request('http://localhost/api/publishing', init))
  return { status: response.status, body: await response.json() }
}

const refusal = (code: string) => ({ body: { error: { code } } })

describe('a key with the scope “publish”', () => {
  test('stages a version, which a person then submits', async () => {
    const { owner, key, name, document, skillSetId } = await makePublisherWithKey()

    const { status, body } = await post(stage, key, { document, note: 'From my laptop.' })

    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        name,
        version: '1.1.0',
        url: `http://localhost/publish/staged/${body.id}`,
        is_new: false,
      },
    ])
    expect(await db.version.count({ where: { skillSetId } })).toBe(1)
    expect(await getStagedSubmission(owner, body.id)).toMatchObject({
      note: 'From my laptop.',
      release: 'gradual',
      origin: { kind: 'key', by: owner.viewer?.name, program: { name: null, keyName: 'laptop' } },
    })
    const [notice] = await db.notice.findMany({ where: { userId: owner.viewer!.userId } })
    expect(notice?.body).toContain(
      `An unnamed program staged this version for ${owner.viewer?.name}, with the API key “laptop”.`,
    )
    expect(await submitStaged(owner, body.id, { revision: 1, release: 'at_once' })).toMatchObject({
      number: '1.1.0',
    })
    expect(await db.version.findFirst({ where: { skillSetId, number: '1.1.0' } })).toMatchObject({
      release: 'at_once',
    })
    const where = { version: { skillSetId, number: '1.1.0' } }
    expect(await db.submission.findFirst({ where })).toMatchObject({
      program: null,
      programKey: 'laptop',
    })
  })

  test('creates a SkillSet that does not exist yet', async () => {
    const { key, handle } = await makePublisherWithKey()
    const document = makeSkillSetDocument({ slug: freshName('new') })

    const { body } = await post(stage, key, { publisher: handle, document })

    expect(body).toMatchObject({ name: `${handle}.${document.slug}`, is_new: true })
    expect((await post(stage, key, { document })).body).toMatchObject({ is_new: false })
  })

  test('stages a first version, whose code, contract, permissions and examples a person reads as they were staged', async () => {
    const { owner, key, handle } = await makePublisherWithKey()
    const document = makeSkillSetDocument({ slug: freshName('first') })
    const { body } = await post(stage, key, { publisher: handle, document })
    const { skillSetId } = await getStagedSubmission(owner, body.id)
    await db.draft.update({ where: { skillSetId }, data: { document: { state: 'changed since' } } })

    const { base, contents } = await getStagedSubmission(owner, body.id)

    const [skill] = document.skills
    expect(base).toBeNull()
    expect(contents.skills).toMatchObject([
      {
        status: 'added',
        code: { after: skill!.definition },
        parameters: { after: JSON.stringify(skill!.parameters, null, 2) },
      },
    ])
    const examples = contents.skills[0]!.texts.find(({ title }) => title === 'Examples')
    expect(JSON.parse(examples?.after ?? '[]')).toEqual(skill!.examples)
    expect(contents.texts).toContainEqual(expect.objectContaining({ title: 'Name', after: document.name }))
  })

  test('stages a version that tells which Files and packages of the draft it lacks', async () => {
    const { owner, key, document, skillSetId } = await makePublisherWithKey()
    const [skill] = document.skills
    const resources = [{ path: 'data/cities.csv', kind: 'text/csv', text: 'name' }]
    const richer = {
      ...document,
      dependencies: { papaparse: '^5.5.3' },
      skills: [{ ...skill, resources }],
    }
    await db.draft.update({ where: { skillSetId }, data: { document: richer as object } })

    const { body } = await post(stage, key, { document })

    expect((await getStagedSubmission(owner, body.id)).draft?.lost).toEqual([
      `the file data/cities.csv of ${skill?.slug}`,
      'the package papaparse',
    ])
  })

  test('cannot stage a number that is published', async () => {
    const { key, document } = await makePublisherWithKey()

    const answer = await post(stage, key, { document: { ...document, version: '1.0.0' } })

    expect(answer).toMatchObject(refusal('CONFLICT'))
  })

  test('returns every problem of the document with its place', async () => {
    const { key, document } = await makePublisherWithKey()

    const { status, body } = await post(stage, key, { document: { ...document, extra: 1 } })

    expect([status, body.error]).toMatchObject([
      400,
      { code: 'INVALID_INPUT', details: [{ path: '/extra' }] },
    ])
  })

  test('tells whom it acts for', async () => {
    const { key, handle, owner } = await makePublisherWithKey()
    const headers = { authorization: `Bearer ${key}` }

    const response = await getAccount(new Request('http://localhost/api/publishing', { headers }))

    expect(await response.json()).toMatchObject({
      organisation: owner.viewer?.organisationName,
      publishers: [handle],
      scopes: ['publish'],
    })
  })
})

describe.each([
  ['staging', stage, (document: object) => ({ document })],
  ['a test run', tryOut, (document: object) => ({ document, skill: 'greet', args: { name: 'Ada' } })],
])('%s is refused', (_, route, bodyOf) => {
  test('without a key', async () => {
    const request = new Request('http://localhost/api/publishing', { method: 'POST', body: '{}' })

    expect((await route(request)).status).toBe(401)
  })

  test.each([['read'], ['run'], ['write'], ['admin']] as KeyScope[][])(
    'for a key with the scope “%s”',
    async (scope) => {
      const { key, document } = await makePublisherWithKey({ scopes: [scope!] })

      expect(await post(route, key, bodyOf(document))).toMatchObject({
        status: 403,
        ...refusal('POLICY_DENIED'),
      })
    },
  )

  test('once the person who created the key is a plain member', async () => {
    const { owner, key, document } = await makePublisherWithKey()
    const { organisationId, userId } = owner.viewer!
    await db.membership.updateMany({ where: { organisationId, userId }, data: { role: 'MEMBER' } })

    expect(await post(route, key, bodyOf(document))).toMatchObject({
      status: 403,
      ...refusal('POLICY_DENIED'),
    })
  })

  test('for the publisher of another organisation', async () => {
    const { key, document } = await makePublisherWithKey()
    const other = await makePublisherWithKey()

    const answer = await post(route, key, { ...bodyOf(document), publisher: other.handle })

    expect(answer).toMatchObject({ status: 404, ...refusal('NOT_FOUND') })
    expect(await db.stagedSubmission.count({ where: { skillSetId: other.skillSetId } })).toBe(0)
  })

  test('for a SkillSet that was transferred to another organisation', async () => {
    const { key, document, skillSetId } = await makePublisherWithKey()
    const other = await makePublisherWithKey()
    const { publisherId } = await db.skillSet.findUniqueOrThrow({ where: { id: other.skillSetId } })
    await db.skillSet.update({ where: { id: skillSetId }, data: { publisherId } })

    expect(await post(route, key, bodyOf(document))).toMatchObject({ status: 404, ...refusal('NOT_FOUND') })
  })

  test('for a key that is limited to another SkillSet', async () => {
    const other = await makePublishedVersion()
    const { owner, document } = await makePublisherWithKey()
    const name = `${other.skillSet.publisher.handle}.${other.skillSet.slug}`
    const limits = { scopes: ['publish'], skillSets: [name], expiresInDays: 1 }
    const { key } = await createKey(owner, { name: 'limited', ...limits })

    expect(await post(route, key, bodyOf(document))).toMatchObject({
      status: 403,
      ...refusal('POLICY_DENIED'),
    })
  })
})

test('a plain member can look at a version that a key staged, but not submit it', async () => {
  const { owner, key, document } = await makePublisherWithKey()
  const { body } = await post(stage, key, { document })
  const member = await makeMember(owner)

  expect(await getStagedSubmission(member, body.id)).toMatchObject({ canSubmit: false })
  await expect(submitStaged(member, body.id, { revision: 1 })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})
