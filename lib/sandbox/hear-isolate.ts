/**
 * A run as the dispatcher speaks of it: what is sent to it, and what comes back, distrusted and bounded.
 *
 * Floor 2. The same wherever the dispatcher runs: in a workerd of the box, or on Cloudflare.
 */
import type http from 'node:http'
import { type Ending, endingOf, notStarted } from './endings.ts'
import type { LogBook } from './log-book.ts'
import { type FrameBounds, readFrames } from './read-frames.ts'
import type { SandboxEvent, SandboxJob } from './sandbox.ts'

export type Hearing = { job: SandboxJob; logs: LogBook; onEvent: (event: SandboxEvent) => void }

const MAX_PROGRESS_EVENTS = 500

/** Tells the dispatcher how many bytes of the body are the head. */
export const HEAD_HEADER = 'x-guildhall-head'

/**
 * What the dispatcher takes: a head, of which it makes the isolate, and the input behind it, which it passes on unread. Where
 * every isolate is made alike (Python) the head is empty, and the code comes with the input.
 */
export function wireOf({ job, module }: { job: SandboxJob; module: string }): {
  head: string
  input: string
} {
  const { parameters, config, context, limits, mounts, entrypoint } = job
  const isOnline = job.network.length > 0
  const input = JSON.stringify({ parameters, config, context, limits, isOnline, mounts, entrypoint })
  return job.runtime === 'python'
    ? { head: '', input: JSON.stringify({ definition: module, input }) }
    : { head: JSON.stringify({ definition: module, isOnline }), input }
}

/** Passes on logs and progress; returns at the first frame that ends the run, or undefined when none comes. */
export async function hearIsolate(
  response: http.IncomingMessage,
  { job, logs, onEvent }: Hearing,
): Promise<Ending | undefined> {
  if (response.statusCode !== 200) return notStarted(response)
  let progressEvents = 0
  for await (const frame of readFrames(response, boundsOf(job))) {
    if (frame.kind === 'log') {
      const { kind, ...line } = frame
      const kept = logs.add(line)
      if (kept) onEvent({ kind, ...kept })
    } else if (frame.kind === 'progress') {
      progressEvents += 1
      if (progressEvents <= MAX_PROGRESS_EVENTS) onEvent(frame)
    } else return endingOf(frame, job)
  }
  return undefined
}

/** One line may hold the whole output; all of them the log as well, with every character escaped, and progress. */
function boundsOf({ limits }: SandboxJob): FrameBounds {
  const lineBytes = Math.max(limits.outputBytes, limits.logBytes) + 64
  const talkBytes = 6 * limits.logBytes + 100 * limits.logLines + 300 * MAX_PROGRESS_EVENTS
  return { lineBytes, totalBytes: lineBytes + talkBytes }
}
