import { type BehaviourLine, EMPTY_PROFILE } from '../../behaviour/model/behaviour-profile.ts'
import { replayLocation } from '../../config/sealing.ts'
import type { Context } from '../../context/context.ts'
import type { Permissions } from '../../contracts/document/skillset-document.ts'
import { isCheckedByDryRun } from '../../contracts/permissions/permission-lines.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { listSensitive, replaceSensitive } from '../../json-schema/samples/replace-sensitive.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { matchesHost } from '../../kernel/network/destination.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { dependsOnWorld } from '../../runs/replay/keep-recording.ts'
import type { maskRecording } from '../../runs/replay/mask-recording.ts'
import { replayRun, type UnrecordedRun } from '../../runs/replay/replay-run.ts'
import { unsealRecording } from '../../runs/replay/sealed-recording.ts'
import { readDeclared } from '../../runs/resolve/resolve-skill.ts'
import type { Runnable } from '../../runs/resolve/runnable.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import { openRecordingOfVersion } from '../examples/recordings.ts'
import { findPastRun, type PastRun, type ReplayCaseRow } from '../rows/replays.ts'
import { listGeneratedInputs } from './choose-cases.ts'
import { type Execution, isSlower, type judgeReplay, type ReplayJudgement } from './judge-replay.ts'
import type { ComparedSkill, ComparedVersions } from './open-comparison.ts'

type Services = Pick<Context, 'db' | 'sandbox'>

/** A run that asks nothing of the world is answered by it. */
const NOTHING: RunRecording = { settings: { config: {}, secrets: [] }, exchanges: [], calls: [] }

const NOT_REPLAYABLE: ReplayJudgement = { verdict: 'not_replayable', differences: [] }

export type ReplayInput = { args: Json; recording: RunRecording; timeoutMs?: number }

/** How much longer than the published version a submitted one may take. */
const SLOWEST = 10
const MIN_TIMEOUT_MS = 2_000

/** Returns the input of a case with what answers its requests; null if it cannot be replayed. */
export async function openCase(
  { db }: Pick<Context, 'db'>,
  { base, replay, submission }: ComparedVersions,
  { source, runId, skillSlug, index, number }: ReplayCaseRow,
): Promise<ReplayInput | null> {
  const { document } = base
  const skill = document.skills.find(({ slug }) => slug === skillSlug)
  const isClosed = !dependsOnWorld(document)
  // The same for each execution of the case.
  const made = { id: `run_${replay.submissionId}-${number}`, startedMs: submission.submittedAt.getTime() }
  const nothing: RunRecording = { ...NOTHING, run: made }
  if (source === 'generated') {
    const args = listGeneratedInputs(document, skillSlug)[index ?? 0]
    return args === undefined ? null : { args, recording: nothing }
  }
  if (source === 'examples') {
    const exampleIndex = index ?? 0
    const example = skill?.examples?.[exampleIndex]
    if (!example) return null
    const { skillSetId, baseVersionId: versionId } = replay
    const kept = await openRecordingOfVersion({ skillSetId, versionId, skillSlug, exampleIndex, example })
    if (kept) return { args: example.input, recording: kept.recording }
    return isClosed ? { args: example.input, recording: nothing } : null
  }
  const run = runId === null ? null : await findPastRun(db, runId)
  const kept = run?.recording ? await openPastRecording(run, run.recording) : isClosed ? NOTHING : null
  if (!run || !kept) return null
  const recording = { run: { id: run.id, startedMs: (run.startedAt ?? run.createdAt).getTime() }, ...kept }
  const { schema: parameters } = canonicalSchema(skill?.parameters)
  const { schema: response } = canonicalSchema(skill?.response)
  const sensitive = [
    ...(parameters ? listSensitive(parameters, run.input) : []),
    ...(response ? listSensitive(response, run.output) : []),
  ]
  const args = parameters ? replaceSensitive(parameters, run.input) : run.input
  const masked = await runInThread<typeof maskRecording>('mask-recording', [recording, sensitive], {
    owner: run.organisationId,
  })
  return masked && { args, recording: masked }
}

/** Returns null if the server does not have its key. */
async function openPastRecording(
  { id, organisationId }: PastRun,
  recording: NonNullable<PastRun['recording']>,
): Promise<RunRecording | null> {
  const text = await unsealRecording(replayLocation(organisationId, id), recording)
  // Only `openReplayRecorder` writes it.
  return text === null ? null : (JSON.parse(text) as RunRecording)
}

