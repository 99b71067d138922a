import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { makeMember, SITE, setUpActionsIssuer } from '../../testing/setup/catalog/trusted-repository.ts'
import { acceptTransfer, offerTransfer } from '../publishers/transfer.ts'
import { exchangeIdToken, stageSubmission } from './stage-submission.ts'
import { listStagedSubmissions } from './staged-submissions.ts'
import { distrustRepository, listTrustedRepositories, trustRepository } from './trusted-repositories.ts'

const ci = setUpActionsIssuer()
const { makeTrustingProject } = ci

describe('trust', () => {
  // biome-ignore format: table
  test.each<[string, object, object, boolean]>([
    ['any workflow, branch and environment holds for any', {}, { environment: undefined, ref: 'refs/heads/x' }, true],
    ['a repository does not hold for another one',               {}, { repository: 'acme/other' }, false],
    ['a repository does not hold for one whose name contains its name', {}, { repository: 'acme/tools2' }, false],
    ['a branch holds for that branch',                       { branch: 'main' }, {}, true],
    ['a branch does not hold for another branch',                { branch: 'main' }, { ref: 'refs/heads/other' }, false],
    ['a branch does not hold for a tag of its name',             { branch: 'main' }, { ref: 'refs/tags/main' }, false],
    ['a workflow holds for that workflow',                   { workflow: 'publish.yml' }, {}, true],
    ['a workflow does not hold for another workflow',            { workflow: 'test.yml' }, {}, false],
    ['a workflow does not hold for one of its name in another repository', { workflow: 'publish.yml' }, { job_workflow_ref: 'evil/x/.github/workflows/publish.yml@main' }, false],
    ['a workflow does not hold for another that calls it',       { workflow: 'publish.yml' }, { workflow_ref: 'Acme/tools/.github/workflows/test.yml@refs/heads/main' }, false],
    ['a workflow does not hold for another that it calls',       { workflow: 'publish.yml' }, { job_workflow_ref: 'Acme/tools/.github/workflows/build.yml@refs/heads/main' }, false],
    ['a workflow holds for a token that names no workflow of the job', { workflow: 'publish.yml' }, { job_workflow_ref: undefined }, true],
    ['an environment holds for that environment',            { environment: 'Release' }, {}, true],
    ['a repository does not hold for a pull request',            {}, { ref: 'refs/pull/7/merge' }, false],
    ['a branch does not hold for a pull request that runs on it', { branch: 'main' }, { event_name: 'pull_request_target' }, false],
    ['a workflow does not hold for a pull request, whose environment it does not name', { workflow: 'publish.yml' }, { ref: 'refs/pull/7/merge', environment: 'release' }, false],
    ['an environment holds for a pull request that uses it', { environment: 'release' }, { ref: 'refs/pull/7/merge', environment: 'release' }, true],
    ['an environment does not hold for a token without one',     { environment: 'release' }, { environment: undefined }, false],
  ])('in %s', async (_, trust, claims, isTrusted) => {
    const { exchange } = await makeTrustingProject(trust)
    const exchanged = exchange(claims)
    if (isTrusted) await expect(exchanged).resolves.toMatchObject({ expiresInSeconds: 900 })
    else await expect(exchanged).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('ends when another repository gets the name', async () => {
    const { exchange } = await makeTrustingProject()
    await exchange({ repository_id: '42' })

    await expect(exchange({ repository_id: '43' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('is of one SkillSet, and unknown ones answer alike', async () => {
    await makeTrustingProject()
    const other = await makePublishedVersion()
    for (const skill_set of [other.skillName.replace(/\.[^.]*$/, ''), 'no.such', 'x', 'a.b.c']) {
      const request = { id_token: await ci.issuer.sign(SITE), skill_set }
      await expect(exchangeIdToken(visitor(), request, SITE)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
  })

  test('that is removed ends its tokens', async () => {
    const { owner, skillSetId, exchange, document } = await makeTrustingProject()
    const { token } = await exchange()
    const [trust] = await listTrustedRepositories(owner, skillSetId)
    await distrustRepository(owner, skillSetId, trust!.id)

    await expect(stageSubmission(visitor(), token, { document })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await expect(exchange()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('does not move to a new owner', async () => {
    const { owner, skillSetId, stage, exchange } = await makeTrustingProject()
    await stage()
    const taker = await makePublisher()
    const { handle } = taker
    const offer = await offerTransfer(owner, { skillSetId }, { to: handle })
    await acceptTransfer(await contextFor(taker.owner), offer, { handle })

    await expect(exchange()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await listStagedSubmissions(await contextFor(taker.owner), skillSetId)).toEqual([])
  })

  test.each<[string, object]>([
    ['/repository', { repository: 'acme' }],
    ['/repository', { repository: 'https://github.com/acme/tools' }],
    ['/workflow', { workflow: '../x.yml' }],
    ['/workflow', { workflow: 'publish' }],
    ['/branch', { branch: 'ma in' }],
  ])('names its %s as GitHub does', async (path, given) => {
    const { owner, skillSetId } = await makeTrustingProject()
    const trusting = trustRepository(owner, skillSetId, { repository: 'a/b', ...given })
    await expect(trusting).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path }] } })
  })

  test('is given by owners and admins, not by members, strangers and keys', async () => {
    const { owner, skillSetId } = await makeTrustingProject()
    const trust = (ctx: Context) => trustRepository(ctx, skillSetId, { repository: 'a/b' })

    await expect(trust(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(trust(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(trust({ ...owner, keyId: 'key' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const plain = await makeMember(owner)
    await expect(trust(plain)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const [first] = await listTrustedRepositories(plain, skillSetId)
    await expect(distrustRepository(plain, skillSetId, first!.id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })

  test('is given once and to ten repositories, and withdrawn once', async () => {
    const { owner, skillSetId } = await makeTrustingProject()
    const trust = (repository: string) => trustRepository(owner, skillSetId, { repository })
    await expect(trust('ACME/Tools')).rejects.toMatchObject({ code: 'CONFLICT' })
    for (let at = 2; at <= 10; at += 1) await trust(`acme/tools-${at}`)
    await expect(trust('acme/tools-11')).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

    const [first] = await listTrustedRepositories(owner, skillSetId)
    await distrustRepository(owner, skillSetId, first!.id)
    const again = distrustRepository(owner, skillSetId, first!.id)
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
