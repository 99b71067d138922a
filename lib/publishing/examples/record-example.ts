/**
 * Recordings of a draft's examples. Recording runs the example live with the test settings of the draft; what is recorded is
 * used only once its publisher has looked at it.
 */
import { randomUUIDv7 } from 'node:crypto'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, type Viewer, workOwner } from '../../context/context.ts'
import { readDraft } from '../../contracts/document/read-draft.ts'
import type { SkillExample, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { type ExampleAssertion, proposeAssertions } from '../../contracts/examples/assertions.ts'
import { isCheckedByDryRun } from '../../contracts/permissions/permission-lines.ts'
import type { nameSecrets } from '../../contracts/texts/find-secrets.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { RunRecording } from '../../runs/model/run-recording.ts'
import { startDraftRun } from '../../runs/start/start-draft-run.ts'
import { requireOwnSkillSet, requireOwnSkillSetAdmin } from '../drafts/require-own-skill-set.ts'
import { findDraft } from '../rows/drafts.ts'
import {
  deleteRecordingRow,
  findRecording,
  insertRecording,
  keepRecordingRow,
  listRecordingHeads,
  type RecordingHead,
  sumRecordingBytes,
} from '../rows/recordings.ts'
import type { OwnSkillSet } from '../rows/skill-sets.ts'
import { lockSkillSet } from '../rows/versions.ts'
import { isRepeatable } from './is-repeatable.ts'
import { digestInput, openContent, type RecordingContent, sealContent } from './recordings.ts'

/** Of all recordings of a SkillSet together. */
export const MAX_RECORDINGS_BYTES = 20 * 1024 * 1024

export type RecordedStep =
  | { kind: 'request'; method: string; url: string; sentBytes: number; status: number; bytes: number }
  | { kind: 'failure'; method: string; url: string; message: string }
  | { kind: 'call'; method: string; error?: string }

export type RecordingSummary = {
  id: string
  skillSlug: string
  inputDigest: string
  steps: number
  sizeBytes: number
  recordedAtMs: number
  /** Null until its publisher has kept it. */
  keptAtMs: number | null
  isPublished: boolean
}

export type RecordingView = RecordingSummary & {
  made: RecordedStep[]
  output: Json
  /** What differed between two runs. */
  noise: ExampleAssertion[]
  /** Names of what looks like a secret in it. */
  secrets: string[]
}

type RecordRequest = {
  skillSetId: string
  skillSlug: string
  exampleIndex: number
  /** The most that one run may pay for the skills that it calls, in USDC. */
  maxPrice?: string
}

/**
 * Runs an example of the stored draft live and records what it asks of the world. Runs it twice if it changes nothing, to
 * find what differs by itself. Returns the recording, which is not used until it is kept.
 *
 * Throws as `requireOwnSkillSetAdmin`, NOT_FOUND without draft or example, PRECONDITION_FAILED if the example fails,
 * LIMIT_REACHED if the SkillSet has too many recordings, and the errors of starting a run.
 */
export async function recordExample(ctx: Context, request: RecordRequest): Promise<RecordingView> {
  const { skillSetId, skillSlug } = request
  const { viewer } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { document, example } = await findExample(ctx, request)
  const run = () => runRecorded(ctx, { ...request, document, example })
  const first = await run()
  const second = isRepeatable(document, skillSlug) ? await run() : first
  const noise = proposeAssertions(first.output, second.output)
  const content: RecordingContent = { recording: first.recording, output: first.output, noise }
  const id = randomUUIDv7()
  const sealed = sealContent(id, content)
  const { exchanges, calls } = first.recording
  const head = await ctx.db.$transaction(async (tx) => {
    const inserted = await insertRecording(tx, {
      ...{ id, skillSetId, skillSlug, inputDigest: digestInput(example), recordedById: viewer.userId },
      ...sealed,
      steps: exchanges.length + calls.length,
    })
    if ((await sumRecordingBytes(tx, skillSetId)) > MAX_RECORDINGS_BYTES)
      throw new AppError('LIMIT_REACHED', {
        message: 'The recordings of this SkillSet are larger than 20 MB together.',
        suggestedAction: 'Delete recordings of other examples, or choose an example with smaller responses.',
      })
    return inserted
  })
  return toView(ctx, head, content)
}

async function findExample(
  ctx: Context,
  { skillSetId, skillSlug, exampleIndex }: RecordRequest,
): Promise<{ document: SkillSetDocument; example: SkillExample }> {
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This SkillSet has no draft.' })
  const document = readDraft(draft.document)
  const example = document.skills.find(({ slug }) => slug === skillSlug)?.examples?.[exampleIndex]
  if (!example) throw new AppError('NOT_FOUND', { message: 'The draft has no such example.' })
  return { document, example }
}

type RecordedRunRequest = RecordRequest & { document: SkillSetDocument; example: SkillExample }

async function runRecorded(
  ctx: Context,
  { skillSetId, skillSlug, maxPrice, document, example }: RecordedRunRequest,
): Promise<{ recording: RunRecording; output: Json }> {
  const skill = document.skills.find(({ slug }) => slug === skillSlug)
  let recording: RunRecording | undefined
  const { ended } = await startDraftRun(
    { ...ctx, channel: 'studio' },
    {
      ...{ skillSetId, document, skillSlug, args: example.input, config: example.config ?? {} },
      ...(maxPrice !== undefined && { maxPrice }),
      dryRun: skill ? isCheckedByDryRun(document, skill) : false,
      recordingMode: {
        kind: 'record',
        onRecorded: (recorded) => {
          recording = recorded
        },
      },
    },
  )
  const { state, output, error, warnings } = await ended
  if (state !== 'succeeded' || output === undefined || warnings.length > 0 || !recording)
    throw new AppError('PRECONDITION_FAILED', {
      message: `The example failed, so it was not recorded: ${error?.message ?? warnings[0]?.message ?? 'it has no output.'}`,
      suggestedAction: 'Run the example, fix what fails, and record it again.',
    })
  return { recording, output }
}

/**
 * Keeps a recording: from then on the checks of the example are answered from it. Published ones can be downloaded by
 * everyone who sees the skill. Throws as `requireOwnSkillSetAdmin`, and NOT_FOUND for an unknown recording.
 */
export async function keepRecording(
  ctx: Context,
  { skillSetId, id, isPublished }: { skillSetId: string; id: string; isPublished: boolean },
): Promise<void> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { skillSlug, inputDigest } = await requireRecording(skillSetId, id)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    if (!(await keepRecordingRow(tx, { id, skillSetId, skillSlug, inputDigest, isPublished })))
      throw new AppError('NOT_FOUND')
    const data = { id, skillSlug, isPublished }
    await recordAudit(tx, { ...auditSubject(viewer, skillSet), action: 'recording.keep', data })
  })
}