/** Tries both versions on an input: the one before twice, to see what varies by itself. Throws TOOL_NOT_AVAILABLE. */
export async function performCase(
  ctx: Services,
  { before, after }: ComparedSkill,
  input: ReplayInput | null,
): Promise<ReplayJudgement> {
  if (!input) return NOT_REPLAYABLE
  const first = toExecution(before, await executeCase(ctx, before, input))
  if (first.output === undefined) return NOT_REPLAYABLE
  const second = toExecution(before, await executeCase(ctx, before, startingLater(input)))
  // Code under test could take as long as it wants, and tell by that what is in an input.
  const timeoutMs = Math.max(MIN_TIMEOUT_MS, SLOWEST * Math.max(first.durationMs, second.durationMs))
  const execute = async () => toExecution(after, await executeCase(ctx, after, { ...input, timeoutMs }))
  const once = await execute()
  // A busy machine makes one run slow, but hardly two.
  const next = isSlower(once, first, second)
    ? { ...once, cpuMs: Math.min(once.cpuMs, (await execute()).cpuMs) }
    : once
  const contract = { before: responseOf(before), after: responseOf(after) }
  const args: Parameters<typeof judgeReplay> = [{ first, second, next }, contract]
  return runInThread<typeof judgeReplay>('judge-replay', args, { owner: before.organisation.id })
}

/** Times in an output vary with the clock, which two runs of the same start may read in the same millisecond. */
const LATER_MS = 1_000

export function startingLater(input: ReplayInput): ReplayInput {
  const { recording } = input
  if (!recording.run) return input
  const run = { ...recording.run, startedMs: recording.run.startedMs + LATER_MS }
  return { ...input, recording: { ...recording, run } }
}

/** Returns how the version did, failed or not. Throws TOOL_NOT_AVAILABLE. */
export async function executeCase(
  ctx: Services,
  runnable: Runnable,
  input: ReplayInput,
): Promise<UnrecordedRun> {
  const dryRun = isCheckedByDryRun(runnable.document, runnable.skill)
  const ended = await replayRun(ctx, { runnable, dryRun, ...input }).catch((thrown: unknown) => {
    // An input that the version does not take.
    if (thrown instanceof AppError && thrown.code !== 'TOOL_NOT_AVAILABLE') return null
    throw thrown
  })
  if (ended?.error?.code === 'TOOL_NOT_AVAILABLE') throw new AppError('TOOL_NOT_AVAILABLE')
  return (
    ended ?? {
      ...{ state: 'failed', warnings: [], requests: [], durationMs: 0, cpuMs: 0 },
      behaviour: EMPTY_PROFILE,
    }
  )
}

function toExecution({ document }: Runnable, ended: UnrecordedRun): Execution {
  return {
    ...(ended.state === 'succeeded' && ended.output !== undefined && { output: ended.output }),
    broken: ended.warnings.map(({ path }) => path),
    asked: ended.behaviour.lines.flatMap((line) => nameAsked(document.permissions ?? {}, line)),
    unrecorded: ended.requests
      .filter(({ isUnrecorded }) => isUnrecorded)
      .map(({ host }) => nameHost(document.permissions ?? {}, host)),
    cpuMs: ended.cpuMs,
    durationMs: ended.durationMs,
  }
}

/**
 * Names what a version asked in words that it declares: hosts, paths and names may be made up from the input. Returns [] for
 * what is no question.
 */
function nameAsked(permissions: Permissions, { kind, object }: BehaviourLine): string[] {
  const { skills = [], tools = [] } = permissions
  const declaredAs = (names: readonly string[]) => names.find((name) => name === object) ?? 'not declared'
  switch (kind) {
    case 'request':
    case 'refused': {
      const host = object.split(' ').at(-1)?.split('/')[0]?.split(':')[0] ?? ''
      return [nameHost(permissions, host)]
    }
    case 'skill':
      return [`skill ${declaredAs(skills.map((entry) => readDeclared(entry).name))}`]
    case 'tool':
      return [`tool ${declaredAs(tools)}`]
    case 'vault_read':
      return ['files of the vault']
    case 'vault_write':
      return ['changes in the vault']
    default:
      return []
  }
}

function nameHost({ network = [] }: Permissions, host: string): string {
  return network.find((pattern) => matchesHost(pattern, host)) ?? 'a host that is not declared'
}

function responseOf({ skill }: Runnable) {
  return canonicalSchema(skill.response).schema ?? { type: 'object' as const }
}
