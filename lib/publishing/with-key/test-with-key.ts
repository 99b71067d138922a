/** Test runs from a publisher's own machine: the document that is sent runs as a draft, in the sandbox of the site. */
import { z } from 'zod'
import { type Context, requireOrganisationAdmin, requireScope, workOwner } from '../../context/context.ts'
import type { SkillExample, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { ExampleAssertion } from '../../contracts/examples/example-assertion.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { JsonValueField, LineField } from '../../kernel/validation/text-fields.ts'
import { lockPackages } from '../../packages/resolve-packages.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import type { ExampleRecording } from '../../runs/start/run-examples.ts'
import { startDraftRun } from '../../runs/start/start-draft-run.ts'
import type { StartedRun } from '../../runs/start/start-run.ts'
import { getRun } from '../../runs/views/get-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { keepRecording, type RecordingView, recordGiven } from '../drafts/record-example.ts'
import { digestInput, openKeptRecording } from '../examples/recordings.ts'
import { requireDocument } from '../staging/stage-document.ts'
import { openSkillSet } from './open-skill-set.ts'

const Fields = z.object({
  publisher: z.string().max(64).optional(),
  document: JsonValueField,
  /** The slug of the skill to run. */
  skill: LineField,
  args: JsonValueField,
  /** Settings of the example. */
  config: JsonValueField.optional(),
  /** Values for this run alone, instead of the test settings of the draft; secrets included. */
  settings: JsonValueField.optional(),
  /** In USDC; by default, the run must not cost anything. */
  max_price: LineField.default('0'),
  /** `offline` answers from the recording of the example, and `record` makes a new one. */
  mode: z.enum(['live', 'offline', 'record']).default('live'),
  /** Uses the new recording at once, unless it contains what looks like a secret. */
  keep: z.boolean().default(false),
})

/** The run has started, or a recording was made. `recorded` is the recording that the output is compared with. */
export type KeyTest = { isNew: boolean; skillSetId: string } & (
  | { started: StartedRun; recorded: ExampleRecording | null; assertions: ExampleAssertion[] }
  | { recording: RecordingView; isKept: boolean }
)

/**
 * Creates the SkillSet as a draft if there is none of this name; a draft that exists is not changed.
 *
 * Throws NOT_FOUND if an example without a recording is to be tested offline, POLICY_DENIED without the scope `publish` and for plain members, INVALID_INPUT with the document's problems, as
 * `openSkillSet`, and the errors of starting and recording a run.
 */
export async function testWithKey(ctx: Context, given: unknown): Promise<KeyTest> {
  requireScope(ctx, 'publish')
  const { organisationId } = requireOrganisationAdmin(ctx)
  const fields = parseFields(Fields, given)
  const { publisher: handle, document: sent, skill, args, config, settings, max_price, mode, keep } = fields
  const document = await lockTestedSkill(ctx, {
    document: await requireDocument(sent, workOwner(ctx)),
    skill,
    organisationId,
  })
  const { skillSet, isNew } = await openSkillSet(ctx, { handle, document })
  const skillSetId = skillSet.id
  const example = findExample(document, skill, {
    title: '',
    input: args,
    ...(isObject(config) && { config }),
  })
  const request = { skillSetId, document, skillSlug: skill, maxPrice: max_price }
  if (mode === 'record' && settings !== undefined)
    throw new AppError('INVALID_INPUT', {
      message: 'Recordings are made with the test settings of the draft.',
      suggestedAction: 'Leave out the settings, and enter them under Test settings in the studio.',
    })
  if (mode === 'record') {
    const recording = await recordGiven(ctx, { ...request, example })
    const isKept = keep && recording.secrets.length === 0
    if (isKept) await keepRecording(ctx, { skillSetId, id: recording.id })
    return { recording, isKept, isNew, skillSetId }
  }
  const recorded = await openKeptRecording({ skillSetId, skillSlug: skill, example })
  if (mode === 'offline' && !recorded)
    throw new AppError('NOT_FOUND', {
      message: 'This example has no recording.',
      suggestedAction: 'Record it with `test --record --keep` of this site’s command line, or in the studio.',
    })
  const started = await startDraftRun(ctx, {
    ...request,
    args,
    config: { ...(isObject(settings) && settings), ...(isObject(config) && config) },
    ...(mode === 'offline' &&
      recorded && { recordingMode: { kind: 'replay', recording: recorded.recording } }),
  })
  return { started, recorded, assertions: example.assertions ?? [], isNew, skillSetId }
}

/**
 * Finds a test run that a key may see. Throws NOT_FOUND for runs that are not of a draft, POLICY_DENIED without the scope
 * `publish` and for plain members, and as `getRun`.
 */
export async function getTestRunWithKey(ctx: Context, id: string): Promise<RunView> {
  requireScope(ctx, 'publish')
  requireOrganisationAdmin(ctx)
  const run = await getRun(ctx, id)
  if (run.mode !== 'development')
    throw new AppError('NOT_FOUND', { message: 'This run is not a test run of a draft.' })
  return run
}

/** Cancels a test run, and leaves one that has ended as it is. Throws as `getTestRunWithKey` and `cancelRun`. */
export async function cancelTestRunWithKey(ctx: Context, id: string): Promise<RunView> {
  await getTestRunWithKey(ctx, id)
  await cancelRun(ctx, id)
  return getRun(ctx, id)
}

/**
 * Locks and bundles the packages for the tested skill alone, so that what another one imports cannot fail its examples.
 */
async function lockTestedSkill(
  ctx: Context,
  { document, skill, organisationId }: { document: SkillSetDocument; skill: string; organisationId: string },
): Promise<SkillSetDocument> {
  const skills = document.skills.filter(({ slug }) => slug === skill)
  const locked = await lockPackages(ctx.db, { document: { ...document, skills }, organisationId })
  return { ...locked, skills: document.skills }
}

/** Returns the example of the document with this input and config, which has assertions; else the given one. */
function findExample(document: SkillSetDocument, skillSlug: string, given: SkillExample): SkillExample {
  const { examples = [] } = document.skills.find(({ slug }) => slug === skillSlug) ?? {}
  return examples.find((each) => digestInput(each) === digestInput(given)) ?? given
}
