// The same call must have the same verdict, message, coercions and charge on each of the seven channels and as a
// plan step.
import { beforeAll, describe, expect, test } from 'vitest'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { callOnEveryChannel, type Verdict } from '../../testing/call-channels/call-on-every-channel.ts'
import { CHANNELS } from '../../testing/call-channels/channels.ts'
import { makeCallers } from '../../testing/call-channels/make-callers.ts'
import {
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  type TestPublisher,
} from '../../testing/factories.ts'
import { makeProvider } from '../../testing/integration-setup.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }

const ORDER: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['item'],
  properties: {
    item: { type: 'string', minLength: 2 },
    count: { type: 'integer', minimum: 1 },
    wrap: { type: 'boolean', default: false },
    labels: { type: 'array', items: { type: 'string' } },
    to: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        point: { type: 'object', properties: { lat: { type: 'number' } } },
      },
    },
    pay: {
      oneOf: [
        {
          type: 'object',
          properties: { by: { const: 'card' }, number: { type: 'string' } },
          required: ['by', 'number'],
        },
        {
          type: 'object',
          properties: { by: { const: 'bill' }, days: { type: 'integer' } },
          required: ['by', 'days'],
        },
      ],
    },
  },
}

const RESPONSE = { type: 'object', properties: { got: { type: 'object' } }, required: ['got'] }
const TAKE = "async function handler({ parameters }) { return { message: 'Taken.', got: parameters } }"
const THROW = "async function handler() { throw new RangeError('Out of stock.') }"
const QUOTE = 'async function handler({ parameters }) { throw new Error(parameters.item) }'
const LIE = "async function handler() { return { message: 'Taken.', got: 'nothing' } }"
const HALF = `async function handler() {
  return { message: 'Half of it.', status: 'partial_success', errors: [{ message: 'One is missing.' }] }
}`
const ENVELOPE = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    status: { enum: ['success', 'partial_success', 'failed'] },
    errors: { type: 'array', items: { type: 'object' } },
  },
  required: ['status'],
}

/** Each skill is named after what it does with an order. */
const SKILLS: Record<string, Partial<SkillDocument>> = {
  take: { definition: TAKE },
  throws: { definition: THROW },
  lies: { definition: LIE },
  half: { definition: HALF, response: ENVELOPE, pricing: PRICE },
  sells: { definition: TAKE, pricing: PRICE },
  sells_none: { definition: THROW, pricing: PRICE },
  quotes: { definition: QUOTE },
  sells_quotes: { definition: QUOTE, pricing: PRICE },
  sells_lies: { definition: LIE, pricing: PRICE },
  sells_dry: { definition: TAKE, pricing: PRICE, dryRun: 'supported' },
  sells_dry_runs: { definition: TAKE, pricing: { ...PRICE, dryRunAmount: '0.01' }, dryRun: 'supported' },
  too_dear: { definition: TAKE, pricing: { ...PRICE, amount: '500' } },
}

let callers: Awaited<ReturnType<typeof makeCallers>>
/** The prefix "publisher.skillset." of each SkillSet's skills. */
let prefixes: { shop: string; backroom: string; resale: string; linked: string }

beforeAll(async () => {
  const publisher = await makePublisher()
  const skills = Object.entries(SKILLS).map(([slug, fields]) =>
    makeSkillDocument({ slug, name: slug, parameters: ORDER, response: RESPONSE, examples: [], ...fields }),
  )
  const publish = async (visibility: 'PUBLIC' | 'PRIVATE', requiredIntegrationProviders: string[] = []) => {
    const document = makeSkillSetDocument({ skills, visibility, requiredIntegrationProviders })
    const { skillName } = await makePublishedVersion({ publisher, document })
    return skillName.slice(0, skillName.lastIndexOf('.') + 1)
  }
  const shop = await publish('PUBLIC')
  prefixes = {
    shop,
    backroom: await publish('PRIVATE'),
    resale: await publishResale(publisher, `${shop}sells`),
    linked: await publish('PUBLIC', [await makeProvider()]),
  }
  callers = await makeCallers('2')
})

/** Publishes a free and a paid skill, which call a paid one. Returns their prefix. */
async function publishResale(publisher: TestPublisher, calledName: string): Promise<string> {
  const definition = `async function handler({ parameters, context }) {
    return context.callSkill('${calledName}', parameters)
  }`
  const passes = { parameters: ORDER, response: RESPONSE, examples: [], definition }
  const skills = [
    makeSkillDocument({ ...passes, slug: 'passes_on', name: 'Passes on' }),
    makeSkillDocument({ ...passes, slug: 'resells', name: 'Resells', pricing: PRICE }),
  ]
  const document = makeSkillSetDocument({ skills, permissions: { skills: [calledName] } })
  const { skillName } = await makePublishedVersion({ publisher, document })
  return skillName.slice(0, skillName.lastIndexOf('.') + 1)
}

