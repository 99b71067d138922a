// Tests publishing from CI without a stored secret, with a real issuer.
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSkillSetPage } from '../catalog/get-skill-set-page.ts'
import type { Context } from '../context/context.ts'
import { database } from '../db/core/prisma-client.ts'
import { renameSlug } from '../publishers/rename.ts'
import { acceptTransfer, offerTransfer } from '../publishers/transfer.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { type ActionsIssuer, startActionsIssuer } from '../testing/actions-issuer.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makePublishedVersion,
  makePublisher,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { exchangeIdToken, stageSubmission } from './stage-submission.ts'
import { discardStaged, getStagedSubmission, listStagedOf, submitStaged } from './staged-submissions.ts'
import { distrustRepository, listTrustedRepositories, trustRepository } from './trusted-repositories.ts'

const db = database()
const SITE = 'https://market.example'
let issuer: ActionsIssuer

beforeAll(async () => {
  issuer = await startActionsIssuer()
  process.env.GUILDHALL_ACTIONS_ISSUER = issuer.url
})

afterAll(() => {
  issuer.close()
  delete process.env.GUILDHALL_ACTIONS_ISSUER
})

/** Creates a published SkillSet that trusts acme/tools, and its next version. */
async function project(trust: object = {}) {
  const version = await makePublishedVersion()
  const { publisher, slug, id: skillSetId } = version.skillSet
  const owner = await contextFor(publisher.owner)
  await trustRepository(owner, skillSetId, { repository: 'acme/tools', ...trust })
  const name = `${publisher.handle}.${slug}`
  const document = {
    ...version.skillSet.document,
    version: '1.1.0',
    description: 'Greetings that CI built, in plain words.',
  }
  const exchange = async (claims?: object, audience = SITE) =>
    exchangeIdToken(
      visitor(),
      { id_token: await issuer.sign(audience, { ...claims }), skill_set: name },
      SITE,
    )
  const stage = async (sent: object = document) =>
    stageSubmission(visitor(), (await exchange()).token, { document: sent, note: 'From CI.' })
  return { version, publisher, skillSetId, owner, name, document, exchange, stage }
}

async function member(owner: Context) {
  const user = await makeUser()
  const { organisationId } = owner.viewer!
  await db.membership.create({ data: { organisationId, userId: user.id, role: 'MEMBER' } })
  return contextFor(user)
}

