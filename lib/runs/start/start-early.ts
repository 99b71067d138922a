/**
 * Sends the job of a free run without network access while its record is being written, which takes as long as a
 * fourth of the run. Its code can only compute until then: its calls and progress wait for the record, and if there is
 * none, or no slot, it is stopped and leaves nothing behind.
 */
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context/context.ts'
import type { ExecuteOptions, Sandbox, SandboxJob } from '../../sandbox/sandbox.ts'
import { type JobSource, jobOf } from '../perform/execute-in-sandbox.ts'
import type { Recorded } from '../prepare/record-run.ts'
import { countLeasedHere, leaseRun } from '../queue/lease-run.ts'
import { MAX_CONCURRENT_RUNS } from '../queue/wait-for-slot.ts'
import type { OpenedRun } from '../resolve/opened-run.ts'
import type { NewRun } from '../rows/insert-run.ts'

/** Stopping a run costs a sandbox process, so runs start early only if a slot is likely to be free. */
const EXPECTED_FOR_MS = 10_000

/** Organisations whose last run got a slot at once. */
const unimpeded = new LRUCache<string, true>({ max: 10_000, ttl: EXPECTED_FOR_MS })

type Start = { source: Omit<JobSource, 'row'>; run: NewRun }

/** Call it for a run that `needsOneStatement` and `mayStartUnflushed`. Throws what `record` throws. */
export async function recordAndStart(
  { db, sandbox }: Pick<Context, 'db' | 'sandbox'>,
  { source, run }: Start,
  record: () => Promise<Recorded>,
): Promise<Recorded & Pick<OpenedRun, 'execute'>> {
  const { id, organisationId, userId, conversationId = null } = run
  const isEarly = mayStartEarly(source, organisationId)
  // The lease makes it count as a run of its organisation.
  const lease = isEarly ? leaseRun(db, run) : undefined
  const early = isEarly
    ? executeEarly(sandbox, jobOf({ ...source, row: { id, userId, conversationId } }))
    : undefined
  let hasSlot: boolean | undefined
  try {
    const recorded = await record()
    hasSlot = recorded.hasSlot
    return { ...recorded, ...(hasSlot && early && { execute: early.confirm }) }
  } finally {
    lease?.release()
    if (hasSlot) unimpeded.set(organisationId, true)
    else {
      unimpeded.delete(organisationId)
      early?.stop()
    }
  }
}

/** Python first reads the files to mount. Recording the run also checks runs of other processes. */
function mayStartEarly({ runnable }: Start['source'], organisationId: string): boolean {
  const { tool, skill } = runnable
  if (tool || skill.runtime === 'python' || !unimpeded.has(organisationId)) return false
  return countLeasedHere(organisationId) < MAX_CONCURRENT_RUNS
}

function executeEarly(sandbox: Sandbox, job: SandboxJob) {
  const stopping = new AbortController()
  const recorded = Promise.withResolvers<ExecuteOptions>()
  const outcome = sandbox.execute(job, {
    signal: stopping.signal,
    onEvent: (event) => recorded.promise.then(({ onEvent }) => onEvent?.(event)),
    onCall: async (call, over) => (await recorded.promise).onCall!(call, over),
  })
  // No one may wait for the outcome of a stopped run.
  outcome.catch(() => {})
  const stop = () => stopping.abort()
  return {
    stop,
    confirm(options: ExecuteOptions) {
      recorded.resolve(options)
      if (options.signal?.aborted) stop()
      options.signal?.addEventListener('abort', stop)
      return outcome
    },
  }
}
