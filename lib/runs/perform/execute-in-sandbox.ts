import { createHash, createHmac } from 'node:crypto'
import type { BehaviourProfile } from '../../behaviour/model/behaviour-profile.ts'
import { observeCalls, observeOutcome } from '../../behaviour/observe-run.ts'
import { masterKey } from '../../config/master-key.ts'
import { toRecordedSettings } from '../../config/recorded-config.ts'
import type { UnsealedSecret } from '../../config/unseal-config.ts'
import type { Context } from '../../context/context.ts'
import { resolveUse } from '../../contracts/document/secret-use.ts'
import { laneOf, RUN_LIMITS } from '../../contracts/document/skill-limits.ts'
import type { Permissions, SkillDocument } from '../../contracts/document/skillset-document.ts'
import { findOwnModules } from '../../contracts/packages/own-modules.ts'
import { hostsInParameters } from '../../contracts/permissions/url-parameters.ts'
import { reportRejection } from '../../integrations/report-rejection.ts'
import { validateValue } from '../../json-schema/evaluate/compile.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { type redact, redactText, type Secret } from '../../kernel/redaction/redact.ts'
import { skillNamePath } from '../../kernel/site/paths.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { inSpan, tracer } from '../../kernel/tracing/tracing.ts'
import { toStorable } from '../../kernel/validation/storable.ts'
import { loadBundle } from '../../packages/load-bundle.ts'
import type { RecordingMode, RunRecording } from '../../sandbox/run-recording.ts'
import {
  DENIED_HOSTS_CALL,
  type ExecuteOptions,
  findSandboxLimits,
  type LogLine,
  type Outcome,
  type RequestMode,
  type SandboxEvent,
  type SandboxJob,
  type SandboxLimits,
  type SandboxSecret,
} from '../../sandbox/sandbox.ts'
import { type LongCeilings, readCeilingsOf } from '../../settings/long-lane.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { isSealed } from '../finish/sealed-run.ts'
import { notifyRun } from '../queue/run-notifications.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import { isUnreviewed } from '../resolve/runnable.ts'
import { type RunEnd, type RunRow, saveProgress } from '../rows/runs.ts'
import type { CallContext } from './call-skill.ts'
import { findEarlierCalls } from './earlier-calls.ts'
import { readMounts } from './mount-skills.ts'
import { findOwnHosts } from './own-network.ts'
import { openRecordedCalls } from './recorded-calls.ts'
import { openRunCalls, type RunCalls } from './run-calls.ts'
import { openRunParts } from './run-parts.ts'

/** Another worker has taken up the run, so this one must not end it. */
export class RunTaken extends Error {}

/**
 * Returns the outcome, not yet judged, the ids of the blobs that it wrote, the errors that its calls got, its last progress,
 * and how the parts that it emitted broke their contract. Never rejects because of the code. Throws RunTaken.
 */
export async function executeInSandbox(
  { db, sandbox }: Pick<Context, 'db' | 'sandbox'>,
  { parent: recorded, runChild }: Pick<CallContext, 'parent' | 'runChild'>,
  signal: AbortSignal,
): Promise<
  {
    outcome: Outcome
    partIssues: Issue[]
    reported: ReportedProgress
    /** What it was observed to do. */
    behaviour: BehaviourProfile
  } & Pick<RunCalls, 'outputBlobs' | 'callFailures'>
