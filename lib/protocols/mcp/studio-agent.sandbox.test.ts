/**
 * A program without a model, a plain state machine, turns wishes into staged drafts over MCP. It reads only what the tools
 * answer: the etag, the problems and the checks.
 */
import { beforeAll, expect, test, vi } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { getStagedSubmission } from '../../publishing/from-ci/staged-submissions.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { contextFor, freshName, makePublishedVersion, makePublisher } from '../../testing/factories.ts'
import { connectStatelessMcp } from '../../testing/setup/protocols/mcp-client.ts'
import { WISHES, type Wish } from '../../testing/wishes.ts'

beforeAll(() => void vi.stubEnv('NEXTAUTH_SECRET', 'a secret of this test'))

const db = database()
const MAX_CALLS = 15
// One of each kind: the others run in the long test.
const USUAL = ['shout', 'sum', 'py_title', 'tone']
const TRIED = WISHES.filter(({ slug }) => process.env.GUILDHALL_LONG || USUAL.includes(slug))

async function makeAgent() {
  const publisher = await makePublisher()
  const owner = await contextFor(publisher.owner, { sandbox: connectSandbox() })
  const { key } = await createKey(owner, { name: 'Agent', scopes: ['publish'], expiresInDays: 1 })
  const client = await connectStatelessMcp(key, '?for=studio')
  const calls: string[] = []
  async function call(name: string, args: JsonObject = {}): Promise<JsonObject> {
    calls.push(name)
    const { structuredContent, content, isError } = await client.callTool(
      { name, arguments: args },
      { timeout: 100_000 },
    )
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
    return structuredContent as JsonObject
  }
  return { owner, publisher, call, calls, client }
}

type Call = (name: string, args?: JsonObject) => Promise<JsonObject>

const describeSkill = ({ slug, name, purpose }: Wish): JsonObject => ({
  ...{ slug, name, description: purpose },
  prompt: `Use this skill when somebody asks for exactly this. ${purpose} Nothing else is changed or stored.`,
})

/** Returns the answer of stage_draft. */
async function fulfil(call: Call, wish: Wish): Promise<JsonObject> {
  await call('read_rules', { topic: 'publishing' })
  const document = { slug: freshName(wish.slug), name: wish.name, skills: [] }
  let state = await call('create_draft', { document })
  const change = async (patch: Json[]) => {
    const { draft_id, etag } = state
    state = await call('change_draft', { draft_id: draft_id!, expectedEtag: etag!, patch })
  }
  await change([
    {
      op: 'replace',
      path: '/description',
      value: `${wish.purpose} Works without network and keeps nothing.`,
    },
    { op: 'add', path: '/categories', value: ['text'] },
    { op: 'add', path: '/changelog', value: 'The first version.' },
    { op: 'add', path: '/skills/-', value: { ...describeSkill(wish), ...wish.skill } },
  ])
  if (wish.skill.kind !== 'instruction') {
    const { draft_id, etag } = state
    const skill = { skill: wish.slug, title: 'An example', ...wish.example }
    state = await call('add_example', { draft_id: draft_id!, expectedEtag: etag!, ...skill })
  }
  expect(state.problems).toEqual([])
  const { draft_id, etag } = state
  expect(await call('run_examples', { draft_id: draft_id! })).toMatchObject({ passed: true })
  return call('stage_draft', { draft_id: draft_id!, expectedEtag: etag!, note: wish.purpose })
}

test.each(TRIED.map((wish) => [wish.name, wish] as const))(
  `an agent turns the wish “%s” into a staged draft, in at most ${MAX_CALLS} calls, and nothing is published`,
  async (_, wish) => {
    const { owner, publisher, call, calls, client } = await makeAgent()

    const staged = await fulfil(call, wish)

    expect(calls.length).toBeLessThanOrEqual(MAX_CALLS)
    expect(await getStagedSubmission(owner, String(staged.id))).toMatchObject({
      number: '1.0.0',
      canSubmit: true,
      origin: { kind: 'key', program: { name: 'test 1.0.0', keyName: 'Agent' } },
    })
    expect(staged.url).toContain(`/publish/staged/${staged.id}`)
    const { userId } = owner.viewer!
    const [notice] = await db.notice.findMany({ where: { userId, kind: 'submission.staged' } })
    expect(notice).toMatchObject({
      href: `/publish/staged/${staged.id}`,
      body: expect.stringContaining('The program “test 1.0.0” staged this version for'),
    })
    expect(await db.version.count({ where: { skillSet: { publisherId: publisher.id } } })).toBe(0)
    await client.close()
  },
)

test('an agent learns which version a change needs, and stages that', async () => {
  const { owner, publisher, call } = await makeAgent()
  const { skillSet } = await makePublishedVersion({ publisher })
  await db.draft.deleteMany({ where: { skillSetId: skillSet.id } })
  let state = await call('create_draft', { draft_id: skillSet.id })
  const change = async (path: string, value: Json) => {
    const args = { draft_id: skillSet.id, expectedEtag: state.etag!, patch: [{ op: 'replace', path, value }] }
    state = await call('change_draft', args)
  }
  await change('/skills/0/response/required', [])
  await change('/skills/0/response/properties', { text: { type: 'string', description: 'The greeting' } })

  const compared = await call('compare_draft', { draft_id: skillSet.id })
  expect(compared).toMatchObject({ base: '1.0.0', step: 'major', needed_version: '2.0.0' })
  await change('/version', compared.needed_version!)
  const staged = await call('stage_draft', { draft_id: skillSet.id, expectedEtag: state.etag! })

  expect(await getStagedSubmission(owner, String(staged.id))).toMatchObject({
    number: '2.0.0',
    base: '1.0.0',
  })
})

test('an agent finds a fault with its place, tries the skill, and follows the advice with its patch', async () => {
  const { call } = await makeAgent()
  const wish = WISHES[0]!
  const skill = { ...describeSkill(wish), ...wish.skill, definition: 'async function handler( {' }
  let state = await call('create_draft', {
    document: { slug: freshName('fault'), name: 'Fault', skills: [skill] },
  })
  const { draft_id } = state
  const found = await call('read_problems', { draft_id: draft_id! })
  expect(Object.keys(found.code as JsonObject)).toEqual(['/skills/0/definition'])

  const patch = [{ op: 'replace', path: '/skills/0/definition', value: wish.skill.definition! }]
  state = await call('change_draft', { draft_id: draft_id!, expectedEtag: state.etag!, patch })
  expect(
    await call('test_skill', { draft_id: draft_id!, skill: wish.slug, args: { text: 'hey' } }),
  ).toMatchObject({
    state: 'succeeded',
    output: { loud: 'HEY' },
  })
  const { advice } = await call('read_problems', { draft_id: draft_id! })
  const withPatch = (advice as JsonObject[]).find((each) => each.patch)
  if (withPatch)
    state = await call('change_draft', {
      draft_id: draft_id!,
      expectedEtag: state.etag!,
      patch: withPatch.patch!,
    })
  expect(state.etag).toMatch(/^r\d+$/)
})
