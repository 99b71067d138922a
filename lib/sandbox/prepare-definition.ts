/**
 * Prepares code for isolates, and preserves its line numbers. Every form of `import` is refused on the syntax tree, because
 * inside workerd `waitUntil` of `cloudflare:workers` lets code outlive its run. Code in strings needs no check: isolates cannot
 * evaluate it.
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

type DefinitionOwner = Partial<Pick<SandboxJob, 'runtime' | 'publisher' | 'packages'>>

/**
 * Returns the module of an isolate, or the SyntaxError that a run ends with. Accepts every form of export that
 * `find-handler.ts` knows. Python is passed on as it is and parsed in the sandbox.
 */
export async function prepareDefinition(
  source: string,
  { runtime = 'javascript', publisher = '', packages }: DefinitionOwner = {},
): Promise<PreparedDefinition> {
  const definition = withoutMark(source)
  if (Buffer.byteLength(definition) > DEFINITION_BYTES)
    return refuse(`The definition is longer than ${DEFINITION_BYTES / 1024} KB.`)
  if (runtime === 'python') return { module: definition }
  const asked = [definition, packages !== undefined] as const
  const read = isQuick(definition) ? readDefinition(...asked) : await readInThread([...asked], publisher)
  return 'module' in read ? read : refuse(read.message, read.line)
}

/** Whether the code is parsed within 4 ms, less than an isolate takes to start. Stripping types may take much longer. */
function isQuick(definition: string): boolean {
  if (definition.length > 4_096) return false
  try {
    return readPlainJavaScript(definition) !== undefined
  } catch {
    return false
  }
}

async function readInThread(
  asked: Parameters<typeof readDefinition>,
  publisher: string,
): Promise<ReadDefinition> {
  try {
    return await runInThread<typeof readDefinition>('definition', asked, { owner: publisher })
  } catch (thrown) {
    if (!isTooCostly(thrown)) throw thrown
    return { message: TOO_DEEP }
  }
}

function refuse(message: string, line?: number): PreparedDefinition {
  const where = line ? `\n    at ${DEFINITION_FILE}:${line}` : ''
  return { error: { name: 'SyntaxError', message, stack: `SyntaxError: ${message}${where}` } }
}

type Job = Pick<SandboxJob, 'definition' | 'runtime' | 'publisher' | 'packages'>

const cache = resultCache<PreparedDefinition>(4 * 1024 * 1024)

/** What an entry of the cache takes besides the definition, in bytes. */
const ENTRY_WEIGHT = 8 * 1024

/** Returns a cached preparation, or prepares: parsing takes longer than starting an isolate. */
export function findPreparedDefinition(job: Job): Promise<PreparedDefinition> {
  const { definition, runtime, packages } = job
  if (runtime === 'python' || definition.length > 128 * 1024) return prepareDefinition(definition, job)
  return cache(packages ? `packages\n${definition}` : definition, async () => ({
    value: await prepareDefinition(definition, job),
    weight: definition.length + ENTRY_WEIGHT,
  }))
}
