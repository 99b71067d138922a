// Calls skills whose runs take longer than a call of a client that understands tasks.
import { expect, test } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { makeKey, publishHandler, serveMcp, toolNameOf } from '../../testing/setup/protocols/mcp-client.ts'

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

const SLOW = `async function handler({ context }) {
  context.progress(0.5, 'half way')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return { message: 'done' }
}`
const ENDLESS = `async function handler() {
  await new Promise((resolve) => setTimeout(resolve, 9000))
  return { message: 'done' }
}`

type Answer = { result?: Record<string, unknown>; error?: { code: number; data?: unknown } }

async function send(
  key: string,
  method: string,
  params: { name?: string; taskId?: string; arguments?: object },
  { query = '', capabilities = TASKS as object } = {},
): Promise<Answer> {
  const response = await serveMcp(`http://localhost:3000/mcp${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': params.name ?? params.taskId ?? '',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  })
  const text = await response.text()
  if (text.startsWith('{')) return JSON.parse(text)
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'))
  return JSON.parse(lines.at(-1)!.slice('data: '.length))
}

async function startTask(key: string, skill: string) {
  const name = toolNameOf(skill)
  const { result } = await send(
    key,
    'tools/call',
    { name, arguments: { name: 'Ada' } },
    { query: `?skills=${skill}` },
  )
  return result!
}

const taskOf = async (key: string, taskId: unknown) =>
  (await send(key, 'tasks/get', { taskId: String(taskId) })).result

test('a run that takes longer is a task, whose end has the result of the call', async () => {
  const { key } = await makeKey()
  const task = await startTask(key, await publishHandler(SLOW))

  expect(task).toMatchObject({
    resultType: 'task',
    status: 'working',
    // The retention of a new organisation.
    ttlMs: 90 * 86_400_000,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  await expect
    .poll(() => taskOf(key, task.taskId), { timeout: 10_000 })
    .toMatchObject({
      taskId: task.taskId,
      status: 'completed',
      statusMessage: 'half way',
      result: { structuredContent: { message: 'done' }, content: [{ text: 'done' }] },
    })
})

test('a task of execute_skill ends with the report of its run', async () => {
  const { key } = await makeKey()
  const args = { name: await publishHandler(SLOW), args: { name: 'Ada' } }
  const { result } = await send(key, 'tools/call', { name: 'execute_skill', arguments: args })

  await expect
    .poll(() => taskOf(key, result!.taskId), { timeout: 10_000 })
    .toMatchObject({
      status: 'completed',
      result: { structuredContent: { status: 'completed', output: { message: 'done' } } },
    })
})

test('a run that fails is a completed task, so that the model learns why', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler(`async function handler() {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    throw new Error('no luck')
  }`)
  const { taskId } = await startTask(key, skill)

  await expect
    .poll(() => taskOf(key, taskId), { timeout: 10_000 })
    .toMatchObject({
      status: 'completed',
      result: { isError: true },
    })
})

test('cancelling a task cancels its run, and a second time changes nothing', async () => {
  const { ctx, key } = await makeKey()
  const { taskId } = await startTask(key, await publishHandler(ENDLESS))

  const cancel = () => send(key, 'tasks/cancel', { taskId: String(taskId) })
  expect((await cancel()).result).not.toHaveProperty('taskId')
  await expect.poll(() => taskOf(key, taskId), { timeout: 5000 }).toMatchObject({ status: 'cancelled' })
  expect(await cancel()).toMatchObject({ result: { resultType: 'complete' } })
  const { organisationId } = ctx.viewer!
  expect(await database().run.findMany({ where: { organisationId }, select: { state: true } })).toEqual([
    { state: 'cancelled' },
  ])
})

test('a client that does not understand tasks gets the result, and cannot ask for a task', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler(SLOW)
  const call = { name: toolNameOf(skill), arguments: { name: 'Ada' } }
  const without = { query: `?skills=${skill}`, capabilities: {} }

  expect(await send(key, 'tools/call', call, without)).toMatchObject({
    result: { structuredContent: { message: 'done' } },
  })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    expect(await send(key, method, { taskId: 'output:x' }, without)).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: TASKS } },
    })
})

test('a task is unknown to the key of another organisation', async () => {
  const { taskId } = await startTask((await makeKey()).key, await publishHandler(SLOW))
  const { key } = await makeKey()

  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    expect(await send(key, method, { taskId: String(taskId) })).toMatchObject({
      error: { code: -32602, data: { taskId } },
    })
})

test('a task is unknown to a key of the same person that does not reach its SkillSet', async () => {
  const { ctx, key } = await makeKey()
  const { taskId } = await startTask(key, await publishHandler(ENDLESS))
  const [publisher, slug] = (await publishHandler()).split('.')
  const limited = await createKey(ctx, {
    name: 'Another',
    scopes: ['read', 'run'],
    expiresInDays: 1,
    skillSets: [`${publisher}.${slug}`],
  })

  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    expect(await send(limited.key, method, { taskId: String(taskId) })).toMatchObject({
      error: { code: -32602 },
    })
  await send(key, 'tasks/cancel', { taskId: String(taskId) })
})

test('a key that can only read follows a task, and cannot cancel it', async () => {
  const { ctx, key } = await makeKey()
  const { taskId } = await startTask(key, await publishHandler(ENDLESS))
  const reader = await createKey(ctx, { name: 'Reader', scopes: ['read'], expiresInDays: 1 })

  expect(await taskOf(reader.key, taskId)).toMatchObject({ status: 'working' })
  expect(await send(reader.key, 'tasks/cancel', { taskId: String(taskId) })).toMatchObject({
    error: { data: { code: 'POLICY_DENIED' } },
  })
  await send(key, 'tasks/cancel', { taskId: String(taskId) })
})

test.each(['none', 'output:', 'output:none', 'report:../x'])(
  'the task “%s” is an invalid parameter',
  async (taskId) => {
    const { key } = await makeKey()

    expect(await send(key, 'tasks/get', { taskId })).toMatchObject({ error: { code: -32602 } })
  },
)

test('a run whose content is not stored is no task, because nobody could ask for its result', async () => {
  const { ctx, key } = await makeKey()
  await database().organisation.update({
    where: { id: ctx.viewer!.organisationId },
    data: { runRetentionDays: 0 },
  })

  expect(await startTask(key, await publishHandler(SLOW))).toMatchObject({
    resultType: 'complete',
    structuredContent: { message: 'done' },
  })
})

test('a run of the long lane is a task at once', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler(undefined, { limits: { lane: 'long' } })

  const task = await startTask(key, skill)

  expect(task).toMatchObject({ resultType: 'task', status: 'working' })
  expect(await taskOf(key, task.taskId)).toMatchObject({ status: 'working' })
  await send(key, 'tasks/cancel', { taskId: String(task.taskId) })
  expect(await taskOf(key, task.taskId)).toMatchObject({ status: 'cancelled' })
})
