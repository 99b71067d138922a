/** Host calls of a handler reach Guildhall, and only under the identity of their own run. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/kernel/errors.ts'
import type { Json } from '../../lib/kernel/json/json.ts'
import type { ExecuteOptions, SandboxCall } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'

const sandbox = connectSandbox()
const handler = (body: string) => `export default async ({ parameters, context }) => { ${body} }`

async function run(body: string, onCall: ExecuteOptions['onCall'], parameters = {}) {
  return sandbox.execute(makeJob(handler(body), { parameters, limits: { cpuMs: 30_000 } }), { onCall })
}

describe('a call', () => {
  // biome-ignore format: table
  test.each<[string, string, SandboxCall]>([
    ['another skill', 'return context.callSkill("a.b.c", { n: 1 })', { method: 'callSkill', params: { name: 'a.b.c', args: { n: 1 } } }],
    ['another skill without arguments', 'return context.callSkill("a.b.c")', { method: 'callSkill', params: { name: 'a.b.c', args: {} } }],
    ['a tool', 'return context.tools.util.slugifyTitle({ title: "T" })', { method: 'callTool', params: { name: 'util.slugifyTitle', args: { title: 'T' } } }],
  ])('of %s arrives unchanged, and its result is returned', async (_what, body, asked) => {
    const calls: SandboxCall[] = []
    const outcome = await run(body, async (call) => {
      calls.push(call)
      return { answer: '“å” \u2028' }
    })

    expect(outcome).toMatchObject({ kind: 'returned', value: { answer: '“å” \u2028' } })
    expect(calls).toEqual([asked])
  })
})

describe('blobs', () => {
  test('are read as text and as bytes, and written from either', async () => {
    const written: unknown[] = []
    const body = `
      const text = await context.blobs.readText('blob:1')
      const bytes = await context.blobs.readBytes('blob:1')
      const ids = [await context.blobs.write('é', 'text/plain'), await context.blobs.write(bytes.slice(0, 2), 'image/png')]
      return { text, length: bytes.length, ids }`
    const outcome = await run(body, async ({ method, params }): Promise<Json> => {
      if (method === 'readBlob') return { base64: Buffer.from('héllo').toString('base64') }
      written.push(params)
      return { id: `blob:${written.length + 1}` }
    })

    expect(outcome).toMatchObject({ value: { text: 'héllo', length: 6, ids: ['blob:2', 'blob:3'] } })
    expect(written).toEqual([
      { text: 'é', kind: 'text/plain' },
      { base64: Buffer.from('hé').subarray(0, 2).toString('base64'), kind: 'image/png' },
    ])
  })
})

describe('a refusal', () => {
  const refuse = async () => {
    throw new AppError('POLICY_DENIED', { message: 'Not declared.', suggestedAction: 'Declare it.' })
  }

  test('is thrown in the handler, with the code of the table and the SDK’s class name', async () => {
    const caught = `try { await context.callSkill('a.b.c') } catch (e) {
      return { name: e.name, code: e.code, message: e.message, recoverable: e.recoverable, action: e.suggested_action, isError: e instanceof Error }
    }`

    expect(await run(caught, refuse)).toMatchObject({
      value: {
        name: 'PolicyError',
        code: 'POLICY_DENIED',
        message: 'Not declared.',
        recoverable: false,
        action: 'Declare it.',
        isError: true,
      },
    })
  })

  test('ends the run when the handler lets it through, with the line that called', async () => {
    const outcome = await run(`\nawait context.tools.vault.readFile({ path: 'a' })`, refuse)

    expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'PolicyError', code: 'POLICY_DENIED' } })
    expect(outcome.kind === 'threw' && outcome.error.stack).toContain('definition.js:2:')
  })

  test('reveals nothing of an internal error', async () => {
    const outcome = await run('return context.callSkill("a.b.c")', async () => {
      throw new Error('password: hunter2')
    })

    expect(outcome).toMatchObject({ kind: 'threw', error: { code: 'INTERNAL_ERROR' } })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  test('is returned for every call if no handler is registered for the run', async () => {
    expect(await run('return context.callSkill("a.b.c")', undefined)).toMatchObject({
      error: { code: 'TOOL_NOT_AVAILABLE', message: 'This run cannot make calls.' },
    })
  })

  test('is returned for arguments that are not JSON, with the path', async () => {
    const asked: unknown[] = []
    const outcome = await run('return context.callSkill("a.b.c", { list: [1, NaN] })', async (call) => {
      asked.push(call)
      return null
    })

    expect(outcome).toMatchObject({
      error: { name: 'TypeError', message: expect.stringContaining('/args/list/1') },
    })
    expect(asked).toEqual([])
  })
})

describe('bounds', () => {
  test('a run can make a limited number of calls', async () => {
    let answered = 0
    const body = `let refused = ''
      for (let i = 0; i < 203; i += 1) await context.callSkill('a.b.c').catch((e) => { refused = e })
      return { code: refused.code, limit: refused.limit, action: refused.suggested_action }`

    const outcome = await run(body, async () => (answered += 1))

    expect(outcome).toMatchObject({
      value: {
        code: 'LIMIT_REACHED',
        limit: { what: 'run_calls', max: 200, used: 200, unit: 'items' },
        action: 'Make fewer calls, or split the work into several runs.',
      },
    })
    expect(answered).toBe(200)
  })

  test('a call has a limited size', async () => {
    const body = `return context.callSkill('a.b.c', { text: 'x'.repeat(16 * 1024 * 1024) }).catch((e) => e.code)`

    expect(await run(body, async () => ({}))).toMatchObject({ value: 'INVALID_INPUT' })
  })

  test('a run reads and writes a limited number of parts of blobs, beside its calls', async () => {
    let answered = 0
    const body = `let refused = ''
      const read = () => context.blobs.readBytes('blob:1', { start: 0, end: 1 }).catch((e) => { refused = e })
      for (let i = 0; i < 26; i += 1) await Promise.all(Array.from({ length: 40 }, read))
      return { code: refused.code, limit: refused.limit, called: await context.callSkill('a.b.c') }`

    expect(
      await run(body, async ({ method }) => {
        if (method === 'callSkill') return 'still possible'
        answered += 1
        return { base64: '', sizeBytes: 0 }
      }),
    ).toMatchObject({
      value: {
        code: 'LIMIT_REACHED',
        limit: { what: 'run_blob_parts', max: 1_000 },
        called: 'still possible',
      },
    })
    expect(answered).toBe(1_000)
  })

  test('the calls of a run pass so many values together, however few bytes those are', async () => {
    let answered = 0
    const body = `const args = { rows: Array.from({ length: 150_000 }, () => []) }
      for (let i = 0; i < 10; i += 1) await context.callSkill('a.b.c', args)`

    expect(await run(body, async () => (answered += 1))).toMatchObject({
      error: { code: 'LIMIT_REACHED' },
    })
    expect(answered).toBe(3)
  })
})

describe('the end of a run', () => {
  test('cancels pending calls when it returns without waiting', async () => {
    const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

    const outcome = await run(
      'context.callSkill("not.waited.for"); await context.tools.util.slugifyTitle({ title: "T" }); return 1',
      async ({ method }, over) => {
        if (method === 'callTool') return begun.promise.then(() => null)
        over.addEventListener('abort', () => stopped.resolve())
        begun.resolve()
        return new Promise(() => {})
      },
    )

    expect(outcome).toMatchObject({ kind: 'returned' })
    await stopped.promise
  })

  test('cancels pending calls at its time limit', async () => {
    const stopped = Promise.withResolvers<void>()
    const job = makeJob(handler('return context.callSkill("a.b.c")'), { limits: { wallMs: 1_500 } })

    const outcome = await sandbox.execute(job, {
      onCall: (_call, over) => {
        over.addEventListener('abort', () => stopped.resolve())
        return new Promise(() => {})
      },
    })

    expect(outcome).toMatchObject({ kind: 'limit' })
    await stopped.promise
  })

  test('a cancelled run is over while its call is still being answered', async () => {
    const cancel = new AbortController()
    const outcome = await sandbox.execute(makeJob(handler('return context.callSkill("a.b.c")')), {
      signal: cancel.signal,
      onCall: () => {
        cancel.abort()
        return new Promise(() => {})
      },
    })

    expect(outcome).toMatchObject({ kind: 'cancelled' })
  })
})

test('code left behind by another run of the same process cannot make calls in the next one’s name', async () => {
  const publisher = 'one_stall'
  const asked: string[] = []
  const first = makeJob(
    handler(
      `(async () => { for (;;) { await context.callSkill('first.left.behind').catch(() => {}) } })(); return 1`,
    ),
    { publisher },
  )
  const second = makeJob(handler('await scheduler.wait(100); return context.callSkill("second.of.all")'), {
    publisher,
  })

  await sandbox.execute(first, { onCall: async () => null })
  await sandbox.execute(second, {
    onCall: async ({ params }) => {
      asked.push((params as { name: string }).name)
      return null
    },
  })

  expect(asked).toEqual(['second.of.all'])
})
