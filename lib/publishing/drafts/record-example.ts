/**
 * Recordings of a draft's examples. Recording runs the example live with the test settings of the draft; what is recorded is
 * used only once its publisher has looked at it.
 */
import { randomUUIDv7 } from 'node:crypto'
import { recordAudit } from '../../audit/audit-log.ts'
import { requireRoomForSkills, type UploadedFile } from '../../blobs/skill-files/store-skill-files.ts'
import { type Context, type Viewer, workOwner } from '../../context/context.ts'
import { readDraft } from '../../contracts/document/read-draft.ts'
import type { SkillExample, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { proposeInThread } from '../../contracts/examples/compare-in-thread.ts'
import type { ExampleAssertion } from '../../contracts/examples/example-assertion.ts'
import { isCheckedByDryRun } from '../../contracts/permissions/permission-lines.ts'
import type { nameSecrets } from '../../contracts/texts/find-secrets.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { keepUploaded, withUploadedBody } from '../../runs/replay/sealed-recording.ts'
import { startDraftRun } from '../../runs/start/start-draft-run.ts'
import type { RecordedCall, RunRecording } from '../../sandbox/run-recording.ts'
import { isRepeatable } from '../examples/is-repeatable.ts'
import { joinRecordingTexts } from '../examples/recording-texts.ts'
import { digestInput, openContent, type RecordingContent, sealContent } from '../examples/recordings.ts'
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
import { requireOwnSkillSet, requireOwnSkillSetAdmin } from './require-own-skill-set.ts'

/** Of all recordings of a SkillSet together, which count towards the storage of the publisher's skills as well. */
const MAX_RECORDINGS_BYTES = 100 * 1024 * 1024

/** What was asked, and the answer. `text` of both is cut; the download has the whole. */
export type RecordedStep = {
  /** What looks like a secret in it: "a Stripe key (sk_l…, 32 characters)". */
  secrets: string[]
} & (
  | { kind: 'request'; method: string; url: string; status: number; bytes: number; text: string }
  | { kind: 'failure'; method: string; url: string; message: string }
  /** `subject` is the tool or skill, if it is a call of one. */
  | { kind: 'call'; method: string; subject?: string; asked: string; text: string; isFailed: boolean }
)

export type RecordingSummary = {
  id: string
  skillSlug: string
  inputDigest: string
  steps: number
  sizeBytes: number
  recordedAtMs: number
  /** Null until its publisher has kept it. */
  keptAtMs: number | null
}

/** The recordings of one example: the one in use, and one that nobody has kept yet. */
export type ExampleRecordings = {
  skillSlug: string
  exampleIndex: number
  kept?: RecordingSummary
  pending?: RecordingSummary
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
  await requireOwnSkillSetAdmin(ctx, request.skillSetId)
  return recordGiven(ctx, { ...request, ...(await findExample(ctx, request)) })
}

type GivenExample = Omit<RecordRequest, 'exampleIndex'> & {
  document: SkillSetDocument
  example: SkillExample
}

/** Records an example of a document that is not stored. Throws as `recordExample`. */
export async function recordGiven(ctx: Context, given: GivenExample): Promise<RecordingView> {
  const { skillSetId, skillSlug, document, example } = given
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const first = await runRecorded(ctx, given)
  const second = isRepeatable(document, skillSlug) ? await runRecorded(ctx, given) : first
  const noise = await proposeInThread([first.output, second.output], workOwner(ctx))
  const content: RecordingContent = { recording: first.recording, output: first.output, noise }
  const id = randomUUIDv7()
  const { exchanges, calls } = first.recording
  const { body, ...sealed } = sealContent(id, content)
  const insert = (uploaded: UploadedFile | undefined) =>
    ctx.db.$transaction(async (tx) => {
      await lockSkillSet(tx, skillSetId)
      const inserted = await insertRecording(tx, {
        ...{ id, skillSetId, skillSlug, inputDigest: digestInput(example), recordedById: viewer.userId },
        ...{ ...sealed, contentId: await keepUploaded(tx, uploaded) },
        steps: exchanges.length + calls.length,
      })
      if ((await sumRecordingBytes(tx, skillSetId)) > MAX_RECORDINGS_BYTES)
        throw new AppError('LIMIT_REACHED', {
          message: 'The recordings of this SkillSet are larger than 100 MB together.',
          suggestedAction:
            'Delete recordings of other examples, or choose an example with smaller responses.',
        })
      await requireRoomForSkills(tx, skillSet.publisher.organisationId)
      return inserted
    })
  const head = await withUploadedBody(ctx.db, { body }, insert)
  return toView(ctx, head, content)
}

async function findExample(
  ctx: Context,
  { skillSetId, skillSlug, exampleIndex }: RecordRequest,
): Promise<{ document: SkillSetDocument; example: SkillExample }> {
  const document = await readStoredDraft(ctx, skillSetId)
  const example = document.skills.find(({ slug }) => slug === skillSlug)?.examples?.[exampleIndex]
  if (!example) throw new AppError('NOT_FOUND', { message: 'The draft has no such example.' })
  return { document, example }
}

async function runRecorded(
  ctx: Context,
  { skillSetId, skillSlug, maxPrice, document, example }: GivenExample,
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
 * Keeps a recording: from then on the checks of the example are answered from it. Throws as `requireOwnSkillSetAdmin`, and
 * NOT_FOUND for an unknown recording.
 */
export async function keepRecording(
  ctx: Context,
  { skillSetId, id }: { skillSetId: string; id: string },
): Promise<void> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { skillSlug, inputDigest } = await requireRecording(skillSetId, id)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    if (!(await keepRecordingRow(tx, { id, skillSetId, skillSlug, inputDigest })))
      throw new AppError('NOT_FOUND')
    const data = { id, skillSlug }
    await recordAudit(tx, { ...auditSubject(viewer, skillSet), action: 'recording.keep', data })
  })
}

