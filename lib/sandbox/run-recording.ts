/**
 * What a run asked of the world and got: requests, and calls of skills, tools and blobs. A later run of the same input can
 * be answered from it, and then reaches nothing.
 */
import type { PublicError } from '../kernel/errors.ts'
import type { Json, JsonObject } from '../kernel/json/json.ts'
import type { RecordedExchange, SandboxSecret } from './sandbox.ts'

export type RunRecording = {
  settings: RecordedSettings
  exchanges: RecordedExchange[]
  calls: RecordedCall[]
  /** The run that was recorded, whose id, clock and seed a replay gets. Recordings of the release before have none. */
  run?: { id: string; startedMs: number }
}

/** The settings that the run had. Secrets are without their values, and config has their placeholders. */
export type RecordedSettings = {
  config: JsonObject
  secrets: (Pick<SandboxSecret, 'key' | 'placeholder'> & Partial<Pick<SandboxSecret, 'hosts' | 'sentIn'>>)[]
  integrations?: { context: JsonObject; accounts: { connectionId: string; hosts: string[] }[] }
}

export type RecordedCall = {
  method: string
  /** Of the parameters; see `digestOf`. */
  digest: string
  /** The parameters, only in recordings of examples, which their publisher reads before one is used. */
  params?: Json
  reply: { value: Json } | { error: PublicError }
}

/**
 * `onRecorded` gets the recording when the run has ended, whatever its end; it contains no secret. A recording that becomes
 * too large fails the run, or if it is optional, is dropped.
 */
export type RecordingMode =
  | { kind: 'record'; isOptional?: boolean; onRecorded(recording: RunRecording): void }
  | { kind: 'replay'; recording: RunRecording }
  /** Requests leave, and calls are refused. */
  | { kind: 'refuseCalls' }
