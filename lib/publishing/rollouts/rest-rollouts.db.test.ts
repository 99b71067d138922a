// Tests rollouts by name: the REST routes, for keys and people, and the commands of a checkout.
import { expect, test, vi } from 'vitest'
import { POST as FINISH } from '#app/api/rollouts/[skillset]/[version]/finish/route.ts'
import { POST as RETURN } from '#app/api/rollouts/[skillset]/[version]/return/route.ts'
import { POST as TAKE } from '#app/api/rollouts/[skillset]/[version]/take/route.ts'
import { GET as LIST } from '#app/api/rollouts/[skillset]/route.ts'
import { CLIENT_COMMANDS } from '#bin/client/main.ts'
import {
  rolloutFinishCommand,
  rolloutReturnCommand,
  rolloutShowCommand,
  rolloutTakeCommand,
} from '#bin/commands/rollouts/rollout-commands.ts'
import { runCommand } from '#bin/commands/run-command.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../auth/model/key-scopes.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  type TestUser,
} from '../../testing/factories.ts'
import { openBrowserSession } from '../../testing/open-browser-session.ts'
import {
  makeOrganisationId,
  numberFor,
  rollOut,
  setUpOldVersion,
} from '../../testing/setup/catalog/rolled-out.ts'
import { listRestRollouts } from './rest-rollouts.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const db = database()
const ORIGIN = 'http://localhost'
const WHY = 'Its sums are wrong.'

async function setUp(risk: 'read-only' | 'writes' = 'read-only') {
  const { skillSet, old, publish } = await setUpOldVersion(risk)
  const next = await publish('1.4.0', 100)
  await rollOut(next, { share: 0, oldVersionId: old.id, step: 1 })
  const { owner } = skillSet.publisher
  const name = `${skillSet.publisher.handle}.${skillSet.slug}`
  return { name, owner, old, next, publish }
}

type KeyWanted = { organisation?: TestUser['organisation']; skillSets?: string[] }

async function keyOf(
  user: TestUser,
  scopes: KeyScope[],
  { organisation, ...limits }: KeyWanted = {},
): Promise<Record<string, string>> {
  const ctx = await contextFor(user, organisation && { organisation })
  const { key } = await createKey(ctx, { name: 'A key', scopes, expiresInDays: 1, ...limits })
  return { authorization: `Bearer ${key}` }
}

async function list(name: string, headers: Record<string, string>) {
  const request = new Request(`${ORIGIN}/api/rollouts/${name}`, {
    headers: { host: 'localhost', ...headers },
  })
  const response = await LIST(request, { params: Promise.resolve({ skillset: name }) })
  return { status: response.status, body: await response.json() }
}

type Route = typeof RETURN

async function post(
  route: Route,
  { name, version = '1.4.0' }: { name: string; version?: string },
  headers = {},
) {
  const request = new Request(`${ORIGIN}/api/rollouts/${name}/${version}/x`, {
    method: 'POST',
    headers: { host: 'localhost', origin: ORIGIN, ...headers },
    body: JSON.stringify({ reason: WHY }),
  })
  const response = await route(request, { params: Promise.resolve({ skillset: name, version }) })
  return { status: response.status, body: await response.json() }
}

test('a key sees which version its organisation gets, and only that of the publisher how the rollout stands', async () => {
  const { name, owner } = await setUp()

  const forOthers = await list(name, await keyOf(await makeUser(), ['read']))
  expect(forOthers.body).toMatchObject({
    skillset: name,
    serves: '1.3.2',
    versions: [
      { version: '1.4.0', held_by: 'share', held_until: null, rollout: null, returns_to: null },
      { version: '1.3.2', held_by: null, rollout: null },
    ],
  })
  const forOwner = await list(name, await keyOf(owner, ['read']))
  expect(forOwner.body.versions[0]).toMatchObject({
    rollout: { state: 'rolling', step: '5% of organisations', serves_meanwhile: '1.3.2' },
    returns_to: '1.3.2',
  })
  expect((await list(name, {})).status).toBe(401)
  expect((await list('nobody.nothing', await keyOf(owner, ['read']))).status).toBe(404)
  expect((await list('nonsense', await keyOf(owner, ['read']))).status).toBe(404)
})

