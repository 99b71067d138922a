import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { escapeForTerminal } from '../commands/cli-command.ts'
import { deleteFromSite, getFromSite } from './site.ts'

/** A test run as the site tells it. */
export type TestRun = {
  /** Absent for a recording. */
  run_id?: string
  state: string
  /** Between 0 and 1, if the skill reports it. */
  progress?: number
  progress_note?: string
  url: string
}

type Following = {
  /** Names the run in the lines about its progress. */
  name: string
  signal: AbortSignal | undefined
}

const POLL_MS = 1_000
/** A run goes on while the site restarts or a line drops, so a failed look at it is repeated. */
const MAX_FAILED_LOOKS = 10

/**
 * Waits until a run that the site returned open has ended: one of the lane `long`, or one that took longer than a request.
 * Writes its progress to standard error, so that standard output has results alone. Cancels the run when `signal` is
 * aborted, and returns the cancelled run.
 */
export async function followTestRun<Run extends TestRun>(
  site: string,
  started: Run,
  { name, signal }: Following,
): Promise<Run> {
  let run = started
  let shown = ''
  let failedLooks = 0
  while (run.run_id !== undefined && isOpen(run)) {
    const line = formatProgress(run)
    if (line !== shown) process.stderr.write(`${escapeForTerminal(`  ${line}  ${name}`)}\n`)
    shown = line
    const url = paths.publishingTestRun(run.run_id)
    // Aborting ends the wait early.
    await sleep(POLL_MS * (1 + failedLooks), undefined, { ...(signal && { signal }) }).catch(() => {})
    if (signal?.aborted) return asCancelled({ ...run, ...(await deleteFromSite<Run>(site, url)) })
    try {
      run = { ...run, ...(await getFromSite<Run>(site, url)) }
      failedLooks = 0
    } catch (error) {
      failedLooks += 1
      if (!isPassing(error) || failedLooks > MAX_FAILED_LOOKS) throw error
    }
  }
  return run
}

/** Whether a later look may succeed: the site is busy, restarts or cannot be reached. */
function isPassing(error: unknown): boolean {
  return error instanceof AppError && ['TOOL_NOT_AVAILABLE', 'RATE_LIMIT_EXCEEDED'].includes(error.code)
}

/** A running one ends soon after the request. */
function asCancelled<Run extends TestRun>(run: Run): Run {
  return isOpen(run) ? { ...run, state: 'cancelled' } : run
}

const isOpen = ({ state }: TestRun) => state === 'queued' || state === 'running'

/** Such as "running (40 %, fetching)", or "queued: http://…", where a person can follow the run. */
function formatProgress({ state, progress, progress_note: note, url }: TestRun): string {
  const percent = progress === undefined ? undefined : `${Math.round(progress * 100)} %`
  const parts = [percent, note].filter((part) => part !== undefined)
  return parts.length > 0 ? `${state} (${parts.join(', ')})` : `${state}: ${url}`
}
