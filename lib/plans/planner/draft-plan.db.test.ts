// Tests drafts with a local HTTP server as a fake language model.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import { contextFor, makeUser, visitor } from '../../testing/factories.ts'
import {
  type AskedModel,
  answersWith,
  type ModelAnswer,
  startChatModel,
} from '../../testing/setup/protocols/chat-model.ts'
import { draftPlan } from './draft-plan.ts'
import { findPlanner } from './planner-settings.ts'

const KEY = 'sk-a-key-nobody-may-see'
const GOOD = {
  version: '1',
  goal: 'Make a slug of a title',
  riskLevel: 'read-only',
  steps: [
    {
      id: 'slug',
      tool: 'util.slugifyTitle',
      args: { title: 'A title' },
      preview: 'Make a slug of the title',
    },
  ],
}
const BAD = { ...GOOD, steps: [{ ...GOOD.steps[0], args: { name: 'A title' } }] }

let model: Awaited<ReturnType<typeof startChatModel>>

beforeAll(async () => {
  model = await startChatModel()
  vi.stubEnv('GUILDHALL_PLANNER_URL', model.url)
  vi.stubEnv('GUILDHALL_PLANNER_KEY', KEY)
  vi.stubEnv('GUILDHALL_PLANNER_MODEL', 'stand-in')
})

afterAll(() => {
  vi.unstubAllEnvs()
  model.stop()
})

afterEach(() => model.reset())

const refuses =
  (status: number, headers: Record<string, string> = {}): ModelAnswer =>
  (response) =>
    response.writeHead(status, headers).end(`{"error":"no, ${KEY}"}`)

const draft = async (...given: ModelAnswer[]) => {
  model.answers.push(...given)
  return draftPlan(await contextFor(await makeUser()), { goal: 'Make a slug of a title' })
}

test('asks for a plan with the tools of the caller, and returns the answer', async () => {
  expect(await draft(answersWith(GOOD))).toEqual({ document: GOOD, issues: [], isRunnable: true })

  const [{ url, headers, body } = {} as AskedModel] = model.asked
  expect([url, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`])
  expect(body).toMatchObject({ model: 'stand-in', response_format: { type: 'json_schema' } })
  const [rules, question] = body.messages
  expect(rules?.role).toBe('system')
  expect(question?.content).toContain('"tool":"util.slugifyTitle"')
  expect(question?.content).toContain('Goal: Make a slug of a title')
  expect(JSON.stringify(body)).not.toContain(KEY)
})

test('preserves the goal as the person wrote it', async () => {
  expect(await draft(answersWith({ ...GOOD, goal: 'Something else' }))).toMatchObject({ document: GOOD })
})

test('sends the errors back once', async () => {
  expect(await draft(answersWith(BAD), answersWith(GOOD))).toMatchObject({ document: GOOD, isRunnable: true })
  expect(model.asked[1]?.body.messages.slice(-2)).toMatchObject([
    { role: 'assistant', content: JSON.stringify(BAD) },
    { role: 'user', content: expect.stringContaining('[steps -> 0 -> args -> title] is required') },
  ])
})

test('shows a draft that stays invalid, with its errors', async () => {
  const { document, issues, isRunnable } = await draft(answersWith(BAD), answersWith(BAD))

  expect([document, isRunnable, model.asked.length]).toEqual([BAD, false, 2])
  expect(issues.map(({ path }) => path)).toContain('/steps/0/args/title')
})

test('keeps the first draft if the second answer is invalid', async () => {
  expect(await draft(answersWith(BAD), refuses(500))).toMatchObject({ document: BAD, isRunnable: false })
})

test('refuses a request id that the planner set', async () => {
  const step = { ...GOOD.steps[0], args: { title: 'A', requestId: 'mine' } }
  const set = { ...GOOD, steps: [step] }

  const { issues, isRunnable } = await draft(answersWith(set), answersWith(set))

  expect(isRunnable).toBe(false)
  expect(issues[0]).toMatchObject({
    path: '/steps/0/args/requestId',
    message: 'a planner must not set requestId',
  })
})

test.each<[string, ModelAnswer]>([
  ['in a fence', answersWith(`Here it is:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`\nEnjoy.`)],
  ['among words', answersWith(`Sure! ${JSON.stringify(GOOD)}`)],
  [
    'as the arguments of a tool',
    (response) =>
      response.end(
        JSON.stringify({
          choices: [
            { message: { content: null, tool_calls: [{ function: { arguments: JSON.stringify(GOOD) } }] } },
          ],
        }),
      ),
  ],
])('finds the plan %s', async (_, answer) => {
  expect(await draft(answer)).toMatchObject({ document: GOOD, isRunnable: true })
})