test('a key returns a version with the scope “publish” of the publisher, and no other key does', async () => {
  const { name, owner, next } = await setUp()
  const stranger = await makeUser()

  expect((await post(RETURN, { name }, await keyOf(owner, ['read', 'run', 'write']))).status).toBe(403)
  expect((await post(RETURN, { name }, await keyOf(stranger, ['publish']))).status).toBe(404)
  expect((await post(RETURN, { name, version: '9.9.9' }, await keyOf(owner, ['publish']))).status).toBe(404)
  expect(await db.rollout.findUnique({ where: { versionId: next.id } })).toMatchObject({ state: 'rolling' })

  const returned = await post(RETURN, { name }, await keyOf(owner, ['publish']))
  expect(returned).toEqual({ status: 200, body: { version: '1.4.0', serves: '1.3.2' } })
  expect(await db.rollout.findUnique({ where: { versionId: next.id } })).toMatchObject({
    state: 'returned',
    reason: WHY,
  })
  // The owner of the key did not press a button.
  expect(await db.notice.findMany({ where: { userId: owner.id, kind: 'version.returned' } })).toMatchObject([
    { body: expect.stringMatching(/^An unnamed program returned it with the key “.+”\. /) },
  ])
  expect((await post(RETURN, { name }, await keyOf(owner, ['publish']))).status).toBe(409)
})

test('a key that is limited to other SkillSets neither returns a version nor sees its rollout', async () => {
  const { name, owner, next } = await setUp()
  const other = await makePublishedVersion()
  const skillSets = [`${other.skillSet.publisher.handle}.${other.skillSet.slug}`]

  const refused = await post(RETURN, { name }, await keyOf(owner, ['publish'], { skillSets }))
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'POLICY_DENIED' } } })
  expect(await db.rollout.findUnique({ where: { versionId: next.id } })).toMatchObject({ state: 'rolling' })
  const { body } = await list(name, await keyOf(owner, ['read'], { skillSets }))
  expect(body.versions[0]).toMatchObject({ version: '1.4.0', rollout: null, returns_to: null })

  const within = await keyOf(owner, ['publish'], { skillSets: [name] })
  expect((await post(RETURN, { name }, within)).status).toBe(200)
})

test('a key of another organisation of a publisher’s admin neither returns a version nor sees its rollout', async () => {
  const { name, owner, next } = await setUp()
  const organisation = await makeOrganisation({ owner })

  const refused = await post(RETURN, { name }, await keyOf(owner, ['publish'], { organisation }))
  expect(refused).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  expect(await db.rollout.findUnique({ where: { versionId: next.id } })).toMatchObject({ state: 'rolling' })
  const { body } = await list(name, await keyOf(owner, ['read'], { organisation }))
  expect(body.versions[0]).toMatchObject({ version: '1.4.0', rollout: null, returns_to: null })
})

test('no key gives a version to everyone, or takes one before its time', async () => {
  const { name, owner, next } = await setUp()

  for (const route of [FINISH, TAKE] as Route[]) {
    const refused = await post(route, { name }, await keyOf(owner, ['read', 'run', 'write', 'publish']))
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'POLICY_DENIED' } } })
  }
  expect(await db.rollout.findUnique({ where: { versionId: next.id } })).toMatchObject({ state: 'rolling' })
})

test('a person needs a recent sign-in to give a version to everyone, or to return it', async () => {
  const { name, owner, next } = await setUp()
  await db.user.update({ where: { id: owner.id }, data: { passwordHash: 'a hash' } })
  await openBrowserSession(owner.id, new Date(0))

  for (const route of [FINISH, RETURN])
    expect(await post(route, { name })).toMatchObject({
      status: 412,
      body: { error: { message: 'Confirm that it is you to continue.' } },
    })
  await openBrowserSession(owner.id)
  expect((await post(FINISH, { name })).body).toEqual({ version: '1.4.0' })
  expect(await db.rollout.findUnique({ where: { versionId: next.id } })).toMatchObject({
    state: 'finished',
    share: 1,
  })
})

