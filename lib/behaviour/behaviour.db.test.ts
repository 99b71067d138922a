// What versions do in production: counted without organisations, reported when it is a first, and paused by choice.
import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { startRun } from '../runs/start/start-run.ts'
import type { ObservedRequests } from '../sandbox/sandbox.ts'
import { contextFor, makeAdmin, makePublishedVersion, makeUser, visitor } from '../testing/factories.ts'
import { endsWith } from '../testing/fake-sandbox.ts'
import { addRun, flushBehaviour, forgetBehaviour } from './count-behaviour.ts'
import { listFirstEverBehaviour, resumePausedVersion } from './first-ever-behaviour.ts'
import {
  type BehaviourLine,
  type BehaviourProfile,
  compareProfiles,
  EMPTY_PROFILE,
} from './model/behaviour-profile.ts'
import { reportNewBehaviour } from './report-new-behaviour.ts'
import { findBehaviour, listShownLines, storeExamplesProfile } from './rows/behaviour-rows.ts'

const db = database()

const GET = makeRequest('GET', '/rates')
const POST = makeRequest('POST', '/collect')

function makeRequest(method: string, path: string): ObservedRequests {
  return {
    ...{
      method,
      host: 'api.example',
      path,
      query: [],
      headers: [],
      calls: 1,
      statuses: { '2xx': 1 },
      secrets: [],
    },
    ...{ sentBytes: 10, maxSentBytes: 10, receivedBytes: 100 },
  }
}

const lineOf = (object: string): BehaviourLine => ({
  ...{ skill: 'greet', kind: 'request', object, runs: 1, calls: 1 },
  ...{ sentBytes: 0, maxSentBytes: 0, receivedBytes: 0, statuses: {} },
})
const profileOf = (...objects: string[]): BehaviourProfile => ({
  ...EMPTY_PROFILE,
  runs: 1,
  lines: objects.map(lineOf),
})

/** A published version whose examples requested GET /rates; `observed` is what its next runs do. */
async function setUp({ hasProfile = true } = {}) {
  const version = await makePublishedVersion()
  if (hasProfile)
    await db.$transaction((tx) => storeExamplesProfile(tx, version.id, profileOf('GET api.example/rates')))
  let observed = [GET]
  const sandbox = endsWith(() => ({
    ...{ kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [], cpuMs: 3, memoryMb: 40 },
    observed,
  }))
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox })
  const run = async (caller = ctx) =>
    (await startRun(caller, { skill: { name: version.skillName }, args: { name: 'Ada' } })).ended
  return {
    version,
    user,
    run,
    does: (...next: ObservedRequests[]) => {
      observed = next
    },
    runAs: async (other: Awaited<ReturnType<typeof makeUser>>) => run(await contextFor(other, { sandbox })),
    findLines: () => db.behaviourLine.findMany({ where: { versionId: version.id }, orderBy: { id: 'asc' } }),
  }
}

const noticesOf = (userId: string) => db.notice.findMany({ where: { userId, kind: 'version.behaviour' } })

test('runs of a version are counted by what they did, and written together', async () => {
  const { version, run, findLines } = await setUp()
  for (let count = 0; count < 3; count += 1) await run()
  await flushBehaviour(db)

  expect(await findLines()).toMatchObject([
    {
      ...{ skillSlug: 'greet', kind: 'request', object: 'GET api.example/rates', isFirstEver: false },
      ...{ runs: 3, calls: 3, sentBytes: 30n, maxSentBytes: 10, receivedBytes: 300n, status2xx: 3 },
    },
  ])
  expect(await findBehaviour(db, version.id)).toMatchObject({
    production: { runs: 3, cpuMs: 9, maxCpuMs: 3, maxMemoryMb: 40 },
  })
})