type Case = {
  calls: string
  /** A skill of the shop unless prefixed with the name of another SkillSet ("resale."); by default `take`. */
  skill?: string
  args?: string
  version?: string
  dryRun?: boolean
  isOnlyText?: boolean
  /** The expected verdict; `charged` defaults to "0". */
  gets: Partial<Verdict> & { paths?: string[] }
}

const got = (order: object) => ({ message: 'Taken.', got: { wrap: false, ...order } })
const refused = (...paths: string[]) => ({ code: 'INVALID_INPUT' as const, paths })

// biome-ignore format: table
const CASES: Case[] = [
  { calls: 'a valid input, its default filled', args: '{"item":"tea"}', gets: { code: 'OK', output: got({ item: 'tea' }), coercions: [] } },
  { calls: 'input that can be coerced without loss', args: '{"item":42,"count":"42","wrap":"yes","labels":"new"}',
    gets: { code: 'OK', output: got({ item: '42', count: 42, wrap: true, labels: ['new'] }) } },
  { calls: 'input with a nested value to coerce', args: '{"item":"tea","to":{"point":{"lat":"59.9"}}}',
    gets: { code: 'OK', output: got({ item: 'tea', to: { point: { lat: 59.9 } } }), coercions: [{ path: '/to/point/lat', from: '59.9', to: 59.9 }] } },
  { calls: 'the branch that was chosen', args: '{"item":"tea","pay":{"by":"bill","days":"30"}}',
    gets: { code: 'OK', output: got({ item: 'tea', pay: { by: 'bill', days: 30 } }) } },
  { calls: 'a branch that does not fit', args: '{"item":"tea","pay":{"by":"bill","days":"soon"}}', gets: refused('/pay/days') },
  { calls: 'nothing that is required', args: '{}', gets: { code: 'MISSING_REQUIRED_PARAM', paths: ['/item'] } },
  { calls: 'the wrong type deep inside', args: '{"item":"tea","to":{"point":{"lat":"north"}}}', gets: refused('/to/point/lat') },
  { calls: 'two faults at once', args: '{"item":"t","count":0}', gets: refused('/item', '/count') },
  { calls: 'an unknown field', args: '{"item":"tea","colour":"red"}', gets: refused('/colour') },
  { calls: 'null', args: '{"item":null}', gets: refused('/item') },
  { calls: 'a list that holds null', args: '{"item":"tea","labels":[null]}', gets: refused('/labels/0') },
  { calls: 'more digits than a number keeps, as text', args: '{"item":"tea","count":"9007199254740993"}', gets: refused('/count') },
  { calls: 'more digits than a number keeps, as a number', args: '{"item":"tea","count":9007199254740993}', isOnlyText: true, gets: refused('/count') },
  { calls: 'the key of a prototype', args: '{"item":"tea","__proto__":{"wrap":true}}', gets: refused('/__proto__') },
  { calls: 'the name of a constructor', args: '{"item":"tea","constructor":{}}', gets: refused('/constructor') },
  { calls: 'half of a character', args: '{"item":"\\ud800 tea"}', gets: { code: 'OK', output: got({ item: '\ud800 tea' }) } },
  { calls: 'a skill that quotes NUL', skill: 'quotes', args: '{"item":"a\\u0000b"}', gets: { code: 'SKILL_ERROR', message: 'a\ufffdb' } },
  { calls: 'a skill that quotes half a letter', skill: 'quotes', args: '{"item":"a\\ud800b"}', gets: { code: 'SKILL_ERROR', message: 'a\ufffdb' } },
  { calls: 'a paid skill that quotes NUL', skill: 'sells_quotes', args: '{"item":"a\\u0000b"}', gets: { code: 'SKILL_ERROR', message: 'a\ufffdb' } },
  { calls: 'a paid skill that quotes half a letter', skill: 'sells_quotes', args: '{"item":"a\\ud800b"}', gets: { code: 'SKILL_ERROR', message: 'a\ufffdb' } },
  { calls: 'a version that is not there', args: '{"item":"tea"}', version: '9.9.9', gets: { code: 'NOT_FOUND' } },
  { calls: 'a range that holds the version', args: '{"item":"tea"}', version: '^1.0', gets: { code: 'OK' } },
  { calls: 'the latest version, by that name', args: '{"item":"tea"}', version: 'latest', gets: { code: 'OK', ran: { version: '1.0.0', contract: expect.stringMatching(/^[0-9a-f]{64}$/) } } },
  { calls: 'a tool, in its latest version', skill: 'util.slugifyTitle', args: '{"title":"A"}', version: 'latest', gets: { code: 'OK' } },
  { calls: 'a tool, in an unknown version', skill: 'util.slugifyTitle', args: '{"title":"A"}', version: '99.0.0', gets: { code: 'NOT_FOUND' } },
  { calls: 'a private skill of another organisation', skill: 'backroom.take', gets: { code: 'NOT_FOUND' } },
  { calls: 'a missing value', skill: 'none', gets: { code: 'NOT_FOUND' } },
  { calls: 'a skill that needs an account, and none is connected', skill: 'linked.take', gets: { code: 'TOOL_NOT_AVAILABLE', paths: [''] } },
  { calls: 'a skill that throws', skill: 'throws', gets: { code: 'SKILL_ERROR', message: 'Out of stock.' } },
  { calls: 'a skill that breaks its promise', skill: 'lies', gets: { code: 'OUTPUT_CONTRACT_VIOLATION' } },
  { calls: 'a skill that did half of it', skill: 'half', gets: { code: 'OK', reportedCharge: '0' } },
  { calls: 'a skill that costs', skill: 'sells', gets: { code: 'OK', reportedCharge: '0.05', charged: '0.05' } },
  { calls: 'a skill that costs and throws', skill: 'sells_none', gets: { code: 'SKILL_ERROR' } },
  { calls: 'a skill that costs and breaks its promise', skill: 'sells_lies', gets: { code: 'OUTPUT_CONTRACT_VIOLATION' } },
  { calls: 'a skill that costs, with an input that does not fit', skill: 'sells', args: '{}', gets: { code: 'MISSING_REQUIRED_PARAM', paths: ['/item'] } },
  { calls: 'a free skill that calls one that costs', skill: 'resale.passes_on', gets: { code: 'OK', reportedCharge: '0.05', charged: '0.05' } },
  { calls: 'a skill that costs and calls one that costs', skill: 'resale.resells', gets: { code: 'OK', reportedCharge: '0.1', charged: '0.1' } },
  { calls: 'a skill that costs, as a dry run that it does not support', skill: 'sells', dryRun: true,
    gets: { code: 'PRECONDITION_FAILED', paths: ['/dry_run'] } },
  { calls: 'a skill that costs, as a dry run that it supports', skill: 'sells_dry', dryRun: true, gets: { code: 'OK' } },
  { calls: 'a skill that costs, as a dry run that costs', skill: 'sells_dry_runs', dryRun: true, gets: { code: 'OK', reportedCharge: '0.01', charged: '0.01' } },
  { calls: 'a free skill, as a dry run', dryRun: true, gets: { code: 'OK' } },
  { calls: 'a skill that the caller cannot pay for', skill: 'too_dear', gets: { code: 'PAYMENT_REQUIRED' } },
  { calls: 'a built-in tool', skill: 'util.slugifyTitle', args: '{"title":"Hello, World!"}', gets: { code: 'OK', output: { slug: 'hello-world' }, coercions: [] } },
  { calls: 'a tool, with input to coerce', skill: 'util.slugifyTitle', args: '{"title":42,"maxLength":"1"}',
    gets: { code: 'OK', output: { slug: '4' }, coercions: [{ path: '/title', from: 42, to: '42' }, { path: '/maxLength', from: '1', to: 1 }] } },
  { calls: 'a tool, without what it requires', skill: 'util.slugifyTitle', args: '{}', gets: { code: 'MISSING_REQUIRED_PARAM', paths: ['/title'] } },
  { calls: 'a tool, for a missing file', skill: 'vault.readFile', args: '{"path":"Nowhere.md"}', gets: { code: 'NOT_FOUND' } },
  { calls: 'a tool, with a path that leads out', skill: 'vault.readFile', args: '{"path":"../secret"}', gets: { code: 'POLICY_DENIED' } },
  { calls: 'a tool, for a path with NUL', skill: 'vault.readFile', args: '{"path":"a\\u0000b.md"}', gets: { code: 'POLICY_DENIED' } },
  { calls: 'a tool, for a path with half a letter', skill: 'vault.readFile', args: '{"path":"a\\ud800b.md"}', gets: { code: 'POLICY_DENIED' } },
]

