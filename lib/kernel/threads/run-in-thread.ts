/**
 * Runs expensive functions in worker threads and kills the thread at the task's deadline. See piscina's README,
 * "Cancelable Tasks".
 */
import { pathToFileURL } from 'node:url'
import type { Piscina } from 'piscina'
import { AppError, type ErrorCode } from '../errors.ts'
import { oncePerProcess } from '../process/once-per-process.ts'
import { contentKey, resultCache } from './result-cache.ts'
import { absolutePath, FairQueue, openThreadPool, THREADS } from './thread-pool.ts'
import { THREAD_TASKS, type ThreadTask } from './thread-tasks.ts'
import type { ThreadJob, ThreadReply } from './worker-thread.ts'

type Options = {
  /** An organisation or publisher. Owners take turns. */
  owner: string
  signal?: AbortSignal | undefined
}

type Job = { run: () => Promise<void> }
type Threads = { pool: Piscina; queue: FairQueue<Job>; running: number; nextId: number }

/** The time that loading a task's modules may take on a busy machine. */
const START_MS = 30_000
const MAX_WAITING = 64
const RETRY_AFTER_S = 5

function threads(): Threads {
  return oncePerProcess('threads', () => ({
    pool: openThreadPool(),
    queue: new FairQueue<Job>({ maxPerOwner: THREADS - 1, maxWaiting: MAX_WAITING }),
    running: 0,
    nextId: 1,
  }))
}

/**
 * `args` and result must be plain data. Throws INVALID_INPUT past the deadline, RATE_LIMIT_EXCEEDED if the
 * queue is full, the function's error, and the signal's reason.
 */
export function runInThread<Task extends (...args: never[]) => unknown>(
  task: ThreadTask,
  args: Parameters<Task>,
  { owner, signal }: Options,
): Promise<ReturnType<Task>> {
  return enqueue(task, { args, owner, signal }) as Promise<ReturnType<Task>>
}

/** Characters of cached JSON results. */
const MAX_CACHED_CHARS = 32_000_000
const ENTRY_WEIGHT = 200
const cached = resultCache<string>(MAX_CACHED_CHARS)

/** Like `runInThread`, for JSON values, and caches results by input. */
export async function runOncePerInput<Task extends (...args: never[]) => unknown>(
  task: ThreadTask,
  args: Parameters<Task>,
  { owner }: Pick<Options, 'owner'>,
): Promise<ReturnType<Task>> {
  const json = JSON.stringify(args)
  const result = await cached(contentKey(task, json), async () => {
    const value = (await enqueue(task, { args: json, owner })) as string
    return { value, weight: value.length + ENTRY_WEIGHT }
  })
  return JSON.parse(result)
}

type Work = Options & { args: unknown[] | string }

function enqueue(task: ThreadTask, { args, owner, signal }: Work): Promise<unknown> {
  const all = threads()
  const { queueMs } = THREAD_TASKS[task]
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const job: Job = {
      run: () => {
        leave()
        return perform(all, task, { args, signal }).then(resolve, reject)
      },
    }
    const giveUp = (reason: unknown) => {
      leave()
      if (all.queue.remove({ owner, job })) reject(reason)
    }
    const onAbort = () => giveUp(signal?.reason)
    const timer = setTimeout(() => giveUp(busy()), queueMs)
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    signal?.addEventListener('abort', onAbort)
    if (!all.queue.add({ owner, job })) {
      leave()
      reject(busy())
    }
    dispatch(all)
  })
}

function dispatch(all: Threads): void {
  while (all.running < THREADS) {
    const next = all.queue.take()
    if (!next) return
    all.running += 1
    void next.job.run().finally(() => {
      all.running -= 1
      all.queue.finish(next.owner)
      dispatch(all)
    })
  }
}

async function perform(
  all: Threads,
  task: ThreadTask,
  { args, signal }: Omit<Work, 'owner'>,
): Promise<unknown> {
  const { file, name, deadlineMs } = THREAD_TASKS[task]
  const id = all.nextId++
  const late = new AbortController()
  let hasEnded = false
  // Pending messages are read first: if this process was busy, the thread is not late.
  const endLater = (ms: number) => setTimeout(() => setImmediate(() => hasEnded || late.abort()), ms)
  let timer = endLater(START_MS)
  const onMessage = (message: unknown) => {
    if ((message as { begun?: number } | null)?.begun !== id) return
    clearTimeout(timer)
    timer = endLater(deadlineMs)
  }
  all.pool.on('message', onMessage)
  try {
    const job: ThreadJob = { id, url: pathToFileURL(absolutePath(file)).href, name, args }
    const reply: ThreadReply = await all.pool.run(job, {
      signal: signal ? AbortSignal.any([late.signal, signal]) : late.signal,
    })
    if ('value' in reply) return reply.value
    throw new AppError(reply.refused.code as ErrorCode, {
      ...reply.refused.options,
      message: reply.refused.message,
    })
  } catch (thrown) {
    signal?.throwIfAborted()
    const isCostly = late.signal.aborted || (thrown as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isCostly ? tooCostly(task) : thrown
  } finally {
    hasEnded = true
    clearTimeout(timer)
    all.pool.off('message', onMessage)
  }
}

const TOO_COSTLY = 'deadline'

function tooCostly(task: ThreadTask): AppError {
  const message = THREAD_TASKS[task].tooCostly
  const issues = [{ path: '', keyword: TOO_COSTLY, message }]
  return new AppError('INVALID_INPUT', {
    message,
    issues,
    suggestedAction: 'Send something smaller or simpler.',
  })
}

export function isTooCostly(thrown: unknown): boolean {
  return (
    thrown instanceof AppError &&
    (thrown.options.issues?.some(({ keyword }) => keyword === TOO_COSTLY) ?? false)
  )
}

function busy(): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many of your requests are in progress. Try again in a few seconds.',
    retryAfter: RETRY_AFTER_S,
  })
}
