/** What became of a run whose process said no last word. */
import { setTimeout as sleep } from 'node:timers/promises'
import { redactText } from '../lib/contract/json/redact.ts'
import { type Ending, GRACE_MS, limitEnding } from '../lib/sandbox/endings.ts'
import type { SandboxJob } from '../lib/sandbox/sandbox.ts'
import { isRunning } from './read-proc.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** V8, the kernel's refusal as tcmalloc tells it, and the report that tcmalloc ends with. */
const OUT_OF_MEMORY = /out of memory|Cannot allocate memory|^MALLOC: /im

const REPORTED_CHARS = 1000
/** On a busy machine it takes those around a dead process a while to take note of it. */
const NOTED_WITHIN_MS = 5_000

/** The connection ended without a last word: the process died, or lives and has lost the run. */
export async function whyItFellSilent(workerd: WorkerdProcess, job: SandboxJob): Promise<Ending> {
  const lastWords = await hearLastWords(workerd)
  if (OUT_OF_MEMORY.test(lastWords)) return limitEnding('memory', job)
  workerd.kill()
  workerd.died.then((words) => report(words, job))
  return {
    kind: 'unavailable',
    reason: 'lost',
    message: 'The sandbox lost this run before it ended. Nothing came out of it.',
  }
}

/** Empty when it lives. */
async function hearLastWords({ pid, died }: WorkerdProcess): Promise<string> {
  const words = await Promise.race([died, sleep(GRACE_MS)])
  if (words !== undefined) return words
  return isRunning(pid) ? '' : Promise.race([died, sleep(NOTED_WITHIN_MS, '')])
}

/** For our own log: nobody else can tell what ailed it. Redacted before it is cut: half a secret would not be found. */
function report(lastWords: string, { runId, secrets }: SandboxJob): void {
  const words = redactText(lastWords, secrets).trim().slice(-REPORTED_CHARS)
  console.error(`sandboxd: ${runId} was lost. ${words || 'Its process said nothing.'}`)
}