> {
  const { row, config } = recorded
  const report = openRunReport(db, row, config.secrets)
  const { document, skill, ownerId } = recorded.runnable
  const packages = await loadBundle(db, { document, skill, ownerId })
  const ceilings = await readCeilingsOf(db, laneOf(skill))
  const ownHosts = await findOwnHosts(db, recorded.runnable)
  const { recordingMode } = recorded
  const requestMode = toRequestMode(recordingMode)
  const job = {
    ...buildJob(recorded, ceilings),
    ownHosts,
    deniedHosts: await readSetting(db, 'deniedHosts'),
    chosenHosts: listChosenHosts(recorded),
    ...(packages && { packages }),
    ...(requestMode && { requestMode }),
  }
  const mounted = job.runtime === 'python' ? await readMounts(recorded) : undefined
  job.mounts = mounted?.mounts
  const isResumed = recorded.handover === 'begun'
  const earlier = isResumed ? await findEarlierCalls(db, row) : undefined
  const calls = openRunCalls({ parent: recorded, wallMs: job.limits.wallMs, runChild, earlier })
  const broken = new AbortController()
  const parts = openRunParts(db, recorded, () => broken.abort())
  const onEvent = (event: SandboxEvent) =>
    event.kind === 'part' ? parts.onPart(event.value) : report.onEvent(event)
  // A setting may have changed since the run began, and what comes from the run can still have the older value.
  const onSecrets = (secrets: SandboxSecret[]) =>
    void config.secrets.push(
      ...secrets.filter(({ value }) => !config.secrets.some((own) => own.value === value)),
    )
  const watched = AbortSignal.any([signal, broken.signal])
  const recordedCalls = openRecordedCalls(calls.onCall, recordingMode)
  const observedCalls = observeCalls(recordedCalls.onCall, { document, skill })
  const onCall: NonNullable<ExecuteOptions['onCall']> = async (call, runEnded) =>
    call.method === DENIED_HOSTS_CALL
      ? [...(await readSetting(db, 'deniedHosts'))]
      : observedCalls.onCall(call, runEnded)
  const options = { signal: watched, isResumed, onEvent, onCall, onSecrets }
  const startedMs = Date.now()
  const outcome = await executeInSpan(recorded, () =>
    sandbox.execute(job, options).finally(() => report.stop()),
  )
  if (recordingMode?.kind === 'record') {
    const { exchanges = recordingMode.isOptional ? null : [] } = outcome
    const replies = recordedCalls.list()
    if (exchanges && replies) {
      // Placeholders stay; secrets that the code reads itself are taken out.
      const recording: RunRecording = {
        ...{ settings: toRecordedSettings(config), exchanges, calls: replies },
        run: { id: row.id, startedMs },
      }
      const args: Parameters<typeof redact> = [recording as Json, config.secrets]
      const redacted = await runInThread<typeof redact>('redact', args, { owner: row.organisationId })
      recordingMode.onRecorded(redacted as RunRecording)
    }
  }
  const partIssues = await parts.stop()
  if (outcome.kind === 'unavailable' && outcome.reason === 'taken') throw new RunTaken()
  await reportRejection(db, config, outcome.requests).catch(logUnlessExpected)
  outcome.logs.unshift(
    ...(mounted?.withoutFiles ?? []).map(missingFilesNote),
    ...(mounted?.notBought ?? []).map(notBoughtNote),
    ...(mounted?.largeBlobs ?? []).map(largeBlobNote),
  )
  if (outcome.kind === 'threw' && row.skillSetId === null) outcome.logs.push(toTracebackLine(outcome))
  const { outputBlobs, callFailures } = calls
  const behaviour = observeOutcome(outcome, { document, skill, calls: observedCalls.list() })
  return { outcome, partIssues, reported: report.last(), behaviour, outputBlobs, callFailures }
}

function toRequestMode(mode: RecordingMode | undefined): RequestMode | undefined {
  if (!mode || mode.kind === 'refuseCalls') return undefined
  if (mode.kind === 'record')
    return mode.isOptional ? { kind: 'record', isOptional: true } : { kind: 'record' }
  return { kind: 'replay', exchanges: mode.recording.exchanges }
}

/** Adds the spans of the sandbox and its requests here, because the sandbox cannot reach the trace collector. */
function executeInSpan({ config }: RecordedRun, execute: () => Promise<Outcome>): Promise<Outcome> {
  return inSpan('sandbox', {}, async (span) => {
    const outcome = await execute()
    const { kind, durationMs, cpuMs, requests = [] } = outcome
    span.set({ 'guildhall.sandbox.outcome': kind, 'guildhall.sandbox.cpu_ms': cpuMs })
    const startedMs = Date.now() - durationMs
    for (const { atMs = 0, ms, method, host, status, refused } of requests) {
      const attributes = {
        'http.request.method': redactText(method, config.secrets),
        'server.address': redactText(host, config.secrets),
        'http.response.status_code': status,
        ...(refused !== undefined && { 'error.type': 'refused' }),
      }
      const startMs = startedMs + atMs
      tracer()?.addSpan('egress', { kind: 'client', attributes, startMs, endMs: startMs + ms })
    }
    return outcome
  })
}

