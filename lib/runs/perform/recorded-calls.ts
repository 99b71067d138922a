/** Records the calls of a run, or answers them from a recording. */
import { randomUUID } from 'node:crypto'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import { type Json, ownEntry } from '../../kernel/json/json.ts'
import type { RecordedCall, RecordingMode } from '../../sandbox/run-recording.ts'
import {
  type ExecuteOptions,
  MAX_OPTIONAL_RECORDING_BYTES,
  MAX_RECORDING_BYTES,
  type SandboxCall,
} from '../../sandbox/sandbox.ts'

type OnCall = Required<ExecuteOptions>['onCall']

/** What a run writes to blobs is its own, so another content than the recorded one is written nowhere, and has a new id. */
const REPLIES_TO_WRITES: Record<string, () => Json> = {
  writeBlob: () => ({ id: `blob:${randomUUID()}` }),
  openBlob: () => ({ upload: randomUUID() }),
  appendBlob: () => ({}),
  closeBlob: () => ({ id: `blob:${randomUUID()}` }),
  abortBlob: () => ({}),
}

/** `calls` is null for an optional recording that became too large. */
export type RecordedCalls = { onCall: OnCall; list(): RecordedCall[] | null }

/** Without a mode, `onCall` is the one that was given. */
export function openRecordedCalls(onCall: OnCall, mode: RecordingMode | undefined): RecordedCalls {
  const calls: RecordedCall[] = []
  let recordedBytes = 0
  const isOptional = mode?.kind === 'record' && mode.isOptional === true
  const maxBytes = isOptional ? MAX_OPTIONAL_RECORDING_BYTES : MAX_RECORDING_BYTES
  const isTooLarge = () => recordedBytes > maxBytes
  const list = () => (isTooLarge() ? null : calls)
  if (!mode) return { onCall, list }
  if (mode.kind === 'refuseCalls') return { onCall: refuse, list }
  const left = mode.kind === 'replay' ? [...mode.recording.calls] : []
  return {
    list,
    onCall: (call, runEnded) => (mode.kind === 'record' ? record(call, runEnded) : answer(call)),
  }

  async function record(call: SandboxCall, runEnded: AbortSignal): Promise<Json> {
    const asked = { ...identify(call), ...(!isOptional && { params: call.params }) }
    const index = calls.push({ ...asked, reply: { value: null } }) - 1
    const keep = (reply: RecordedCall['reply']) => {
      if (isTooLarge() && isOptional) return
      recordedBytes += Buffer.byteLength(JSON.stringify([asked, reply]))
      if (isTooLarge() && isOptional) {
        calls.length = 0
        return
      }
      if (isTooLarge())
        throw new AppError('PRECONDITION_FAILED', {
          message: `The answers are larger than ${maxBytes / 1024 / 1024} MB, the limit of a recording.`,
        })
      calls[index] = { ...asked, reply }
    }
    const value = await onCall(call, runEnded).catch((thrown: unknown) => {
      keep({ error: toPublicError(thrown) })
      throw thrown
    })
    keep({ value })
    return value
  }

  /** Equal calls get their replies in the recorded order. Throws PRECONDITION_FAILED for a call that was not recorded. */
  async function answer(call: SandboxCall): Promise<Json> {
    const { method, digest } = identify(call)
    const index = left.findIndex((each) => each.method === method && each.digest === digest)
    const [found] = index < 0 ? [] : left.splice(index, 1)
    const write = ownEntry(REPLIES_TO_WRITES, method)
    if (!found && write) return write()
    if (!found)
      throw new AppError('PRECONDITION_FAILED', { message: `The recording has no reply to this ${method}.` })
    if ('value' in found.reply) return found.reply.value
    const { code, message, details: issues, suggested_action: suggestedAction } = found.reply.error
    throw new AppError(code, {
      message,
      ...(issues && { issues }),
      ...(suggestedAction && { suggestedAction }),
    })
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new AppError('PRECONDITION_FAILED', { message: 'This check cannot make calls.' }))
}

function identify({ method, params }: SandboxCall): Pick<RecordedCall, 'method' | 'digest'> {
  return { method, digest: digestOf(params) }
}
