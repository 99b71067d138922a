// Tests with a fake sandbox who may ask for the options of a field, and what the helper receives.
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { saveConfigValues } from '../../config/save-config-values.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { saveTestSettings } from '../../publishing/drafts/test-settings.ts'
import { countAttempt, resetAttempts } from '../../settings/rows/rate-limits.ts'
import {
  contextFor,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { endsWith, type FakeSandbox, returns, throws } from '../../testing/fake-sandbox.ts'
import { abandonRun, start } from '../../testing/run-setup.ts'
import { setUpTestSettings } from '../../testing/setup/catalog/test-settings.ts'
import { choicesCache, listChoices, listDraftChoices } from './list-choices.ts'

const CITIES = { message: 'Two cities.', options: ['Graz', { value: 'VIE', label: 'Vienna' }] }

const text = { type: 'string' }

function shopDocument(helper: Partial<SkillDocument> = {}) {
  const asking = makeSkillDocument({
    parameters: {
      type: 'object',
      properties: { name: text, country: text, city: { ...text, 'x-choices': 'list_cities' } },
    },
    examples: [],
  })
  const cities = makeSkillDocument({
    slug: 'list_cities',
    riskLevel: 'read-only',
    parameters: { type: 'object', properties: { country: text }, required: ['country'] },
    response: { type: 'object', properties: { options: { type: 'array' } }, required: ['options'] },
    examples: [],
    ...helper,
  })
  return makeSkillSetDocument({ skills: [asking, cities], permissions: { network: ['api.example.com'] } })
}

async function shop(sandbox: FakeSandbox, helper: Partial<SkillDocument> = {}) {
  const { skillName } = await makePublishedVersion({ document: shopDocument(helper) })
  const ctx = await contextFor(await makeUser(), { sandbox })
  const ask = (input: Json, wanted = 'list_cities') => listChoices(ctx, { skillName, helper: wanted, input })
  return { ctx, ask, skillName }
}

test('a choices helper gets only the fields that it declares, and its answer is cached', async () => {
  const sandbox = returns(CITIES)
  const { ask } = await shop(sandbox)

  const options = await ask({ country: 'AT', name: 'Ada' })
  await ask({ country: 'AT', name: 'Eve' })

  expect(options).toEqual([{ value: 'Graz' }, { value: 'VIE', label: 'Vienna' }])
  expect(sandbox.jobs).toMatchObject([
    { parameters: { country: 'AT' }, config: {}, secrets: [], network: ['api.example.com'] },
  ])
  expect(sandbox.jobs[0]?.limits.wallMs).toBe(5_000)
})

test('a call of a choices helper is not recorded, and other values of its fields call it again', async () => {
  const sandbox = returns(CITIES)
  const { ctx, ask } = await shop(sandbox)

  await ask({ country: 'AT' })
  await ask({ country: 'DE' })

  expect(sandbox.jobs).toHaveLength(2)
  expect(await database().run.count({ where: { userId: ctx.viewer?.userId ?? '' } })).toBe(0)
})

test('a field that a choices helper needs is named while it is empty', async () => {
  const { ask } = await shop(returns(CITIES))

  await expect(ask({})).rejects.toMatchObject({ code: 'MISSING_REQUIRED_PARAM' })
})

// biome-ignore format: table
test.each<[string, Partial<SkillDocument>]>([
  ['changes something', { riskLevel: 'writes' }],
  ['costs money',       { pricing: { model: 'per_job', amount: '0.5', currency: 'USDC' } }],
])('a choices helper that %s is not called', async (_, helper) => {
  const sandbox = returns(CITIES)
  const { ask } = await shop(sandbox, helper)

  await expect(ask({ country: 'AT' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(sandbox.jobs).toEqual([])
})

test('only skills that a field names list its choices, and only for people who may run the skill', async () => {
  const { ask, skillName } = await shop(returns(CITIES))
  const request = { skillName, helper: 'list_cities', input: { country: 'AT' } }

  await expect(ask({ country: 'AT' }, 'greet')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(listChoices(visitor(), request)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('a choices helper that fails or returns something else is an error', async () => {
  const failing = await shop(throws({ message: 'The list is down.' }))
  const wrong = await shop(returns({ message: 'Two cities.', options: { a: 1 } }))

  await expect(failing.ask({ country: 'AT' })).rejects.toMatchObject({ code: 'SKILL_ERROR' })
  await expect(wrong.ask({ country: 'AT' })).rejects.toMatchObject({ code: 'SKILL_ERROR' })
})

test('a draft lists choices with its current code, and only for members of its publisher', async () => {
  const sandbox = returns(CITIES)
  const { id: skillSetId, publisher } = await makeDraft()
  const author = await contextFor(publisher.owner, { sandbox, channel: 'studio' })
  const stranger = await contextFor(await makeUser(), { sandbox })
  const ask = (ctx: Context, definition: string) => {
    const document: Json = JSON.parse(JSON.stringify(shopDocument({ definition })))
    const input = { country: 'AT', name: 'Ada' }
    return listDraftChoices(ctx, { skillSetId, document, skillSlug: 'greet', helper: 'list_cities', input })
  }

  const options = await ask(author, 'one')
  await ask(author, 'one')
  await ask(author, 'another')

  expect(options).toEqual([{ value: 'Graz' }, { value: 'VIE', label: 'Vienna' }])
  expect(sandbox.jobs).toMatchObject([
    { parameters: { country: 'AT' }, definition: 'one' },
    { parameters: { country: 'AT' }, definition: 'another' },
  ])
  await expect(ask(stranger, 'one')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('a visitor', () => {
  const publish = async (helper: Partial<SkillDocument>, permissions = {}) =>
    (await makePublishedVersion({ document: { ...shopDocument(helper), permissions } })).skillName
  const ask = (skillName: string, sandbox = returns(CITIES)) =>
    listChoices(
      visitor(sandbox),
      { skillName, helper: 'list_cities', input: { country: 'AT' } },
      { address: `198.51.100.7 ${crypto.randomUUID()}` },
    )

  test('gets the options of a skill that visitors may run', async () => {
    const sandbox = returns(CITIES)

    expect(await ask(await publish({}), sandbox)).toEqual([
      { value: 'Graz' },
      { value: 'VIE', label: 'Vienna' },
    ])
    expect(sandbox.jobs).toMatchObject([{ organisation: 'visitors', network: [], secrets: [], config: {} }])
  })

  test.each([
    ['too often from one address', RATE_LIMITS.visitorChoicesByAddress, 'one address'],
    ['too often together with all others', RATE_LIMITS.visitorChoices, 'all'],
  ] as const)('gets no options %s', async (_, window, key) => {
    const [skillName, sandbox] = [await publish({}), returns(CITIES)]
    await countAttempt(database(), window, key, window.points)

    try {
      const request = { skillName, helper: 'list_cities', input: { country: 'AT' } }
      await expect(listChoices(visitor(sandbox), request, { address: 'one address' })).rejects.toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
      })
      expect(sandbox.jobs).toEqual([])
    } finally {
      // The counters are shared with other tests.
      await resetAttempts(database(), window, key)
    }
  })

  test('gets no options of a skill that reaches hosts', async () => {
    const skillName = await publish({}, { network: ['api.example.com'] })

    await expect(ask(skillName)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })
})

test('the cached lists of choices have a limit in total', () => {
  const cache = choicesCache()
  const long = Array.from({ length: 1_000 }, () => ({ value: 'x'.repeat(1_000) }))
  for (let nth = 0; nth < 20; nth++) cache.set(String(nth), long)

  expect(cache.calculatedSize).toBeGreaterThan(0)
  expect(cache.calculatedSize).toBeLessThan(10_000_000)
})

test('listing choices takes one of the organisation’s slots', async () => {
  let going = 0
  let most = 0
  const sandbox = endsWith(async () => {
    going += 1
    most = Math.max(most, going)
    // Without the limit, the calls would overlap during this time.
    await setTimeout(50)
    going -= 1
    return { kind: 'returned', value: CITIES, durationMs: 1, logs: [] }
  })
  const { ctx, ask } = await shop(sandbox)
  for (let count = 0; count < 3; count += 1)
    await abandonRun(await start(ctx), 'running', new Date(Date.now() + 60_000))

  const lists = await Promise.all(['AT', 'CH', 'DE'].map((country) => ask({ country })))

  expect(lists).toHaveLength(3)
  expect(most).toBe(1)
})

describe('a choices helper of a SkillSet with a secret', () => {
  const withSecret = () => ({
    ...shopDocument(),
    configDefinitions: [{ key: 'token', label: 'Token', type: 'SECRET' as const, required: true, order: 1 }],
    permissions: { network: ['api.example.com'], secrets: [{ key: 'token', hosts: ['api.example.com'] }] },
  })

  test('works without it, and uses it for the declared host once the caller’s organisation has set it', async () => {
    const sandbox = returns(CITIES)
    const { skillSet, skillName } = await makePublishedVersion({ document: withSecret() })
    const [ctx, other] = [
      await contextFor(await makeUser(), { sandbox }),
      await contextFor(await makeUser(), { sandbox }),
    ]
    const request = { skillName, helper: 'list_cities', input: { country: 'AT' } }
    await listChoices(ctx, request)
    const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
    await saveConfigValues(ctx, ref, { token: { kind: 'set', value: 'xoxb-0123456789' } })

    await listChoices(ctx, request)
    await listChoices(ctx, request)
    await listChoices(other, request)

    expect(sandbox.jobs).toMatchObject([
      { config: {}, secrets: [] },
      {
        config: { token: expect.stringMatching(/^sbxsec_/) },
        secrets: [{ value: 'xoxb-0123456789', hosts: ['api.example.com'] }],
      },
      { config: {}, secrets: [] },
    ])
  })

  test('never shows it in an option or an error', async () => {
    const secret = 'xoxb-0123456789'
    const { skillSet, skillName } = await makePublishedVersion({ document: withSecret() })
    const ctx = await contextFor(await makeUser())
    const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
    await saveConfigValues(ctx, ref, { token: { kind: 'set', value: secret } })
    const ask = (sandbox: FakeSandbox, country: string) =>
      listChoices({ ...ctx, sandbox }, { skillName, helper: 'list_cities', input: { country } })

    const options = await ask(returns({ message: 'One.', options: [`with ${secret}`] }), 'AT')
    const failure = await ask(throws({ message: `No ${secret}.` }), 'DE').catch((error) => error.message)

    expect(options).toEqual([{ value: 'with [redacted: token]' }])
    expect(failure).toBe('No [redacted: token].')
  })

  test('uses the test settings of a draft in the studio', async () => {
    const { owner, sandbox, skillSetId } = await setUpTestSettings(withSecret())
    await saveTestSettings(owner, {
      skillSetId,
      changes: { token: { kind: 'set', value: 'xoxb-0123456789' } },
    })
    const document = withSecret() as unknown as Json

    await listDraftChoices(owner, {
      ...{ skillSetId, document, skillSlug: 'greet', helper: 'list_cities' },
      input: { country: 'AT' },
    }).catch(() => {})

    expect(sandbox.jobs).toMatchObject([{ secrets: [{ value: 'xoxb-0123456789' }] }])
  })
})
