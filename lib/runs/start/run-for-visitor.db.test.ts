// Tests with a fake sandbox what people without an account may run, and every refusal.
import { beforeEach, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { forgetStoredSettings } from '../../settings/read-settings.ts'
import { countAttempt, resetAttempts } from '../../settings/rows/rate-limits.ts'
import {
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  visitor,
} from '../../testing/factories.ts'
import { endsWith, returns, throws } from '../../testing/fake-sandbox.ts'
import { canVisitorsRun, runForVisitor } from './run-for-visitor.ts'

const db = database()
const ADA = { name: 'Ada' }
const GREETING = { message: 'Hello, Ada.' }

/** Tests run at once, so each has an address of its own. */
let lastAddress = 0
const freshAddress = () => `198.51.100.${++lastAddress} ${crypto.randomUUID()}`

beforeEach(() => {
  delete process.env.GUILDHALL_VISITOR_RUNS
  forgetStoredSettings()
})

type Published = { skill?: Partial<SkillDocument>; set?: Partial<SkillSetDocument>; isReviewed?: boolean }

async function publish({ skill, set, isReviewed = true }: Published = {}) {
  const document = makeSkillSetDocument({ skills: [makeSkillDocument(skill)], permissions: {}, ...set })
  const version = await makePublishedVersion({ document })
  if (!isReviewed) await db.version.update({ where: { id: version.id }, data: { reviewed: false } })
  return version.skillName
}

const blobField = (side: 'parameters' | 'response'): Partial<SkillDocument> => ({
  [side]: { type: 'object', properties: { file: { type: 'string', format: 'blob' } }, required: ['file'] },
  examples: [],
})

const run = (name: string, args: Json = ADA, address = freshAddress()) =>
  runForVisitor(visitor(returns(GREETING)), { request: { name, args }, address })

test('a visitor runs a free skill that only reads, and nothing of the run is stored', async () => {
  const skillName = await publish()
  const sandbox = returns(GREETING)

  const ended = await runForVisitor(visitor(sandbox), {
    request: { name: skillName, args: ADA, timeZone: 'Europe/Vienna' },
    address: freshAddress(),
  })

  expect(ended).toMatchObject({ state: 'succeeded', output: GREETING, mode: 'production' })
  expect(sandbox.jobs).toMatchObject([
    { network: [], secrets: [], config: {}, context: { timezone: 'Europe/Vienna' } },
  ])
  expect(await db.run.count({ where: { skillName } })).toBe(0)
  expect(await canVisitorsRun(visitor(), { name: skillName })).toBe(true)
})

// biome-ignore format: table
test.each<[string, Published, RegExp]>([
  ['has a price',              { skill: { pricing: { amount: '0.01', currency: 'USDC' } } } as Published, /price/],
  ['writes',                   { skill: { riskLevel: 'writes' } },                          /change/],
  ['has a side effect',        { skill: { sideEffects: ['Sends a mail'] } },                /change/],
  ['is of the long lane',      { skill: { limits: { lane: 'long' } } },                     /minutes/],
  ['reaches hosts',            { set: { permissions: { network: ['api.example.com'] } } },  /hosts/],
  ['uses tools',               { set: { permissions: { tools: ['vault.read_file'] } } },    /tools/],
  ['reads the vault',          { set: { permissions: { vault: ['Notes/'] } } },             /files/],
  ['calls other skills',       { set: { permissions: { skills: ['a.b.c'] } } },             /other skills/],
  ['takes a blob',             { skill: blobField('parameters') },                          /files/],
  ['returns a blob',           { skill: blobField('response') },                            /files/],
  ['has settings',             { set: { configDefinitions: [{ key: 'unit', label: 'Unit', type: 'STRING', required: false, order: 0 }] } }, /settings/],
  ['uses a connected account', { set: { requiredIntegrationProviders: ['github'] } },       /account/],
  ['has not been reviewed',    { isReviewed: false },                                       /reviewed/],
])('a visitor cannot run a skill that %s', async (_name, published, message) => {
  const skillName = await publish(published)

  await expect(run(skillName)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringMatching(message),
  })
  expect(await canVisitorsRun(visitor(), { name: skillName })).toBe(false)
})

test('a visitor cannot run an instruction skill', async () => {
  const instruction = { kind: 'instruction', body: '# Do this', definition: undefined } as const
  const skillName = await publish({ skill: { ...instruction, parameters: undefined, response: undefined } })

  await expect(run(skillName)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('an operator can switch the runs of visitors off', async () => {
  const skillName = await publish()
  process.env.GUILDHALL_VISITOR_RUNS = 'off'

  await expect(run(skillName)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await canVisitorsRun(visitor(), { name: skillName })).toBe(false)
})

test('a skill that does not exist, or that visitors may not see, is not found', async () => {
  const hidden = await makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) })

  await expect(run('nobody.nothing.none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(run(hidden.skillName)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await canVisitorsRun(visitor(), { name: hidden.skillName })).toBe(false)
})

test('one address can run skills twenty times an hour, and others go on', async () => {
  const skillName = await publish()
  const address = freshAddress()
  const { points } = RATE_LIMITS.visitorRunByAddress
  await countAttempt(db, RATE_LIMITS.visitorRunByAddress, address, points)

  await expect(run(skillName, ADA, address)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    options: { retryAfter: expect.any(Number) },
  })
  await expect(run(skillName)).resolves.toMatchObject({ state: 'succeeded' })
})

test('runs of one address wait for each other, and leave room for those of others', async () => {
  const skillName = await publish()
  const address = freshAddress()
  const first = Promise.withResolvers<void>()
  let startedCount = 0
  const busy = endsWith(async () => {
    startedCount++
    await first.promise
    return { kind: 'returned', value: GREETING, durationMs: 1, logs: [] }
  })
  const request = { name: skillName, args: ADA }
  const own = [1, 2, 3, 4].map(() => runForVisitor(visitor(busy), { request, address }))

  await expect.poll(() => startedCount).toBe(1)
  await expect(run(skillName)).resolves.toMatchObject({ state: 'succeeded' })
  expect(startedCount).toBe(1)
  first.resolve()

  expect((await Promise.all(own)).map(({ state }) => state)).toEqual(Array(4).fill('succeeded'))
  expect(startedCount).toBe(4)
})

test('all visitors together are limited', async () => {
  const skillName = await publish()
  await countAttempt(db, RATE_LIMITS.visitorRuns, 'all', RATE_LIMITS.visitorRuns.points)

  try {
    await expect(run(skillName)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  } finally {
    // The counter is shared with other tests.
    await resetAttempts(db, RATE_LIMITS.visitorRuns, 'all')
  }
})

test('a visitor’s input is checked like any other', async () => {
  const parameters = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const skillName = await publish({ skill: { parameters, examples: [] } })

  await expect(run(skillName, {})).rejects.toMatchObject({ code: 'MISSING_REQUIRED_PARAM' })
  await expect(run(skillName, 'text')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a visitor hears that a skill failed, without the publisher’s details', async () => {
  const skillName = await publish()
  const ctx = visitor(throws({ message: 'It broke.', stack: 'secret place' }))

  const ended = await runForVisitor(ctx, { request: { name: skillName, args: ADA }, address: freshAddress() })

  expect(ended).toMatchObject({ state: 'failed', error: { code: 'SKILL_ERROR' } })
  expect(JSON.stringify(ended)).not.toContain('secret place')
})
