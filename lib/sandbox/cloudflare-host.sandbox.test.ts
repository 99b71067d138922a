/**
 * Tests what every kind of host guarantees, with the sandbox and with our worker on a workerd in place of
 * Cloudflare.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { type LocalWorker, startLocalWorker } from '../testing/start-local-worker.ts'
import { parseHosts } from './host-address.ts'
import type { ExecuteOptions, Sandbox, SandboxEvent, SandboxJob } from './sandbox.ts'
import { connectSandbox } from './sandbox-client.ts'
import { connectHost } from './sandbox-host.ts'

const TOKEN = 'the site and the worker know it'

let localWorker: LocalWorker

beforeAll(async () => {
  localWorker = await startLocalWorker(TOKEN)
  process.env.GUILDHALL_SANDBOX_WORKER_TOKEN = TOKEN
})

afterAll(async () => {
  delete process.env.GUILDHALL_SANDBOX_WORKER_TOKEN
  await localWorker.kill()
})

const worker = () => connectSandbox(localWorker.origin)
const job: typeof makeJob = (definition, wanted) => makeJob(definition, { hasSecrets: false, ...wanted })
const execute = (
  sandbox: Sandbox,
  definition: string,
  wanted?: Partial<SandboxJob>,
  options?: ExecuteOptions,
) => sandbox.execute(job(definition, wanted), options)

type Case = { what: string; definition: string; wanted?: Parameters<typeof makeJob>[1]; outcome: object }

const cases: Case[] = [
  {
    what: 'the handler’s result for its input',
    definition:
      'async function handler({ parameters, config, context }) { return { parameters, config, id: context.runId } }',
    wanted: {
      parameters: { text: '\u2028 日本語 👩‍👩‍👧 \ud800' },
      config: { unit: 'kg' },
      context: { runId: 'run_1' },
    },
    outcome: {
      kind: 'returned',
      value: { parameters: { text: '\u2028 日本語 👩‍👩‍👧 \ud800' }, config: { unit: 'kg' }, id: 'run_1' },
    },
  },
  {
    what: 'TypeScript’s errors on the editor’s lines',
    definition:
      'async function handler() {\n  const far: number = 1\n  throw new RangeError("too " + far)\n}',
    outcome: {
      kind: 'threw',
      error: {
        name: 'RangeError',
        message: 'too 1',
        stack: 'RangeError: too 1\n    at handler (definition.js:3:9)',
      },
    },
  },
  {
    what: 'the four parts of a thrown refusal',
    definition:
      'export default () => { throw { code: "NOPE", message: "No.", recoverable: true, suggested_action: "Wait." } }',
    outcome: { kind: 'threw', error: { code: 'NOPE', recoverable: true, suggestedAction: 'Wait.' } },
  },
  {
    what: 'a definition that is not JavaScript',
    definition: 'async function handler( {',
    outcome: { kind: 'threw', error: { name: 'SyntaxError' } },
  },
  {
    what: 'that an import is refused',
    definition: 'import { env } from "cloudflare:workers"\nexport default () => env',
    outcome: { kind: 'threw', error: { message: 'import is not allowed in a definition.' } },
  },
  {
    what: 'that no code is made of strings',
    definition: 'export default () => new Function("return 1")()',
    outcome: { kind: 'threw', error: { name: 'EvalError' } },
  },
  {
    what: 'that nothing is reached',
    definition: 'export default () => fetch("https://example.com")',
    outcome: { kind: 'threw', error: { message: expect.stringContaining('does not declare any hosts') } },
  },
  {
    what: 'that neither the process nor what the worker holds is there',
    definition: 'export default () => [typeof process, typeof TOKEN, typeof LOADER, typeof env]',
    outcome: { kind: 'returned', value: ['undefined', 'undefined', 'undefined', 'undefined'] },
  },
  {
    what: 'more than may be returned',
    definition: 'export default () => "x".repeat(3000)',
    wanted: { limits: { outputBytes: 2000 } },
    outcome: { kind: 'limit', limit: 'output' },
  },
  {
    what: 'a handler that waits too long',
    definition: 'export default () => new Promise(() => {})',
    wanted: { limits: { wallMs: 100 } },
    outcome: {
      kind: 'limit',
      limit: 'wall',
      message: 'The skill exceeded its time limit of 0.1 s.',
    },
  },
]

describe.each([
  ['the box', () => connectSandbox()],
  ['the worker', worker],
])('%s reports', (_name, sandbox) => {
  test.each(cases)('$what', async ({ definition, wanted, outcome }) => {
    expect(await sandbox().execute(job(definition, wanted))).toMatchObject(outcome)
  })

  test('logs and progress as they come, and the log at the end', async () => {
    const events: SandboxEvent[] = []
    const definition = `export default async ({ context }) => {
      console.warn('one', { two: 2 }); context.progress(0.5, 'half'); console.log('last'); return 1
    }`

    const outcome = await execute(sandbox(), definition, {}, { onEvent: (event) => events.push(event) })

    expect(events.map(({ kind }) => kind)).toEqual(['log', 'progress', 'log'])
    expect(outcome).toMatchObject({
      kind: 'returned',
      logs: [
        { level: 'warn', text: 'one {"two":2}' },
        { level: 'log', text: 'last' },
      ],
    })
  })

  test('nothing of an earlier run', async () => {
    const definition = `let count = 0
      export default () => { globalThis.seen = (globalThis.seen ?? 0) + 1; return [++count, globalThis.seen] }`
    const publisher = 'press_contract'

    await execute(sandbox(), definition, { publisher })

    expect(await execute(sandbox(), definition, { publisher })).toMatchObject({ value: [1, 1] })
  })

  test('that a run is cancelled, immediately', async () => {
    const leaving = new AbortController()
    let leftAt = Number.NaN
    const onEvent = () => {
      leftAt = performance.now()
      leaving.abort()
    }
    const definition = 'export default () => { console.log("begun"); return new Promise(() => {}) }'

    const outcome = await execute(sandbox(), definition, {}, { signal: leaving.signal, onEvent })

    expect(outcome).toMatchObject({ kind: 'cancelled' })
    expect(performance.now() - leftAt).toBeLessThan(5_000)
  })

  test('that it is well', async () => {
    await expect.poll(() => sandbox().health()).toMatchObject({ ok: true, hosts: [{ ok: true, waiting: 0 }] })
  })
})

test('a call that hides from the choice of hosts is refused in the worker, with the code of the table', async () => {
  const definition = `export default ({ context }) => context['call' + 'Skill']('util.slug', {})`

  expect(await execute(worker(), definition)).toMatchObject({
    kind: 'threw',
    error: { code: 'TOOL_NOT_AVAILABLE', message: expect.stringContaining('cannot call other skills') },
  })
})

test('a client without the token is refused, and learns that nothing ran', async () => {
  process.env.GUILDHALL_SANDBOX_WORKER_TOKEN = 'a guess'
  const outcome = await execute(worker(), 'export default () => 1')
  const health = await worker().health()
  process.env.GUILDHALL_SANDBOX_WORKER_TOKEN = TOKEN

  expect(outcome).toEqual({ kind: 'unavailable', message: expect.any(String), durationMs: 0, logs: [] })
  expect(health).toMatchObject({ ok: false, hosts: [{ ok: false, reason: '401 wrong token' }] })
})

test('code that never lets go is given up from here', async () => {
  const stuck = await startLocalWorker(TOKEN)
  const [address] = parseHosts(stuck.origin)
  const looping = job('export default () => { for (;;) {} }', { limits: { wallMs: 100 } })

  expect(await connectHost(address!).attempt(looping)).toMatchObject({ kind: 'limit', limit: 'wall' })
  await stuck.kill()
})

test('a worker that dies has lost its run, and is not reached afterwards', async () => {
  const doomed = await startLocalWorker(TOKEN)
  const [address] = parseHosts(doomed.origin)
  const host = connectHost(address!)
  const begun = Promise.withResolvers<void>()
  const waiting = job('export default () => { console.log("begun"); return new Promise(() => {}) }')
  const lost = host.attempt(waiting, { onEvent: () => begun.resolve() })
  await begun.promise

  await doomed.kill()

  expect(await lost).toMatchObject({ kind: 'unavailable', reason: 'lost' })
  expect(await host.attempt(job('export default () => 1'))).toBe('unreached')
})