function buildJob(recorded: RecordedRun, ceilings: LongCeilings | undefined): SandboxJob {
  const { row, runnable, config, timeZone, dryRun = false, timeoutMs } = recorded
  const { skill, organisation, publisher } = runnable
  const runtime = skill.runtime ?? 'javascript'
  const replayed = findReplayedRun(recorded)
  const limits = resolveLimits(runtime, skill.limits, { callersMs: timeoutMs, ceilings })
  const lane = laneOf(skill)
  return {
    runId: row.id,
    ...(recorded.handover && { resumeKey: resumeKeyOf(row.id) }),
    publisher,
    organisation: organisation.id,
    person: row.userId,
    isApproved: runnable.isApproved,
    isUnreviewed: isUnreviewed(runnable),
    depth: depthOf(recorded),
    ...(recorded.entrypoint && { entrypoint: recorded.entrypoint }),
    runtime,
    lane,
    definition: skill.definition ?? '',
    ...(runtime === 'python' && { modules: findOwnModules(skill) }),
    parameters: withRequestId(recorded),
    config: config.config,
    context: {
      runId: replayed?.id ?? row.id,
      organizationId: organisation.id,
      organizationName: organisation.name,
      timezone: timeZone,
      ...(row.conversationId !== null && { conversationId: row.conversationId }),
      skill: runnable.name,
      version: runnable.versionNumber,
      dryRun,
      deadline: (replayed?.startedMs ?? Date.now()) + limits.wallMs,
      ...(config.integrations && { integrations: config.integrations.context }),
    },
    limits,
    network: listNetwork(recorded),
    tokenScope: `${organisation.id} ${runnable.skillSetId ?? runnable.name}`,
    hasSecrets: config.secrets.length > 0,
    secrets: selectSandboxSecrets(config.secrets, runnable.document.permissions, config.config),
    ...(replayed && { seeded: { startMs: replayed.startedMs, seed: seedOf(replayed.id) } }),
  }
}

function findReplayedRun({ recordingMode }: RecordedRun): RunRecording['run'] {
  return recordingMode?.kind === 'replay' ? recordingMode.recording.run : undefined
}

function seedOf(runId: string): string {
  return createHash('sha256').update(`replay ${runId}`).digest('hex').slice(0, 32)
}

/** Every worker of the site has the master key, and no other site that uses the same sandbox hosts. */
function resumeKeyOf(runId: string): string {
  return createHmac('sha256', masterKey().key).update(`sandbox run ${runId}`).digest('base64url')
}

/**
 * Returns the hosts that the run's code can reach: those that its SkillSet declares, those of connected accounts, and
 * those of the addresses in the parameters that its SkillSet declares for this.
 */
function listNetwork(recorded: RecordedRun): string[] {
  return [...listDeclaredHosts(recorded), ...listChosenHosts(recorded)]
}

function listDeclaredHosts({ runnable, config }: RecordedRun): string[] {
  const accountHosts = config.integrations?.accounts.flatMap(({ hosts }) => hosts) ?? []
  return [...(runnable.document.permissions?.network ?? []), ...accountHosts]
}

/** Returns the hosts that only the caller named. */
function listChosenHosts(recorded: RecordedRun): string[] {
  const { runnable, contract, parameters } = recorded
  const permissions = runnable.document.permissions ?? {}
  const declared = listDeclaredHosts(recorded)
  return hostsInParameters(permissions, { schema: contract.parameters, parameters }).filter(
    (host) => !declared.includes(host),
  )
}

/** The executor sets a declared `requestId` that the caller did not send. The record has the input as sent. */
function withRequestId(recorded: RecordedRun): Json {
  const { row, parameters, contract } = recorded
  const id = findReplayedRun(recorded)?.id ?? row.id
  const declared = contract.parameters?.properties
  const field = isObject(declared) && Object.hasOwn(declared, 'requestId') ? declared.requestId : undefined
  if (!isObject(field) || !isObject(parameters) || Object.hasOwn(parameters, 'requestId')) return parameters
  const isAccepted = field.type === 'string' && validateValue(field, id).length === 0
  return isAccepted ? { ...parameters, requestId: id } : parameters
}

function missingFilesNote(name: string): LogLine {
  const text = `The files of ${name} are not mounted, because all of them together exceed 10.5 MiB. The skill can be called.`
  return { level: 'warn', text, atMs: 0 }
}

