/** A fake sandbox that runs nothing and ends each job as the test decides. */
import type { Json } from '../kernel/json/json.ts'
import type { Outcome, Sandbox, SandboxJob, ThrownError } from '../sandbox/sandbox.ts'

export type FakeSandbox = Sandbox & {
  jobs: SandboxJob[]
}

export function returns(value: Json): FakeSandbox {
  return endsWith(() => ({ kind: 'returned', value, durationMs: 1, logs: [] }))
}

export function throws(error: Partial<ThrownError> = {}): FakeSandbox {
  const thrown = { name: 'Error', message: 'It broke.', stack: 'Error: It broke.', ...error }
  return endsWith(() => ({ kind: 'threw', error: thrown, durationMs: 1, logs: [] }))
}

export function endsWith(
  decide: (job: SandboxJob, signal?: AbortSignal) => Outcome | Promise<Outcome>,
): FakeSandbox {
  const jobs: SandboxJob[] = []
  return {
    jobs,
    async execute(job, options) {
      jobs.push(job)
      return decide(job, options?.signal)
    },
    async health() {
      return { ok: true, detail: 'pretending' }
    },
  }
}

/** Jobs run until `finish` is called for them or they are aborted. */
export function manualSandbox() {
  const finishers = new Map<string, () => void>()
  const sandbox = endsWith(async (job, signal) => {
    const how = await new Promise<'done' | 'aborted'>((resolve) => {
      finishers.set(job.runId, () => resolve('done'))
      signal?.addEventListener('abort', () => resolve('aborted'))
    })
    if (how === 'aborted') return { kind: 'cancelled', durationMs: 1, logs: [] }
    return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
  })
  return {
    sandbox,
    finish: (runId: string) => finishers.get(runId)?.(),
    isRunning: (runId: string) => finishers.has(runId),
  }
}
