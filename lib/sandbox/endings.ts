/** The ways a run ends, each with its sentence for people. */
import type http from 'node:http'
import type { Frame } from './read-frames.ts'
import type { Outcome, SandboxJob } from './sandbox.ts'

/** Of a run, and in the box of its whole process; the engines' configs say the same to V8. A job may not ask for less yet. */
export const MEMORY_MB = { javascript: 128, python: 256 } as const

/** How long the isolate may take to end a run by itself at its deadline, before it is ended from outside. */
export const GRACE_MS = 250

/** How a run ended, before it is known how long it took. */
export type Ending = Outcome extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'durationMs' | 'cpuMs' | 'logs' | 'requests'>
    : never
  : never

export function endingOf(frame: Exclude<Frame, { kind: 'log' | 'progress' }>, job: SandboxJob): Ending {
  return frame.kind === 'limit' ? limitEnding(frame.limit, job) : frame
}

export function limitEnding(
  limit: 'wall' | 'cpu' | 'memory' | 'output',
  { limits, runtime }: SandboxJob,
): Ending {
  const message = {
    cpu: `The skill used more than the ${limits.cpuMs / 1000} s of processor time it may have.`,
    wall: `The skill was stopped after ${limits.wallMs / 1000} s, the longest it may take.`,
    memory: `The skill used more than the ${MEMORY_MB[runtime]} MB of memory it may have.`,
    output: `The skill returned more than the ${Number((limits.outputBytes / (1024 * 1024)).toFixed(2))} MB it may return.`,
  }[limit]
  return { kind: 'limit', limit, message }
}

/** What workerd says of a module that V8 will not take, though our own parser did. */
export async function notStarted(response: http.IncomingMessage): Promise<Ending> {
  const sentence = await readSentence(response)
  const uncaught = /Uncaught (?:\w+: )?([^\n]+)/.exec(sentence)?.[1]
  // Cloudflare's own words: the run may have begun, so this is no fault of its text.
  if (!uncaught && /exceeded .*limit|internal error/i.test(sentence))
    return { kind: 'unavailable', reason: 'lost', message: sentence.slice(0, 200) }
  const message = uncaught ?? 'The definition could not be loaded.'
  return { kind: 'threw', error: { name: 'SyntaxError', message, stack: `SyntaxError: ${message}` } }
}

async function readSentence(response: http.IncomingMessage): Promise<string> {
  let sentence = ''
  for await (const chunk of response) sentence = (sentence + chunk).slice(0, 8000)
  return sentence
}