test('what an unchanged version does only after its 100th run is noticed by the next round, once', async () => {
  const { version, run, does, findLines } = await setUp()
  const admin = await makeAdmin()
  for (let count = 0; count < 100; count += 1) await run()
  await flushBehaviour(db)
  await reportNewBehaviour({ db })
  expect(await noticesOf(version.skillSet.publisher.owner.id)).toEqual([])

  does(GET, POST)
  await run()
  await vi.waitFor(async () => expect(await findLines()).toHaveLength(2))
  await reportNewBehaviour({ db })
  await reportNewBehaviour({ db })

  expect(await noticesOf(version.skillSet.publisher.owner.id)).toMatchObject([
    {
      body: 'greet: Something new of the kind “Requests”. What it is shows on its page once 3 organisations have caused it.',
    },
  ])
  expect(await noticesOf(admin.id)).toMatchObject([
    { body: 'greet: Sends POST requests to api.example/collect.' },
  ])
  const listed = await listFirstEverBehaviour(await contextFor(admin))
  expect(listed.find(({ versionId }) => versionId === version.id)).toMatchObject({
    isPaused: false,
    lines: [{ sentence: 'Sends POST requests to api.example/collect.' }],
  })
})

const RUNS = process.env.GUILDHALL_LONG ? 1_000 : 50

test(`an unchanged version has an empty difference after ${RUNS} runs`, async () => {
  const { version, run } = await setUp()
  for (let count = 0; count < RUNS; count += 1) await run()
  await flushBehaviour(db)
  const { examples, production } = (await findBehaviour(db, version.id))!
  expect(production.runs).toBe(RUNS)
  expect(compareProfiles(examples!, production)).toEqual({ added: [], removed: [], grown: [] })
})

test('a version of an earlier release, without a profile, takes its first runs as what is known', async () => {
  const { version, run, does, findLines } = await setUp({ hasProfile: false })
  await run()
  await flushBehaviour(db)
  expect(await findLines()).toMatchObject([{ isFirstEver: false }])

  await db.versionBehaviour.update({ where: { versionId: version.id }, data: { runs: 50 } })
  forgetBehaviour()
  does(POST)
  await run()
  await vi.waitFor(async () =>
    expect(await findLines()).toMatchObject([{ isFirstEver: false }, { isFirstEver: true }]),
  )
})

test('runs of a version whose examples could not run are no first-ever behaviour', async () => {
  const { version, run, findLines } = await setUp({ hasProfile: false })
  const examples = { ...EMPTY_PROFILE, lines: [] }
  await db.$transaction((tx) => storeExamplesProfile(tx, version.id, examples))
  await run()
  await flushBehaviour(db)
  expect(await findLines()).toMatchObject([{ isFirstEver: false }])
})

test('what the approved version did before is no first for the next one', async () => {
  const [base, next] = [await setUp(), await setUp()]
  base.does(GET, POST)
  await base.run()
  await flushBehaviour(db)
  await db.submission.create({
    data: {
      ...{ versionId: next.version.id, revision: 1, document: {}, submittedById: next.user.id },
      checks: { base: { versionId: base.version.id, number: '1.0.0' } },
    },
  })
  next.does(POST, makeRequest('PUT', '/other'))
  await next.run()
  await flushBehaviour(db)
  const lines = await next.findLines()
  expect(lines.toSorted((one, other) => one.object.localeCompare(other.object))).toMatchObject([
    { object: 'POST api.example/collect', isFirstEver: false },
    { object: 'PUT api.example/other', isFirstEver: true },
  ])
})

test('a line is shown from three other organisations on, and their digests are deleted then', async () => {
  const { version, run, runAs, findLines } = await setUp()
  const shown = () => listShownLines(db, version.id)
  await run()
  await run()
  await runAs(version.skillSet.publisher.owner)
  await runAs(await makeUser())
  await flushBehaviour(db)
  expect(await findLines()).toMatchObject([
    { organisations: 2, organisationDigests: [expect.any(String), expect.any(String)] },
  ])
  expect(await shown()).toEqual([])

  await runAs(await makeUser())
  await runAs(await makeUser())
  await flushBehaviour(db)
  expect(await findLines()).toMatchObject([{ organisations: 3, organisationDigests: [] }])
  expect(await shown()).toMatchObject([{ object: 'GET api.example/rates' }])
})