/**
 * Throws as `requireOwnSkillSetAdmin`, NOT_FOUND for an unknown recording, and PRECONDITION_FAILED if it is still used, as by the
 * version in the catalogue.
 */
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
        message:
          'A version in the catalogue, in review or of the last 30 days was submitted with this recording, so it stays. Record the example again to use another one.',
      })
    await recordAudit(tx, {
      ...auditSubject(viewer, skillSet),
      action: 'recording.delete',
      data: { id, skillSlug },
    })
  })
}

export function auditSubject(viewer: Viewer, { id, slug, publisher }: OwnSkillSet) {
  return {
    actor: viewer,
    subjectType: 'skill_set',
    subjectId: id,
    subject: `${publisher.handle}.${slug}`,
  } as const
}

/**
 * Returns the recordings of the examples of the stored draft; examples without one are missing. Throws UNAUTHENTICATED,
 * and NOT_FOUND without access or draft.
 */
export async function listRecordings(ctx: Context, skillSetId: string): Promise<ExampleRecordings[]> {
  await requireOwnSkillSet(ctx, skillSetId)
  const { skills } = await readStoredDraft(ctx, skillSetId)
  const recordings = (await listRecordingHeads(ctx.db, skillSetId)).map(toSummary)
  return skills.flatMap(({ slug: skillSlug, examples = [] }) =>
    examples.flatMap((example, exampleIndex) => {
      const digest = digestInput(example)
      const own = recordings.filter((each) => each.skillSlug === skillSlug && each.inputDigest === digest)
      const kept = own.find(({ keptAtMs }) => keptAtMs !== null)
      const pending = own.find(({ keptAtMs }) => keptAtMs === null)
      return own.length === 0
        ? []
        : [{ skillSlug, exampleIndex, ...(kept && { kept }), ...(pending && { pending }) }]
    }),
  )
}

