import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_CONFIG } from '../../config/unseal-config.ts'
import type { Context } from '../../context/context.ts'
import { JAVASCRIPT_LIMITS } from '../../sandbox/sandbox.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import type { RunView } from '../views/run-view.ts'
import type { ChildRun } from './call-skill.ts'
import { executeInSandbox } from './execute-in-sandbox.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const WRITE_EVERY_MS = 300

test('a run ends after its progress was written, one write after the other', async () => {
  const slow = Promise.withResolvers<void>()
  const logged = Promise.withResolvers<void>()
  const updateMany = vi.fn(async (_update: object) => {
    if (updateMany.mock.calls.length === 1) await slow.promise
  })
  const sandbox: Context['sandbox'] = {
    ...returns(null),
    async execute(_job, options) {
      for (const text of ['first', 'second']) {
        options?.onEvent?.({ kind: 'log', level: 'info', text, atMs: 0 })
        await vi.advanceTimersByTimeAsync(WRITE_EVERY_MS)
      }
      logged.resolve()
      return { kind: 'returned', value: null, durationMs: 1, logs: [] }
    },
  }
  const ended = vi.fn()
  const running = execute({ db: dbWith({ run: { updateMany } }), sandbox }).then(ended)
  await logged.promise
  await vi.advanceTimersByTimeAsync(WRITE_EVERY_MS)

  expect(updateMany).toHaveBeenCalledOnce()
  expect(ended).not.toHaveBeenCalled()
  slow.resolve()
  await running

  expect(JSON.stringify(updateMany.mock.lastCall)).toMatch(/first.*second/)
})

test('the time that a run waits for a process is not taken from the runs it calls', async () => {
  const waitedMs = JAVASCRIPT_LIMITS.wallMs + 30_000
  const runChild = vi.fn(async () => ({ skillName: 'util.slugifyTitle', output: {} }) as unknown as RunView)
  const sandbox: Context['sandbox'] = {
    ...returns(null),
    async execute(_job, options) {
      await vi.advanceTimersByTimeAsync(waitedMs)
      const call = {
        method: 'callTool',
        params: { name: 'util.slugifyTitle', args: { title: 'A' } },
      } as const
      await options?.onCall?.(call, new AbortController().signal)
      return { kind: 'returned', value: null, durationMs: 1, logs: [] }
    },
  }
  const startedMs = Date.now()

  await execute({ db: dbWith({}), sandbox }, { runChild, tools: ['util.slugifyTitle'] })

  const deadlineMs = startedMs + waitedMs + JAVASCRIPT_LIMITS.wallMs
  expect(runChild).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ deadlineMs }))
})

/** A database without settings. */
function dbWith(tables: object): Context['db'] {
  const empty = { findMany: async () => [] }
  return { siteSetting: empty, organisationLimit: empty, ...tables } as unknown as Context['db']
}

type Wanted = { runChild?: (child: ChildRun) => Promise<RunView>; tools?: string[] }

function execute(ctx: Pick<Context, 'db' | 'sandbox'>, { runChild = vi.fn(), tools = [] }: Wanted = {}) {
  const viewer = { userId: 'ada', organisationId: 'org', organisationName: 'Org' }
  const parent = {
    row: { id: 'run_1', organisationId: 'org', skillSetId: 'set', purgedAt: null, createdAt: new Date() },
    acting: { db: ctx.db, viewer },
    runnable: { organisation: { id: 'org', name: 'Org' }, skill: {}, document: { permissions: { tools } } },
    contract: {},
    config: NO_CONFIG,
    parameters: {},
    timeZone: 'UTC',
  } as unknown as RecordedRun
  return executeInSandbox(ctx, { parent, runChild }, new AbortController().signal)
}