/** Throws as `requireOwnSkillSetAdmin`, NOT_FOUND, and PRECONDITION_FAILED if a version was submitted with it. */
export async function deleteRecording(
  ctx: Context,
  { skillSetId, id }: { skillSetId: string; id: string },
): Promise<void> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { skillSlug } = await requireRecording(skillSetId, id)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    if (!(await deleteRecordingRow(tx, { id, skillSetId })))
      throw new AppError('PRECONDITION_FAILED', {
        message: 'A version was submitted with this recording, so it stays. Record the example again to replace it.',
      })
    await recordAudit(tx, { ...auditSubject(viewer, skillSet), action: 'recording.delete', data: { id, skillSlug } })
  })
}

function auditSubject(viewer: Viewer, { id, slug, publisher }: OwnSkillSet) {
  return {
    actor: viewer,
    subjectType: 'skill_set',
    subjectId: id,
    subject: `${publisher.handle}.${slug}`,
  } as const
}

/** Returns the recordings of a SkillSet, newest first. Throws UNAUTHENTICATED, and NOT_FOUND without access. */
export async function listRecordings(ctx: Context, skillSetId: string): Promise<RecordingSummary[]> {
  await requireOwnSkillSet(ctx, skillSetId)
  return (await listRecordingHeads(ctx.db, skillSetId)).map(toSummary)
}

/** Returns a recording whole. Throws UNAUTHENTICATED, and NOT_FOUND without access. */
export async function getRecording(
  ctx: Context,
  { skillSetId, id }: { skillSetId: string; id: string },
): Promise<RecordingView> {
  await requireOwnSkillSet(ctx, skillSetId)
  const row = await requireRecording(skillSetId, id)
  const content = openContent(row)
  if (!content) throw new AppError('NOT_FOUND', { message: 'This server cannot decrypt the recording.' })
  return toView(ctx, row, content)
}

async function requireRecording(skillSetId: string, id: string) {
  const row = await findRecording(id)
  if (!row || row.skillSetId !== skillSetId) throw new AppError('NOT_FOUND')
  return row
}

function toSummary({ recordedAt, keptAt, ...head }: RecordingHead): RecordingSummary {
  const { id, skillSlug, inputDigest, steps, sizeBytes, isPublished } = head
  return {
    ...{ id, skillSlug, inputDigest, steps, sizeBytes, isPublished },
    recordedAtMs: recordedAt.getTime(),
    keptAtMs: keptAt?.getTime() ?? null,
  }
}

const PLACEHOLDER = /sbxsec_[\w-]{24}/g

async function toView(
  ctx: Context,
  head: RecordingHead,
  { recording, output, noise }: RecordingContent,
): Promise<RecordingView> {
  const { exchanges, calls } = recording
  const text = JSON.stringify([exchanges, calls, output]).replaceAll(PLACEHOLDER, '')
  return {
    ...toSummary(head),
    made: listSteps(recording),
    output,
    noise,
    secrets: await runInThread<typeof nameSecrets>('secret-names', [text], { owner: workOwner(ctx) }),
  }
}

function listSteps({ exchanges, calls }: RunRecording): RecordedStep[] {
  return [
    ...exchanges.map(({ method, url, bodyBytes, reply }): RecordedStep => {
      if (reply.kind === 'failure') return { kind: 'failure', method, url, message: reply.message }
      const { status, body } = reply
      const bytes = 'text' in body ? Buffer.byteLength(body.text) : Buffer.byteLength(body.base64, 'base64')
      return { kind: 'request', method, url, sentBytes: bodyBytes, status, bytes }
    }),
    ...calls.map(
      ({ method, reply }): RecordedStep => ({
        kind: 'call',
        method,
        ...('error' in reply && { error: reply.error.message }),
      }),
    ),
  ]
}