async function readStoredDraft({ db }: Context, skillSetId: string): Promise<SkillSetDocument> {
  const draft = await findDraft(db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This SkillSet has no draft.' })
  return readDraft(draft.document)
}

/** Returns a recording whole. Throws as `requireOwnSkillSetAdmin`, and NOT_FOUND. */
export async function getRecording(
  ctx: Context,
  which: { skillSetId: string; id: string },
): Promise<RecordingView> {
  const { row, content } = await openRecording(ctx, which)
  return toView(ctx, row, content)
}

/** Returns a recording as a file of JSON. Throws as `getRecording`. */
export async function downloadRecording(
  ctx: Context,
  which: { skillSetId: string; id: string },
): Promise<{ text: string }> {
  const { content } = await openRecording(ctx, which)
  return { text: JSON.stringify(content, null, 2) }
}

/** Throws as `getRecording`. */
export async function openRecording(ctx: Context, { skillSetId, id }: { skillSetId: string; id: string }) {
  await requireOwnSkillSetAdmin(ctx, skillSetId)
  const row = await requireRecording(skillSetId, id)
  const content = await openContent(row)
  if (!content) throw new AppError('NOT_FOUND', { message: 'This server cannot decrypt the recording.' })
  return { row, content }
}

async function requireRecording(skillSetId: string, id: string) {
  const row = await findRecording(id)
  if (!row || row.skillSetId !== skillSetId) throw new AppError('NOT_FOUND')
  return row
}

function toSummary({ recordedAt, keptAt, ...head }: RecordingHead): RecordingSummary {
  const { id, skillSlug, inputDigest, steps, sizeBytes } = head
  return {
    ...{ id, skillSlug, inputDigest, steps, sizeBytes },
    recordedAtMs: recordedAt.getTime(),
    keptAtMs: keptAt?.getTime() ?? null,
  }
}

export const PLACEHOLDER = /sbxsec_[\w-]{24}/g

async function toView(
  ctx: Context,
  head: RecordingHead,
  { recording, output, noise }: RecordingContent,
): Promise<RecordingView> {
  const { exchanges, calls } = recording
  const texts = [
    ...exchanges.map((exchange) => joinRecordingTexts([exchange], [])),
    ...calls.map(({ params = null, reply }) => joinRecordingTexts([], [params, answerOf(reply)])),
    joinRecordingTexts([], [output]),
  ].map((text) => text.replaceAll(PLACEHOLDER, ''))
  const secrets = await runInThread<typeof nameSecrets>('secret-names', [texts], { owner: workOwner(ctx) })
  return {
    ...toSummary(head),
    made: listSteps(recording).map((step, index) => ({ ...step, secrets: secrets[index] ?? [] })),
    output,
    noise,
    secrets: [...new Set(secrets.flat())],
  }
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

function listSteps({ exchanges, calls }: RunRecording): DistributiveOmit<RecordedStep, 'secrets'>[] {
  return [
    ...exchanges.map(({ method, url, reply }) => {
      if (reply.kind === 'failure') return { kind: 'failure', method, url, message: reply.message } as const
      const { status, body } = reply
      const isText = 'text' in body
      const bytes = isText ? Buffer.byteLength(body.text) : Buffer.byteLength(body.base64, 'base64')
      return { kind: 'request', method, url, status, bytes, text: isText ? cut(body.text) : '' } as const
    }),
    ...calls.map(({ method, params = null, reply }) => ({
      kind: 'call' as const,
      method,
      ...(isObject(params) && typeof params.name === 'string' && { subject: params.name }),
      asked: cut(JSON.stringify(params, null, 2)),
      text: cut(JSON.stringify(answerOf(reply), null, 2)),
      isFailed: 'error' in reply,
    })),
  ]
}

function answerOf(reply: RecordedCall['reply']): Json {
  return 'value' in reply ? reply.value : reply.error.message
}

const MAX_SHOWN_CHARS = 4_000

function cut(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
}
