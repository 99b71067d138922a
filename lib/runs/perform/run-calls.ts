/**
 * Answers what the code of a run asks for: skills, tools and blobs. All that it sends is untrusted:
 * docs/spec/execution.md §2.
 */
import { z } from 'zod'
import { findBlob, findBlobOf, openBlobOf } from '../../blobs/blobs.ts'
import { type NewBlob, storeBlob } from '../../blobs/store-blob.ts'
import type { Context } from '../../context/context.ts'
import { RUN_LIMITS } from '../../contracts/document/skill-limits.ts'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { redact } from '../../kernel/redaction/redact.ts'
import { JsonValueField } from '../../kernel/validation/text-fields.ts'
import type { ExecuteOptions, SandboxCall } from '../../sandbox/sandbox.ts'
import type { CallFailure } from '../finish/attribute-error.ts'
import { redactBytes, redactParts } from '../finish/end-run.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import type { RunView } from '../views/run-view.ts'
import { type BlobUploads, countParts, countWritten, openBlobUploads } from './blob-uploads.ts'
import { type CallContext, callDeclaredTool, callSkill, requireOutput } from './call-skill.ts'
import type { EarlierCalls } from './earlier-calls.ts'

const args = JsonValueField.default({})
const byteOffset = z.number().int().min(0).optional()
const PARAMS = {
  callSkill: z.object({ name: z.string().max(200), args }),
  callTool: z.object({ name: z.string().max(200), args }),
  readBlob: z.object({ id: z.string().max(100), start: byteOffset, end: byteOffset }),
  writeBlob: z.object({
    kind: z.string().max(200),
    text: z.string().optional(),
    base64: z.base64().optional(),
  }),
  openBlob: z.object({ kind: z.string().max(200) }),
  appendBlob: z.object({ upload: z.string().max(100), base64: z.base64() }),
  closeBlob: z.object({ upload: z.string().max(100) }),
  abortBlob: z.object({ upload: z.string().max(100) }),
}

type RunWithCalls = Pick<CallContext, 'parent' | 'runChild'> & {
  /** The parent's time limit. */
  wallMs: number
  /** Of a run that another worker began. */
  earlier?: EarlierCalls | undefined
}

export type RunCalls = Required<Pick<ExecuteOptions, 'onCall'>> & {
  /** The ids of the blobs that the code wrote. */
  outputBlobs: string[]
  /** The errors that its calls got, so that the cause of what it throws can be told. */
  callFailures: readonly CallFailure[]
}

/**
 * Answers the calls of a run's code: skills, one after another, tools and blobs. `onCall` throws an AppError for the
 * code.
 */
export function openRunCalls({ parent, wallMs, runChild, earlier }: RunWithCalls): RunCalls {
  const { config } = parent
  let deadlineMs = earlier && (parent.row.startedAt?.getTime() ?? Date.now()) + wallMs
  const callingUntil = (runEnded: AbortSignal, callNumber: number | undefined): CallContext => {
    // The time that the run waited for a process does not count, and the first call shows that it has one. The parent's
    // own end, which may be sooner, is `runEnded`.
    deadlineMs ??= Date.now() + wallMs
    return { parent, deadlineMs, runEnded, callNumber, runChild }
  }
  const blobs = openRunBlobs(parent.acting.db, parent, earlier?.writtenBlobs)
  blobs.allow(earlier?.blobsOfChildren ?? [])
  // Children run in turn, since they share the parent's slot.
  let lastChild: Promise<unknown> = Promise.resolve()
  const callFailures: CallFailure[] = [...(earlier?.callFailures ?? [])]

  /** Runs a child after those before it, unless the worker before has started it by the same call. */
  function runInTurn(callNumber: number | undefined, start: () => Promise<RunView>): Promise<RunView> {
    const ended = earlier?.children.get(callNumber ?? 0)
    if (ended) return Promise.resolve(ended)
    const child = lastChild.then(start)
    lastChild = child.catch(() => {})
    return child
  }

  return {
    outputBlobs: blobs.written,
    callFailures,

    async onCall({ method, params, number }, runEnded) {
      const call = { called: method, hasRun: false }
      try {
        return await answer({ method, params, ...(number !== undefined && { number }) }, runEnded, call)
      } catch (thrown) {
        // sandboxd limits how many calls a run can make.
        if (thrown instanceof AppError) callFailures.push({ ...call, error: toPublicError(thrown) })
        throw thrown
      }
    },
  }

  async function answer(
    { method, params, number }: SandboxCall,
    runEnded: AbortSignal,
    call: Omit<CallFailure, 'error'>,
  ) {
    switch (method) {
      case 'callSkill': {
        const { name, args: sentArgs } = parseParams('callSkill', params)
        call.called = name
        // Redact what leaves a run, as in its record.
        const args = redact(sentArgs, config.secrets)
        const inputBlobs = await blobs.filterReadable(blobsNamedIn(args))
        const calling = callingUntil(runEnded, number)
        const run = await runInTurn(number, () => callSkill(calling, { name, args, inputBlobs }))
        blobs.allow(run.outputBlobs ?? [])
        call.hasRun = true
        return requireOutput(run)
      }
      case 'callTool': {
        const { name, args: sentArgs } = parseParams('callTool', params)
        call.called = name
        const args = redact(sentArgs, config.secrets)
        const calling = callingUntil(runEnded, number)
        const run = await runInTurn(number, () => callDeclaredTool(calling, { name, args }))
        call.hasRun = true
        return requireOutput(run)
      }
      case 'readBlob': {
        const { id, ...range } = parseParams('readBlob', params)
        const { bytes, sizeBytes } = await blobs.read(id, range)
        return { base64: bytes.toString('base64'), sizeBytes }
      }
      case 'writeBlob': {
        const { kind, text, base64 } = parseParams('writeBlob', params)
        const content = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text)
        return { id: await blobs.write(content, kind) }
      }
      case 'openBlob':
        return { upload: blobs.uploads.open(parseParams('openBlob', params).kind, runEnded) }
      case 'appendBlob': {
        const { upload, base64 } = parseParams('appendBlob', params)
        await blobs.uploads.append(upload, Buffer.from(base64, 'base64'))
        return {}
      }
      case 'closeBlob':
        return { id: await blobs.uploads.close(parseParams('closeBlob', params).upload) }
      case 'abortBlob':
        blobs.uploads.abort(parseParams('abortBlob', params).upload)
        return {}
      default:
        throw new AppError('NOT_FOUND', { message: `Unknown call “${method}”.` })
    }
  }
}