function notBoughtNote(name: string): LogLine {
  const text = `The instructions of ${name} are not mounted, because they have a price. They are readable for your own code once your organisation has bought them (${skillNamePath(name)}).`
  return { level: 'warn', text, atMs: 0 }
}

function largeBlobNote(id: string): LogLine {
  const text = `${id} is not in /blobs, because it is larger than ${formatBytes(RUN_LIMITS.blobBytes)}. Read it with runtime.blobs.open.`
  return { level: 'warn', text, atMs: 0 }
}

/** The sender of ad-hoc code sees the stack in its log. */
function toTracebackLine({ error, durationMs }: Extract<Outcome, { kind: 'threw' }>): LogLine {
  return { level: 'error', text: error.stack, atMs: durationMs }
}

function depthOf({ parent }: Pick<RecordedRun, 'parent'>): number {
  return parent ? depthOf(parent) + 1 : 0
}

/** The operator can lower the limits of the long lane, a publisher these, and a caller the publisher's; none can raise them. */
export function resolveLimits(
  runtime: SandboxJob['runtime'],
  requested: SkillDocument['limits'] = {},
  { callersMs = Number.POSITIVE_INFINITY, ceilings }: { callersMs?: number; ceilings?: LongCeilings } = {},
): SandboxLimits {
  const { isOffered: _, ...allowed } = ceilings ?? { isOffered: true }
  const maximum = { ...findSandboxLimits(runtime, laneOf({ limits: requested })), ...allowed }
  const { wallMs, memoryMb } = maximum
  return {
    ...maximum,
    wallMs: Math.min(wallMs, requested.timeoutMs ?? wallMs, callersMs),
    memoryMb: Math.min(memoryMb, requested.memoryMb ?? memoryMb),
  }
}

/**
 * Returns secrets that the egress guard may put into requests, with their hosts: docs/spec/execution.md §3. Secrets
 * without hosts are omitted; accounts have the hosts of their provider.
 */
export function selectSandboxSecrets(
  secrets: readonly UnsealedSecret[],
  permissions: Permissions | undefined,
  config: JsonObject = {},
): SandboxSecret[] {
  const readSetting = (key: string) => {
    const value = config[key]
    return value === undefined || value === null ? undefined : String(value)
  }
  return secrets.flatMap(({ key, value, placeholder, sentIn, hosts: own }) => {
    const permission = permissions?.secrets?.find((secret) => secret.key === key)
    const hosts = own ?? permission?.hosts ?? []
    if (hosts.length === 0) return []
    const secret = { key, value, placeholder, hosts, ...(sentIn && { sentIn }) }
    if (own || !permission?.use) return [secret]
    // Without a setting that the signature needs, the secret must not be sent in its place.
    const use = resolveUse(permission.use, readSetting)
    return [use ? { ...secret, use } : { ...secret, hosts: [] }]
  })
}

// Most runs end sooner, and their logs are then written only with their end.
const WRITE_EVERY_MS = 300

type Reported = Pick<RunRow, 'id' | 'organisationId' | 'purgedAt' | 'createdAt'>

type ReportedProgress = Pick<RunEnd, 'progress' | 'progressNote'>

/** Writes logs and progress periodically until `stop`, which waits for the last write. */
function openRunReport(db: Context['db'], run: Reported, secrets: readonly Secret[]) {
  const logs: LogLine[] = []
  let progress: number | undefined
  let note: string | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()

  async function write() {
    timer = undefined
    await saveProgress(db, run.id, { progress, note, logs })
    notifyRun(db, { runId: run.id, organisationId: run.organisationId, kind: 'progress' })
  }

  return {
    onEvent(event: Exclude<SandboxEvent, { kind: 'part' }>) {
      if (isSealed(run)) return
      if (event.kind === 'log') {
        const { level, text, atMs } = event
        logs.push({ level, text: redactText(text, secrets), atMs })
      } else {
        progress = Math.min(1, Math.max(0, event.fraction))
        note = toStorable(redactText(event.note, secrets))
      }
      timer ??= setTimeout(() => {
        // Later writes have more logs. A failed one must not end the run.
        writing = writing.then(write).catch(() => {})
      }, WRITE_EVERY_MS)
    },
    async stop() {
      clearTimeout(timer)
      await writing
    },
    last: (): ReportedProgress => ({ progress, progressNote: note }),
  }
}