test('is not slowed down by an answer that is slow to search', async () => {
  const began = process.cpuUsage()
  await expect(draft(answersWith(`\`\`\`${'\n '.repeat(100_000)}`))).rejects.toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
  })
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
})

test('asks without a schema where that is not understood', async () => {
  expect(await draft(refuses(400), answersWith(GOOD))).toMatchObject({ isRunnable: true })
  expect(model.asked.map(({ body }) => 'response_format' in body)).toEqual([true, false])
})

// biome-ignore format: table
test.each<[string, ModelAnswer, string, RegExp]>([
  ['refuses the key',       refuses(401), 'TOOL_NOT_AVAILABLE', /rejected the configured API key/],
  ['is busy',               refuses(429, { 'retry-after': '7' }), 'RATE_LIMIT_EXCEEDED', /overloaded/],
  ['fails',                 refuses(503), 'TOOL_NOT_AVAILABLE', /status 503/],
  ['sends elsewhere',       refuses(307, { location: '/elsewhere' }), 'TOOL_NOT_AVAILABLE', /did not respond/],
  ['hangs up',              (response) => response.destroy(), 'TOOL_NOT_AVAILABLE', /did not respond/],
  ['returns text that is not JSON',          (response) => response.end('<html>'), 'TOOL_NOT_AVAILABLE', /did not return a chat completion/],
  ['returns another shape',    (response) => response.end('{"choices":[]}'), 'TOOL_NOT_AVAILABLE', /did not return a chat completion/],
  ['returns prose',          answersWith('I cannot do that.'), 'TOOL_NOT_AVAILABLE', /did not return a plan/],
  ['returns a list',           answersWith([GOOD.version]), 'TOOL_NOT_AVAILABLE', /did not return a plan/],
  ['returns far too much',     answersWith('x'.repeat(600 * 1024)), 'TOOL_NOT_AVAILABLE', /too large/],
])('a planner that %s is reported without its response and without the key', async (_, answer, code, message) => {
  const thrown = await draft(answer).catch((each) => each)

  expect(thrown).toBeInstanceOf(AppError)
  expect(toPublicError(thrown)).toMatchObject({ code, message: expect.stringMatching(message) })
  expect(`${thrown.stack} ${JSON.stringify(thrown)} ${String(thrown.cause)}`).not.toContain(KEY)
})

test('stops when the client disconnects', async () => {
  const ctx = await contextFor(await makeUser())
  const leaving = new AbortController()
  model.answers.push(() => leaving.abort())

  await expect(draftPlan(ctx, { goal: 'Make a slug' }, leaving.signal)).rejects.toMatchObject({
    code: 'CANCELLED',
  })
})

test('requires a signed-in user and a goal', async () => {
  await expect(draftPlan(visitor(), { goal: 'A' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const ctx = await contextFor(await makeUser())
  for (const goal of ['', ' ', 'a'.repeat(2001), 7])
    await expect(draftPlan(ctx, { goal })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(model.asked).toEqual([])
})

test('reports that no planner is configured, or not correctly', async () => {
  const address = process.env.GUILDHALL_PLANNER_URL
  vi.stubEnv('GUILDHALL_PLANNER_URL', '')
  await expect(draft()).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: /No planner is configured/,
  })
  vi.stubEnv('GUILDHALL_PLANNER_URL', address)
  for (const url of ['no address', 'file:///etc', 'https://user:pass@example.com'])
    expect(() => findPlanner({ GUILDHALL_PLANNER_URL: url, GUILDHALL_PLANNER_MODEL: 'm' } as never)).toThrow(
      /GUILDHALL_PLANNER_URL/,
    )
  expect(() => findPlanner({ GUILDHALL_PLANNER_URL: 'https://a.example/v1' } as never)).toThrow(
    /GUILDHALL_PLANNER_MODEL/,
  )
})
