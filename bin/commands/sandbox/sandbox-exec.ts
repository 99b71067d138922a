import { randomUUID } from 'node:crypto'
import { AppError, type PublicError, toPublicError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { judgeOutcome } from '#lib/runs/finish/judge-outcome.ts'
import { JAVASCRIPT_LIMITS, PYTHON_LIMITS, type SandboxJob } from '#lib/sandbox/sandbox.ts'
import { type LocalSandbox, withLocalSandbox } from '#sandboxd/local-sandbox.ts'
import { type CliCommand, UsageError } from '../cli-command.ts'
import { answerJsonLines } from '../json-lines.ts'

export const sandboxExecCommand: CliCommand = {
  summary: 'Run jobs in the sandbox, one JSON object per line.',
  usage: '--jsonl',
  options: {},
  flags: {
    jsonl:
      'Read {"id", "language", "definition", "input": {"parameters", "config", "context"}, "timeout_ms"} from standard input.',
  },
  positionals: 0,
  needsDatabase: false,
  async run({ flags }) {
    if (!flags.jsonl) throw new UsageError('Usage: sandbox exec --jsonl')
    await withLocalSandbox((sandbox) =>
      answerJsonLines(
        (question) => runLine(sandbox, question),
        process,
        (error) => refusal(null, error),
      ),
    )
    return null
  },
}

async function runLine(sandbox: LocalSandbox, question: Json): Promise<object> {
  const id = isObject(question) ? (question.id ?? null) : null
  try {
    return { id, ...(await runSandboxJob(sandbox, parseJobLine(question))) }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return refusal(id, toPublicError(thrown))
  }
}

function refusal(id: Json, { code, message }: PublicError): object {
  return { id, status: 'failed', logs: [], error: { code, message }, duration_ms: 0 }
}

async function runSandboxJob(sandbox: LocalSandbox, job: SandboxJob): Promise<object> {
  const listener = { signal: new AbortController().signal, onEvent: () => {} }
  const outcome = await sandbox.run(job, listener)
  const contract = { response: undefined, rules: { messageRequired: false } }
  const { state, output, error, logs, durationMs, cpuMs } = await judgeOutcome(outcome, {
    owner: 'operator',
    mode: 'development',
    contract,
  })
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

function parseJobLine(question: Json): SandboxJob {
  if (!isObject(question)) throw invalidInput('A job must be an object.')
  const { language = 'javascript', definition, input = {}, timeout_ms: timeoutMs } = question
  if (language !== 'javascript' && language !== 'python')
    throw invalidInput('"language" must be "javascript" or "python".')
  if (typeof definition !== 'string') throw invalidInput('"definition" must be a string: the source.')
  if (!isObject(input)) throw invalidInput('"input" must be an object.')
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw invalidInput('"timeout_ms" must be a number above 0.')
  const limits = language === 'python' ? PYTHON_LIMITS : JAVASCRIPT_LIMITS
  return {
    runId: `run_${randomUUID()}`,
    publisher: 'command_line',
    organisation: 'command_line',
    isApproved: false,
    isUnreviewed: false,
    runtime: language,
    definition,
    parameters: input.parameters ?? {},
    config: requireObject(input, 'config'),
    context: requireObject(input, 'context'),
    limits: { ...limits, wallMs: Math.min(limits.wallMs, timeoutMs ?? limits.wallMs) },
    network: [],
    secrets: [],
  }
}

function requireObject(input: JsonObject, name: string): JsonObject {
  const value = input[name] ?? {}
  if (!isObject(value)) throw invalidInput(`"input.${name}" must be an object.`)
  return value
}

const invalidInput = (message: string) => new AppError('INVALID_INPUT', { message })