function parseParams<Method extends keyof typeof PARAMS>(method: Method, params: Json) {
  const read = PARAMS[method].safeParse(params)
  if (read.success) return read.data as z.infer<(typeof PARAMS)[Method]>
  const issues = read.error.issues.map(({ path, message }) => ({
    path: path.map((key) => `/${String(key)}`).join(''),
    message,
  }))
  throw new AppError('INVALID_INPUT', {
    message: `Invalid arguments for ${method}. See details.`,
    issues,
  })
}

const BLOB_BYTES = RUN_LIMITS.blobBytes

type BlobRange = { start?: number; end?: number }

type RunBlobs = {
  /** Throws NOT_FOUND for a blob that the run may not read, INVALID_INPUT for more than BLOB_BYTES at once. */
  read(id: string, range?: BlobRange): Promise<{ bytes: Buffer; sizeBytes: number }>
  /** Returns the new blob's id. Throws as `storeBlob`. */
  write(content: Buffer, kind: string): Promise<string>
  uploads: BlobUploads
  /** Lets the run read blobs that a skill it called returned. */
  allow(ids: readonly string[]): void
  /** Returns blobs that the run may pass on. Throws as `read`. */
  filterReadable(ids: readonly string[]): Promise<string[]>
  written: string[]
}

/**
 * A run may read blobs passed with the call or named in the caller's arguments, its own, and those returned by skills
 * it called.
 */
function openRunBlobs(
  db: Context['db'],
  { row, acting, parent, parameters, config, inputBlobs = [] }: RecordedRun,
  writtenBefore: readonly string[] = [],
): RunBlobs {
  const { organisationId, userId } = row
  // A child's code may guess ids.
  const readable = new Set([...inputBlobs, ...(parent ? [] : blobsNamedIn(parameters)), ...writtenBefore])
  const written: string[] = [...writtenBefore]
  const fromCalledSkills = new Set<string>()
  const count = countWritten(RUN_LIMITS.writtenBlobBytes)
  const store = async (content: NewBlob['content'], kind: string) => {
    const { id } = await storeBlob(db, { organisationId, userId, runId: row.id }, { content, kind })
    readable.add(id)
    written.push(id)
    return id
  }
  // Blobs that the caller named are read with the caller's rights; others come from runs.
  const requireReadable = async (id: string) => {
    const isNamed = !parent && !fromCalledSkills.has(id) && !written.includes(id)
    if (isNamed) await findBlob(acting, id)
  }

  return {
    written,
    allow: (ids) => {
      for (const id of ids) fromCalledSkills.add(id)
      for (const id of ids) readable.add(id)
    },

    async filterReadable(ids) {
      const reachable = ids.filter((id) => readable.has(id))
      await Promise.all(reachable.map(requireReadable))
      return reachable
    },

    async read(id, { start = 0, end }: BlobRange = {}) {
      if (!readable.has(id))
        throw new AppError('NOT_FOUND', {
          message: `This run has no access to the blob “${id.slice(0, 80)}”.`,
          suggestedAction: 'Pass the blob in the arguments or in input_blobs.',
        })
      await requireReadable(id)
      const { sizeBytes } = await findBlobOf(db, organisationId, id)
      const range = { start, end: Math.min(end ?? sizeBytes, sizeBytes) }
      if (range.end - range.start > BLOB_BYTES)
        throw new AppError('INVALID_INPUT', {
          message: `The blob has ${sizeBytes} bytes, but at most ${BLOB_BYTES} can be read at once.`,
          suggestedAction: 'Read it as a stream, or in parts with start and end.',
        })
      const parts: Uint8Array[] = []
      for await (const part of openBlobOf(db, organisationId, id, range)) parts.push(part)
      return { bytes: Buffer.concat(parts), sizeBytes }
    },

    write: (content, kind) => {
      count(content.length)
      return store(redactBytes(content, config.secrets), kind)
    },

    uploads: openBlobUploads((content, kind) =>
      store(redactParts(countParts(content, count), config.secrets), kind),
    ),
  }
}

const BLOB_ID = /"(blob:[0-9a-f-]{36})"/g

/** Returns the blob ids in a value, each of which is a whole string. */
function blobsNamedIn(value: Json): string[] {
  return [...new Set([...JSON.stringify(value).matchAll(BLOB_ID)].map(([, id = '']) => id))]
}