describe('every channel returns the same result for', () => {
  test.each(CASES)(
    '$calls',
    async ({ skill = 'take', args = '{"item":"tea"}', version, dryRun, isOnlyText, gets }) => {
      const [, owner = 'shop', slug] = /^(?:(backroom|resale|linked)\.)?(.+)$/.exec(skill)!
      const prefix = isToolName(skill) ? '' : prefixes[owner as keyof typeof prefixes]
      const name = prefix + slug

      const verdicts = await callOnEveryChannel(callers, { skill: name, args, version, dryRun, isOnlyText })

      const { paths, ...expected } = gets
      const reference = verdicts['rpc execute_skill']!
      expect(reference).toMatchObject({ charged: '0', ...expected })
      if (paths) expect('details' in reference && reference.details?.map(({ path }) => path)).toEqual(paths)
      // Some of the seven channels and the plan step cannot express every call.
      expect(Object.keys(verdicts).length).toBeGreaterThanOrEqual(isOnlyText ? 5 : version ? 7 : 8)
      expect(verdicts).toEqual(
        Object.fromEntries(Object.keys(verdicts).map((channel) => [channel, reference])),
      )
    },
  )
})

test('there are eight channels, and a plan step is called the same way', () => {
  expect(Object.keys(CHANNELS)).toHaveLength(9)
})
