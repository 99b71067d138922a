/**
 * Prepares code for isolates, and preserves its line numbers. Every form of `import` is refused on the syntax tree:
 * inside workerd `waitUntil` of `cloudflare:workers` lets code outlive its run. Isolates cannot evaluate strings.
 */
import { readPlainJavaScript } from '../contracts/handler/plain-javascript.ts'
import { TOO_DEEP } from '../contracts/handler/strip-types.ts'
import { withoutMark } from '../contracts/source/read-notation.ts'
import { resultCache } from '../kernel/threads/result-cache.ts'
import { isTooCostly, runInThread } from '../kernel/threads/run-in-thread.ts'
import { type ReadDefinition, readDefinition } from './read-definition.ts'
import type { SandboxJob, ThrownError } from './sandbox.ts'

export const DEFINITION_FILE = 'definition.js'

const DEFINITION_BYTES = 256 * 1024

type PreparedDefinition = { module: string } | { error: ThrownError }

type Of = Partial<Pick<SandboxJob, 'runtime' | 'publisher'>>

/**
 * Accepts every form of export that `find-handler.ts` knows; returns a SyntaxError for anything else. Python is parsed in
 * the sandbox.
 */
export async function prepareDefinition(
  given: string,
  { runtime = 'javascript', publisher = '' }: Of = {},
): Promise<PreparedDefinition> {
  const definition = withoutMark(given)
  if (Buffer.byteLength(definition) > DEFINITION_BYTES)
    return refuse(`The definition is longer than ${DEFINITION_BYTES / 1024} KB.`)
  if (runtime === 'python') return { module: definition }
  const read = isQuick(definition) ? readDefinition(definition) : await readInThread(definition, publisher)
  return 'module' in read ? read : refuse(read.message, read.line)
}

/** Parsed in 4 ms, less than an isolate takes to start; types may take much longer. */
function isQuick(definition: string): boolean {
  if (definition.length > 4_096) return false
  try {
    return readPlainJavaScript(definition) !== undefined
  } catch {
    return false
  }
}

async function readInThread(definition: string, publisher: string): Promise<ReadDefinition> {
  try {
    return await runInThread<typeof readDefinition>('definition', [definition], { owner: publisher })
  } catch (thrown) {
    if (!isTooCostly(thrown)) throw thrown
    return { message: TOO_DEEP }
  }
}

function refuse(message: string, line?: number): PreparedDefinition {
  const where = line ? `\n    at ${DEFINITION_FILE}:${line}` : ''
  return { error: { name: 'SyntaxError', message, stack: `SyntaxError: ${message}${where}` } }
}

type Job = Pick<SandboxJob, 'definition' | 'runtime' | 'publisher'>

const cache = resultCache<PreparedDefinition>(4 * 1024 * 1024)

const ENTRY_WEIGHT = 8 * 1024

/** Caches, because parsing costs more than an isolate. */
export function preparedDefinition(job: Job): Promise<PreparedDefinition> {
  const { definition, runtime } = job
  if (runtime === 'python' || definition.length > 128 * 1024) return prepareDefinition(definition, job)
  return cache(definition, async () => ({
    value: await prepareDefinition(definition, job),
    weight: definition.length + ENTRY_WEIGHT,
  }))
}