describe('a workflow of a trusted repository', () => {
  test('stages a build, which a person submits; reviewers see where it was built', async () => {
    const { owner, skillSetId, stage } = await project()
    const { id, version } = await stage()
    expect(version).toBe('1.1.0')
    const page = await getStagedSubmission(owner, id)
    expect(page).toMatchObject({ number: '1.1.0', base: '1.0.0', note: 'From CI.', draft: { revision: 1 } })
    expect(page.changes).not.toEqual([])
    expect(await db.version.count({ where: { skillSetId } })).toBe(1)

    const submitted = await submitStaged(owner, id, { revision: page.draft!.revision })

    expect(submitted).toMatchObject({ state: 'IN_REVIEW', number: '1.1.0' })
    const { submissionId } = submitted as { submissionId: string }
    expect((await getSubmission(await contextFor(await makeAdmin()), submissionId)).provenance).toMatchObject(
      {
        repository: 'Acme/tools',
        commit: 'a'.repeat(40),
        workflow: 'publish.yml',
        runUrl: `${issuer.url}/Acme/tools/actions/runs/7`,
      },
    )
    await expect(getStagedSubmission(owner, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is shown to visitors at the version, unless its repository is private', async () => {
    for (const [visibility, shown] of [
      ['public', 'Acme/tools'],
      ['private', undefined],
    ]) {
      const { version, publisher, skillSetId, exchange, document, owner } = await project()
      const { token } = await exchange({ repository_visibility: visibility })
      const { id } = await stageSubmission(visitor(), token, {
        document: { ...document, visibility: 'PUBLIC' },
      })
      await submitStaged(owner, id, { revision: 1 })
      await db.version.updateMany({ where: { skillSetId }, data: { state: 'PUBLISHED' } })
      const ref = { publisher: publisher.handle, skillset: version.skillSet.slug }

      const page = await getSkillSetPage(visitor(), ref)

      expect(page.version.number).toBe('1.1.0')
      expect(page.version.provenance?.repository).toBe(shown)
    }
  })

  test('notifies the members, and replaces an earlier build of the same number', async () => {
    const { owner, skillSetId, stage } = await project()
    const first = await stage()

    const second = await stage()

    expect((await listStagedOf(owner, skillSetId)).map(({ id }) => id)).toEqual([second.id])
    await expect(getStagedSubmission(owner, first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const notices = await db.notice.findMany({ where: { userId: owner.viewer!.userId } })
    expect(notices.map(({ kind }) => kind)).toEqual(['submission.staged', 'submission.staged'])
  })

  test('may name the SkillSet by a former name, in the call and in the file', async () => {
    const { owner, skillSetId, stage } = await project()
    const slug = await renameSlug(owner, { skillSetId, slug: freshName('set') })

    const { id } = await stage()

    expect((await getStagedSubmission(owner, id)).name).toContain(slug)
    await submitStaged(owner, id, { revision: 2 })
  })
})

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000)

  // biome-ignore format: table
  test.each<[string, () => object, string]>([
    ['that has expired',                 () => ({ exp: now() - 120 }),                     'has expired'],
    ['that is valid later',              () => ({ nbf: now() + 300 }),                     '“nbf”'],
    ['of another issuer',                () => ({ iss: 'https://issuer.example' }),        '“iss”'],
    ['without a repository',             () => ({ repository: undefined }),                'claims of GitHub Actions'],
    ['without an id',                    () => ({ jti: undefined }),                       '“jti”'],
    ['without an end',                   () => ({ exp: undefined }),                       '“exp”'],
    ['whose commit is not one',          () => ({ sha: '../../x' }),                       'claims of GitHub Actions'],
  ])('%s is refused', async (_, claims, message) => {
    const { exchange } = await project()
    await expect(exchange(claims())).rejects.toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining(message) })
  })

  test('within the tolerance of clocks is accepted', async () => {
    const { exchange } = await project()
    await expect(exchange({ exp: now() - 20 })).resolves.toBeTruthy()
    await expect(exchange({ iat: now() + 20, nbf: now() + 20 })).resolves.toBeTruthy()
  })

  test('for another site is refused', async () => {
    const { exchange } = await project()
    await expect(exchange({}, 'https://other.example')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('is accepted once', async () => {
    const { name } = await project()
    const request = { id_token: await issuer.sign(SITE), skill_set: name }

    await exchangeIdToken(visitor(), request, SITE)

    await expect(exchangeIdToken(visitor(), request, SITE)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('already used'),
    })
  })

  test('that another key signed, or none, is refused', async () => {
    const { name } = await project()
    const [header = '', body = ''] = (await issuer.sign(SITE)).split('.')
    const secret = new TextEncoder().encode('x'.repeat(32))
    const symmetric = await new SignJWT({ iss: issuer.url })
      .setProtectedHeader({ alg: 'HS256', kid: 'key' })
      .sign(secret)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`

    for (const id_token of [`${header}.${body}.${'A'.repeat(342)}`, symmetric, none, 'nonsense', 'a.b.c'])
      await expect(exchangeIdToken(visitor(), { id_token, skill_set: name }, SITE)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    await expect(exchangeIdToken(visitor(), { id_token: '', skill_set: null }, SITE)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})

describe('trust', () => {
  // biome-ignore format: table
  test.each<[string, object, object, boolean]>([
    ['any workflow, branch and environment', {}, { environment: undefined, ref: 'refs/heads/x' }, true],
    ['another repository',     {}, { repository: 'acme/other' }, false],
    ['a repository whose name contains it', {}, { repository: 'acme/tools2' }, false],
    ['the branch',             { branch: 'main' }, {}, true],
    ['another branch',         { branch: 'main' }, { ref: 'refs/heads/other' }, false],
    ['a tag of the branch’s name', { branch: 'main' }, { ref: 'refs/tags/main' }, false],
    ['the workflow',           { workflow: 'publish.yml' }, {}, true],
    ['another workflow',       { workflow: 'test.yml' }, {}, false],
    ['another repository’s workflow of that name', { workflow: 'publish.yml' }, { job_workflow_ref: 'evil/x/.github/workflows/publish.yml@main' }, false],
    ['the environment',        { environment: 'Release' }, {}, true],
    ['no environment',         { environment: 'release' }, { environment: undefined }, false],
  ])('in %s', async (_, trust, claims, isTrusted) => {
    const { exchange } = await project(trust)
    const exchanged = exchange(claims)
    if (isTrusted) await expect(exchanged).resolves.toMatchObject({ expiresInSeconds: 900 })
    else await expect(exchanged).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('ends when another repository gets the name', async () => {
    const { exchange } = await project()
    await exchange({ repository_id: '42' })

    await expect(exchange({ repository_id: '43' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('is of one SkillSet, and unknown ones answer alike', async () => {
    await project()
    const other = await makePublishedVersion()
    for (const skill_set of [other.skillName.replace(/\.[^.]*$/, ''), 'no.such', 'x', 'a.b.c']) {
      const request = { id_token: await issuer.sign(SITE), skill_set }
      await expect(exchangeIdToken(visitor(), request, SITE)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
  })

  test('that is removed ends its tokens', async () => {
    const { owner, skillSetId, exchange, document } = await project()
    const { token } = await exchange()
    const [trust] = await listTrustedRepositories(owner, skillSetId)
    await distrustRepository(owner, skillSetId, trust!.id)

    await expect(stageSubmission(visitor(), token, { document })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await expect(exchange()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('does not move to a new owner', async () => {
    const { owner, skillSetId, stage, exchange } = await project()
    await stage()
    const taker = await makePublisher()
    const { handle } = taker
    const offer = await offerTransfer(owner, { skillSetId }, { to: handle })
    await acceptTransfer(await contextFor(taker.owner), offer, { handle })

    await expect(exchange()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await listStagedOf(await contextFor(taker.owner), skillSetId)).toEqual([])
  })

  test.each<[string, object]>([
    ['/repository', { repository: 'acme' }],
    ['/repository', { repository: 'https://github.com/acme/tools' }],
    ['/workflow', { workflow: '../x.yml' }],
    ['/workflow', { workflow: 'publish' }],
    ['/branch', { branch: 'ma in' }],
  ])('names its %s as GitHub does', async (path, given) => {
    const { owner, skillSetId } = await project()
    const trusting = trustRepository(owner, skillSetId, { repository: 'a/b', ...given })
    await expect(trusting).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path }] } })
  })

  test('is given by owners and admins, not by members, strangers and keys', async () => {
    const { owner, skillSetId } = await project()
    const trust = (ctx: Context) => trustRepository(ctx, skillSetId, { repository: 'a/b' })

    await expect(trust(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(trust(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(trust({ ...owner, keyId: 'key' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const plain = await member(owner)
    await expect(trust(plain)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const [first] = await listTrustedRepositories(plain, skillSetId)
    await expect(distrustRepository(plain, skillSetId, first!.id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })

  test('is given once and to ten repositories, and withdrawn once', async () => {
    const { owner, skillSetId } = await project()
    const trust = (repository: string) => trustRepository(owner, skillSetId, { repository })
    await expect(trust('ACME/Tools')).rejects.toMatchObject({ code: 'CONFLICT' })
    for (let at = 2; at <= 10; at += 1) await trust(`acme/tools-${at}`)
    await expect(trust('acme/tools-11')).rejects.toMatchObject({ code: 'CONFLICT' })

    const [first] = await listTrustedRepositories(owner, skillSetId)
    await distrustRepository(owner, skillSetId, first!.id)
    const again = distrustRepository(owner, skillSetId, first!.id)
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a staging token', () => {
  test('stages one build, and nothing else', async () => {
    const { exchange, document } = await project()
    const { token } = await exchange()
    await stageSubmission(visitor(), token, { document })

    for (const bearer of [token, undefined, 'nonsense'])
      await expect(stageSubmission(visitor(), bearer, { document })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
  })

  test('expires', async () => {
    const { exchange, document, skillSetId } = await project()
    const { token } = await exchange()
    await db.stagingToken.updateMany({
      where: { trust: { skillSetId } },
      data: { expiresAt: new Date(Date.now() - 1) },
    })

    await expect(stageSubmission(visitor(), token, { document })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('is asked for before the build is read', async () => {
    const large = { skills: Array.from({ length: 300_000 }, () => ({ unknown: 1 })) }

    for (const bearer of [undefined, 'nonsense'])
      await expect(stageSubmission(visitor(), bearer, { document: large })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
  })

  test('takes a name that no notice can have, but no such note', async () => {
    const { exchange, document, owner } = await project()
    const { token } = await exchange()

    await expect(stageSubmission(visitor(), token, { document, note: '\0' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await stageSubmission(visitor(), token, { document: { ...document, name: `A\0${'b'.repeat(100_000)}` } })
    const [notice] = await db.notice.findMany({ where: { userId: owner.viewer!.userId } })
    expect(notice?.title.length).toBeLessThan(120)
  })

  test('survives a document with problems', async () => {
    const { exchange, document } = await project()
    const { token } = await exchange()
    const wrong = [
      {},
      { ...document, slug: freshName() },
      { ...document, version: 'next' },
      { ...document, extra: 1 },
      { ...document, description: 'x'.repeat(2_100_000) },
      null,
    ]
    for (const sent of wrong)
      await expect(stageSubmission(visitor(), token, { document: sent })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })

    await expect(stageSubmission(visitor(), token, { document })).resolves.toMatchObject({ version: '1.1.0' })
  })
})

describe('a staged build', () => {
  test('is submitted or discarded by members, not by strangers and keys', async () => {
    const { owner, stage } = await project()
    const { id } = await stage()
    const stranger = await contextFor(await makeUser())

    for (const act of [
      (ctx: Context) => submitStaged(ctx, id, { revision: 1 }),
      (ctx: Context) => discardStaged(ctx, id),
    ]) {
      await expect(act(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(act(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(act({ ...owner, keyId: 'key' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
    await discardStaged(await member(owner), id)
    await expect(submitStaged(owner, id, { revision: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('does not replace a draft that was edited since the person looked', async () => {
    const { owner, stage, skillSetId } = await project()
    const { id } = await stage()
    await db.draft.update({ where: { skillSetId }, data: { revision: 5 } })

    await expect(submitStaged(owner, id, { revision: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await getStagedSubmission(owner, id)).toMatchObject({ draft: { revision: 5 } })
  })
})