test('no row of a profile names an organisation or a person', async () => {
  const { run, user, findLines } = await setUp()
  await run()
  await flushBehaviour(db)
  const text = JSON.stringify(await findLines(), (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(text).not.toContain(user.id)
  expect(text).not.toContain(user.organisation.id)
})

test('with the setting, a first-ever behaviour pauses the version until an admin has looked', async () => {
  vi.stubEnv('GUILDHALL_PAUSE_ON_NEW_BEHAVIOUR', 'on')
  const { version, run, does } = await setUp()
  const admin = await contextFor(await makeAdmin())
  does(POST)
  await run()
  await flushBehaviour(db)

  await expect(run()).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringContaining('is paused: it did something that it had never done before'),
  })
  await reportNewBehaviour({ db })
  expect(await noticesOf(version.skillSet.publisher.owner.id)).toMatchObject([
    { title: expect.stringContaining('is paused'), body: expect.stringContaining('No new run starts') },
  ])

  await resumePausedVersion(admin, version.id)

  expect(await run()).toMatchObject({ state: 'succeeded' })
  await expect(resumePausedVersion(admin, version.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await db.auditEvent.findMany({ where: { subjectId: version.id } })).toMatchObject([
    { action: 'version.resume' },
  ])
})

test('only admins list first-ever behaviour and end a pause', async () => {
  const { version } = await setUp()
  const owner = await contextFor(version.skillSet.publisher.owner)
  for (const [ctx, code] of [
    [owner, 'POLICY_DENIED'],
    [visitor(), 'UNAUTHENTICATED'],
  ] as const) {
    await expect(listFirstEverBehaviour(ctx)).rejects.toMatchObject({ code })
    await expect(resumePausedVersion(ctx, version.id)).rejects.toMatchObject({ code })
  }
})

test('an admin who belongs to the publisher does not end a pause while another one could', async () => {
  const { version } = await setUp()
  const { owner } = version.skillSet.publisher
  await db.user.update({ where: { id: owner.id }, data: { role: 'ADMIN' } })
  await makeAdmin()

  const ctx = await contextFor({ ...owner, role: 'ADMIN' })
  await expect(resumePausedVersion(ctx, version.id)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringContaining('You belong to the publisher'),
  })
})

test('a version that was deleted meanwhile is counted nowhere and fails nothing', async () => {
  const { version } = await setUp()
  await db.version.delete({ where: { id: version.id } })
  forgetBehaviour()
  const run = {
    versionId: version.id,
    profile: profileOf('GET api.example/x'),
    organisationId: 'org',
    isPublisherOrganisation: false,
  }
  await addRun(db, run)
  await flushBehaviour(db)
  expect(await db.behaviourLine.count({ where: { versionId: version.id } })).toBe(0)
})

test('a version whose counts cannot be written holds up no other one, and is dropped in the end', async () => {
  const [broken, other] = [await setUp(), await setUp()]
  const runOf = (versionId: string, object: string) => ({
    ...{ versionId, organisationId: 'org', isPublisherOrganisation: false },
    profile: profileOf(object),
  })
  // Longer than the index of the database allows.
  const object = randomBytes(20_000).toString('hex')
  await expect(addRun(db, runOf(broken.version.id, object))).rejects.toThrow()
  await expect(addRun(db, runOf(other.version.id, 'GET api.example/other'))).rejects.toThrow()
  expect(await other.findLines()).toMatchObject([{ object: 'GET api.example/other', isFirstEver: true }])

  for (let tries = 0; tries < 100; tries += 1) await flushBehaviour(db).catch(() => {})
  await flushBehaviour(db)
  await broken.run()
  await flushBehaviour(db)
  expect(await broken.findLines()).toMatchObject([{ object: 'GET api.example/rates' }])
})
