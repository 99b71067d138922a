/** A box that runs nothing and ends each job as told, for tests of what surrounds the box. */
import type { Json } from '../contract/json/json.ts'
import type { Outcome, Sandbox, SandboxJob, ThrownError } from '../sandbox/sandbox.ts'

export type PretendSandbox = Sandbox & {
  /** What it was asked to run, in order. */
  jobs: SandboxJob[]
}

/** Every job returns `value`. */
export function returns(value: Json): PretendSandbox {
  return endsWith(() => ({ kind: 'returned', value, durationMs: 1, logs: [] }))
}

/** Every job's handler throws. */
export function throws(error: Partial<ThrownError> = {}): PretendSandbox {
  const thrown = { name: 'Error', message: 'It broke.', stack: 'Error: It broke.', ...error }
  return endsWith(() => ({ kind: 'threw', error: thrown, durationMs: 1, logs: [] }))
}

/** Every job ends as `decide` says; it may look at the job, or wait. */
export function endsWith(
  decide: (job: SandboxJob, signal?: AbortSignal) => Outcome | Promise<Outcome>,
): PretendSandbox {
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

/** A box whose jobs go on until `finish` is called for their run, or they are aborted. */
export function patientBox() {
  const finishers = new Map<string, () => void>()
  const box = endsWith(async (job, signal) => {
    const how = await new Promise<'done' | 'aborted'>((resolve) => {
      finishers.set(job.runId, () => resolve('done'))
      signal?.addEventListener('abort', () => resolve('aborted'))
    })
    if (how === 'aborted') return { kind: 'cancelled', durationMs: 1, logs: [] }
    return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
  })
  return {
    box,
    finish: (runId: string) => finishers.get(runId)?.(),
    isRunning: (runId: string) => finishers.has(runId),
  }
}
