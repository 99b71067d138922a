/**
 * Performs a version without recording a run: nothing is charged, counted, stored or announced. Requests and calls are
 * answered from a recording, or leave for a comparison with the world of today.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { BehaviourProfile } from '../../behaviour/model/behaviour-profile.ts'
import { toReplayConfig } from '../../config/recorded-config.ts'
import type { UnsealedConfig } from '../../config/unseal-config.ts'
import type { Context } from '../../context/context.ts'
import { warmContract } from '../../contracts/document/warm-contract.ts'
import { AppError, type Issue, type PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import type { SandboxRequest } from '../../sandbox/sandbox.ts'
import { redactEnd } from '../finish/end-run.ts'
import { judgeOutcome } from '../finish/judge-outcome.ts'
import type { RunState } from '../model/run-states.ts'
import { executeInSandbox } from '../perform/execute-in-sandbox.ts'
import { prepareRunInput } from '../prepare/prepare-run-input.ts'
import { buildContract, type RecordedRun, type Runnable } from '../resolve/runnable.ts'
import type { RunRow } from '../rows/runs.ts'

export type UnrecordedRun = {
  state: RunState
  output?: Json
  error?: PublicError
  warnings: readonly Issue[]
  requests: readonly SandboxRequest[]
  durationMs: number
  /** What it was observed to do. */
  behaviour: BehaviourProfile
  /** 0 where it is not measured. */
  cpuMs: number
}

type ReplayRequest = {
  runnable: Runnable
  args: Json
  dryRun?: boolean
  /** A minute by default. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** Returns how the run ended, failed or not. Throws as `prepareRunInput`. */
export function replayRun(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  { recording, ...request }: ReplayRequest & { recording: RunRecording },
): Promise<UnrecordedRun> {
  const config = toReplayConfig(recording.settings)
  return performUnrecorded(ctx, { ...request, config, recordingMode: { kind: 'replay', recording } })
}

/** The same with real requests. Every call of a skill, tool or blob is refused. */
export function runLive(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  request: ReplayRequest & { config: UnsealedConfig },
): Promise<UnrecordedRun> {
  return performUnrecorded(ctx, { ...request, recordingMode: { kind: 'refuseCalls' } })
}

/** Also of a skill of the long lane: checks follow each other. */
const MAX_CHECK_MS = 60_000

type Unrecorded = ReplayRequest & { config: UnsealedConfig } & Pick<RecordedRun, 'recordingMode'>

async function performUnrecorded(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  {
    runnable,
    args,
    dryRun,
    config,
    recordingMode,
    timeoutMs = MAX_CHECK_MS,
    signal = new AbortController().signal,
  }: Unrecorded,
): Promise<UnrecordedRun> {
  await warmContract(runnable.skill, runnable.organisation.id)
  const contract = buildContract(runnable.document, runnable.skill)
  if (!contract.parameters) throw new AppError('PRECONDITION_FAILED', { issues: contract.issues })
  const input = await prepareRunInput(ctx, runnable, contract.parameters, { args, ...(dryRun && { dryRun }) })
  const recorded: RecordedRun = {
    row: makeRow(runnable),
    acting: { ...ctx, channel: 'review', viewer: makeViewer(runnable) },
    runnable,
    contract,
    config,
    parameters: input.value,
    timeZone: 'UTC',
    timeoutMs,
    ...(dryRun && { dryRun }),
    ...(recordingMode && { recordingMode }),
  }
  // No call gets here: all are answered from the recording, or refused.
  const runChild = () => Promise.reject(new AppError('INTERNAL_ERROR'))
  const executed = await executeInSandbox(ctx, { parent: recorded, runChild }, signal)
  const { outcome, partIssues, behaviour, callFailures } = executed
  const { mode, organisation } = runnable
  const promised = { mode, contract, owner: organisation.id, callFailures, partIssues }
  const {
    state,
    output,
    error,
    warnings = [],
    requests = [],
    durationMs = 0,
  } = redactEnd(await judgeOutcome(outcome, promised), config.secrets)
  return {
    state,
    ...(output !== undefined && { output }),
    ...(error && { error }),
    ...{ warnings, requests, durationMs, cpuMs: outcome.cpuMs ?? 0, behaviour },
  }
}

/**
 * The record of a run that is in no table. It counts as sealed, so that neither parts nor progress are written; only what
 * performing a run reads is in it.
 */
function makeRow({ organisation, skillSetId }: Runnable): RunRow {
  const now = new Date()
  return {
    ...{ id: `run_${randomUUIDv7()}`, organisationId: organisation.id, userId: organisation.id, skillSetId },
    ...{
      createdAt: now,
      purgedAt: now,
      startedAt: now,
      rootRunId: null,
      conversationId: null,
      itemMicros: null,
    },
  } as RunRow
}

/** Whoever a check acts for: nobody, in the organisation of the publisher. */
function makeViewer({ organisation }: Runnable): RecordedRun['acting']['viewer'] {
  return {
    ...{ userId: organisation.id, email: '', name: 'Guildhall', role: 'USER', organisationRole: 'MEMBER' },
    ...{ organisationId: organisation.id, organisationName: organisation.name },
  }
}