test('the command line of a site shows and returns with a key, and tells where a person finishes', async () => {
  const { name, owner, next } = await setUp()
  const { authorization = '' } = await keyOf(owner, ['read', 'publish'])
  vi.stubEnv('GUILDHALL_KEY', authorization.replace('Bearer ', ''))
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const [, , , skillset = '', version = ''] = new URL(url).pathname.split('/').map(decodeURIComponent)
    const request = new Request(url, init)
    return init?.method === 'POST'
      ? RETURN(request, { params: Promise.resolve({ skillset, version }) })
      : LIST(request, { params: Promise.resolve({ skillset }) })
  })
  const screen = { log: vi.fn(), error: vi.fn() }
  const run = (...argv: string[]) =>
    runCommand({ commands: CLIENT_COMMANDS }, ['rollout', ...argv, '--site', ORIGIN], screen)
  try {
    expect(await run('show', name)).toBe(0)
    expect(screen.log).toHaveBeenLastCalledWith(
      expect.stringMatching(/^1\.4\.0 \(served\) · rolling, 5% of organisations\n1\.3\.2/),
    )
    expect(await run('finish', `${name}@1.4.0`)).toBe(1)
    expect(screen.error).toHaveBeenLastCalledWith(
      expect.stringContaining('#rollout and choose “To all now…”.'),
    )
    expect(await run('return', name)).toBe(2)
    expect(await run('return', `${name}@1.4.0`)).toBe(1)
    expect(screen.error).toHaveBeenLastCalledWith(expect.stringContaining('INVALID_INPUT'))

    expect(await run('return', `${name}@1.4.0`, '--reason', WHY)).toBe(0)
    expect(screen.log).toHaveBeenLastCalledWith('1.3.2 is served again instead of 1.4.0.')
    expect(await db.rollout.findUnique({ where: { versionId: next.id } })).toMatchObject({
      state: 'returned',
    })
  } finally {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  }
})

test('twenty versions are listed with their rollouts by as many queries as two', async () => {
  const { name, owner, publish } = await setUp()
  const ctx = await contextFor(owner)
  const count = async () => {
    let queries = 0
    const counted = db.$extends({
      query: {
        $allModels: {
          $allOperations({ args, query }) {
            queries += 1
            return query(args)
          },
        },
      },
    })
    const { versions } = await listRestRollouts({ ...ctx, db: counted as unknown as typeof db }, name)
    return { queries, versions: versions.length }
  }
  const few = await count()
  for (let patch = 1; patch <= 18; patch += 1) await publish(`1.4.${patch}`, 100)

  expect(few.versions).toBe(2)
  expect(await count()).toEqual({ queries: few.queries, versions: 20 })
})

test('the commands show, finish, return and take as a person with their rights', async () => {
  const { name, owner, next } = await setUp()
  const [admin, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner: admin, members: [member] })
  const run = (
    command: typeof rolloutShowCommand,
    target: string,
    options: Record<string, string | undefined> = {},
  ) => command.run({ positionals: [target], options, flags: {} })
  const target = `${name}@1.4.0`

  expect(await run(rolloutShowCommand, name)).toMatchObject({
    text: expect.stringMatching(/^1\.4\.0.* · rolling, 5% of organisations\n1\.3\.2/),
  })
  const asMember = { email: member.email, org: organisation.id, reason: WHY }
  await expect(run(rolloutTakeCommand, target, asMember)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await run(rolloutTakeCommand, target, { email: admin.email, org: organisation.id, reason: WHY })
  expect(await numberFor(organisation.id, next)).toBe('1.4.0')
  expect(await numberFor(await makeOrganisationId(), next)).toBe('1.3.2')

  const stranger = { email: member.email, reason: WHY }
  await expect(run(rolloutReturnCommand, target, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(run(rolloutReturnCommand, target)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await run(rolloutReturnCommand, target, { reason: WHY })).toMatchObject({
    json: { serves: '1.3.2' },
  })
  await run(rolloutFinishCommand, target, { email: owner.email })
  expect(await numberFor(await makeOrganisationId(), next)).toBe('1.4.0')
})
