import { setTimeout as sleep } from 'node:timers/promises'
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
  while (run.run_id !== undefined && isOpen(run)) {
    const line = formatProgress(run)
    if (line !== shown) process.stderr.write(`${escapeForTerminal(`  ${line}  ${name}`)}\n`)
    shown = line
    const url = paths.publishingTestRun(run.run_id)
    // Aborting ends the wait early.
    await sleep(POLL_MS, undefined, { ...(signal && { signal }) }).catch(() => {})
    if (signal?.aborted) return asCancelled({ ...run, ...(await deleteFromSite<Run>(site, url)) })
    run = { ...run, ...(await getFromSite<Run>(site, url)) }
  }
  return run
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
