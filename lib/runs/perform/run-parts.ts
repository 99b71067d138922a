/**
 * The parts of an output that a run emits while it runs: docs/spec/execution.md §2. Each is checked against the
 * skill's `stream`, redacted, stored and announced, in the order in which the code emitted them.
 */
import type { Context } from '../../context/context.ts'
import { validateValue } from '../../json-schema/evaluate/compile.ts'
import { isCheapToCheck } from '../../json-schema/limits/check-cost.ts'
import { type AppError, type Issue, issuesUnder } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { redact } from '../../kernel/redaction/redact.ts'
import { isTooCostly, runInThread } from '../../kernel/threads/run-in-thread.ts'
import { isSealed } from '../finish/sealed-run.ts'
import { notifyRun } from '../queue/run-notifications.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import { appendParts, type NewPart } from '../rows/run-parts.ts'

/** Parts that follow each other sooner are written together. The first of them is written at once. */
const WRITE_EVERY_MS = 50

export type RunParts = {
  onPart: (value: Json) => void
  /** Waits until all parts are stored. Returns how parts broke the contract; throws if they could not be stored. */
  stop: () => Promise<Issue[]>
}

/**
 * Opens the stream of a run. In production, `onBroken` is called for the first part that breaks the contract, and no later
 * part is delivered; a draft delivers its parts, too, with warnings.
 */
export function openRunParts(
  db: Context['db'],
  { row, runnable, contract, config }: RecordedRun,
  onBroken: () => void,
): RunParts {
  const isStrict = runnable.mode === 'production'
  const issues: Issue[] = []
  const pending: NewPart[] = []
  let received = 0
  // A run that another worker began repeats its parts, which get the same numbers.
  let delivered = 0
  let bytes = 0
  let writtenAt = 0
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<unknown> = Promise.resolve()
  let writing: Promise<unknown> = Promise.resolve()

  async function check(value: Json, index: number): Promise<void> {
    if (isStrict && issues.length > 0) return
    const found = await issuesOfPart(contract.stream, value, runnable.organisation.id)
    if (found.length > 0 && issues.length < MAX_ISSUES)
      issues.push(...issuesUnder(`/stream/${index}`, found).slice(0, MAX_ISSUES))
    if (found.length > 0 && isStrict) return onBroken()
    // The parts of a run that stores no output exist only in its result.
    if (isSealed(row)) return
    delivered += 1
    const json = JSON.stringify(redact(value, config.secrets))
    bytes += Buffer.byteLength(json)
    pending.push({ number: delivered, json })
    timer ??= setTimeout(startWriting, Math.max(0, writtenAt + WRITE_EVERY_MS - Date.now()))
  }

  function startWriting(): void {
    timer = undefined
    // A failed write is repeated with the next parts, or by `stop`.
    writing = writing.then(write).catch(() => {})
  }

  async function write(): Promise<void> {
    const parts = [...pending]
    if (parts.length === 0) return
    await appendParts(db, row.id, { parts, bytes })
    pending.splice(0, parts.length)
    writtenAt = Date.now()
    notifyRun(db, { runId: row.id, organisationId: row.organisationId, kind: 'progress' })
  }

  return {
    onPart(value) {
      const index = received
      received += 1
      checking = checking.then(() => check(value, index))
      // `stop` throws what was thrown here.
      checking.catch(() => {})
    },
    async stop() {
      await checking
      clearTimeout(timer)
      await writing
      await write()
      return issues
    },
  }
}

const MAX_ISSUES = 10

/** A costly check runs in a worker thread; a part that cannot be checked in time breaks its contract. */
async function issuesOfPart(
  stream: RecordedRun['contract']['stream'],
  value: Json,
  owner: string,
): Promise<Issue[]> {
  if (!stream)
    return [{ path: '', keyword: 'stream', message: 'was emitted, but the skill declares no stream' }]
  if (isCheapToCheck(stream, value)) return validateValue(stream, value)
  try {
    return await runInThread<typeof validateValue>('check-part', [stream, value], { owner })
  } catch (thrown) {
    if (isTooCostly(thrown)) return (thrown as AppError).options.issues ?? []
    throw thrown
  }
}
