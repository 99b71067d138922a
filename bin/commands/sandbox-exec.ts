/** `sandbox exec --jsonl`: jobs through the server's own sandbox, line by line, with no database and no server. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { AppError, type PublicError, toPublicError } from '#lib/errors.ts'
import { judge } from '#lib/execution/judge.ts'
import { JAVASCRIPT_LIMITS, PYTHON_LIMITS, type SandboxJob } from '#lib/sandbox/sandbox.ts'
import { type Box, openBox } from '#sandboxd/box.ts'
import { cacheFolder } from '#sandboxd/cache-folder.ts'
import { prepareSetup } from '#sandboxd/prepare-setup.ts'
import { makeScratch } from '#sandboxd/scratch.ts'
import { type Command, UsageError } from './command.ts'
import { answerJsonLines } from './json-lines.ts'

export const sandboxExecCommand: Command = {
  summary: 'Run jobs in the sandbox, a JSON line each.',
  usage: '--jsonl',
  options: {},
  flags: {
    jsonl:
      'Read {"id", "language", "definition", "input": {"parameters", "config", "context"}, "timeout_ms"} from standard input.',
  },
  words: 0,
  meetsDatabase: false,
  async run({ flags }) {
    if (!flags.jsonl) throw new UsageError('Use it as: sandbox exec --jsonl')
    const folder = makeScratch()
    const box = await openBox(prepareSetup(folder), cacheFolder())
    try {
      await answerJsonLines(
        (question) => runLine(box, question),
        process,
        (error) => refusal(null, error),
      )
    } finally {
      box.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
    return null
  },
}

async function runLine(box: Box, question: Json): Promise<object> {
  const id = isObject(question) ? (question.id ?? null) : null
  try {
    return { id, ...(await runToEnd(box, readJob(question))) }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return refusal(id, toPublicError(thrown))
  }
}

/** Nothing ran. Of a line that cannot be read nobody knows the id. */
function refusal(id: Json, { code, message }: PublicError): object {
  return { id, status: 'failed', logs: [], error: { code, message }, duration_ms: 0 }
}

async function runToEnd(box: Box, job: SandboxJob): Promise<object> {
  const listener = { signal: new AbortController().signal, onEvent: () => {} }
  const outcome = await box.run(job, listener)
  // Nobody promised anything of what a bare job returns.
  const contract = { response: undefined, rules: { messageRequired: false } }
  const { state, output, error, logs, durationMs, cpuMs } = judge(outcome, { mode: 'development', contract })
  const limit = outcome.kind === 'limit' && { limit: outcome.limit }
  return {
    status: state === 'succeeded' ? 'completed' : 'failed',
    ...(output !== undefined && { output }),
    logs,
    ...(error && { error: { code: error.code, message: error.message, ...limit } }),
    duration_ms: durationMs,
    ...(cpuMs !== undefined && { cpu_ms: cpuMs }),
  }
}

/** Throws INVALID_INPUT for what is no job. */
function readJob(question: Json): SandboxJob {
  if (!isObject(question)) throw wrong('A job is an object.')
  const { language = 'javascript', definition, input = {}, timeout_ms: timeoutMs } = question
  if (language !== 'javascript' && language !== 'python')
    throw wrong('"language" is "javascript" or "python".')
  if (typeof definition !== 'string') throw wrong('"definition" is the source, a text.')
  if (!isObject(input)) throw wrong('"input" is an object.')
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw wrong('"timeout_ms" is a number above 0.')
  const limits = language === 'python' ? PYTHON_LIMITS : JAVASCRIPT_LIMITS
  return {
    runId: `run_${randomUUID()}`,
    publisher: 'command_line',
    organisation: 'command_line',
    isUnreviewed: false,
    runtime: language,
    definition,
    parameters: input.parameters ?? {},
    config: objectOf(input, 'config'),
    context: objectOf(input, 'context'),
    limits: { ...limits, wallMs: Math.min(limits.wallMs, timeoutMs ?? limits.wallMs) },
    network: [],
    secrets: [],
  }
}

function objectOf(input: JsonObject, name: string): JsonObject {
  const value = input[name] ?? {}
  if (!isObject(value)) throw wrong(`"input.${name}" is an object.`)
  return value
}

const wrong = (message: string) => new AppError('INVALID_INPUT', { message })
