/** What became of a run whose process said no last word. */
import { setTimeout as sleep } from 'node:timers/promises'
import { redactText } from '../lib/contract/json/redact.ts'
import { type Ending, GRACE_MS, limitEnding } from '../lib/sandbox/endings.ts'
import type { SandboxJob } from '../lib/sandbox/sandbox.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** V8, the kernel's refusal as tcmalloc tells it, and the report that tcmalloc ends with. */
const OUT_OF_MEMORY = /out of memory|Cannot allocate memory|^MALLOC: /im

const REPORTED_CHARS = 1000

/** The connection ended without a last word: the process died, or lives and has lost the run. */
export async function whyItFellSilent(workerd: WorkerdProcess, job: SandboxJob): Promise<Ending> {
  const lastWords = await Promise.race([workerd.died, sleep(GRACE_MS, '')])
  if (OUT_OF_MEMORY.test(lastWords)) return limitEnding('memory', job)
  workerd.kill()
  workerd.died.then((words) => report(words, job))
  return {
    kind: 'unavailable',
    reason: 'lost',
    message: 'The sandbox lost this run before it ended. Nothing came out of it.',
  }
}

/** For our own log: nobody else can tell what ailed it. Redacted before it is cut: half a secret would not be found. */
function report(lastWords: string, { runId, secrets }: SandboxJob): void {
  const words = redactText(lastWords, secrets).trim().slice(-REPORTED_CHARS)
  console.error(`sandboxd: ${runId} was lost. ${words || 'Its process said nothing.'}`)
}
