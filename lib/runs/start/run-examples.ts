import type { BehaviourProfile } from '../../behaviour/model/behaviour-profile.ts'
import { type Context, workOwner } from '../../context/context.ts'
import { isSecretDefinition } from '../../contracts/document/config-values.ts'
import type { SkillExample, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { OutputDifference } from '../../contracts/examples/assertions.ts'
import { compareOutputsInThread } from '../../contracts/examples/compare-in-thread.ts'
import { isCheckedByDryRun } from '../../contracts/permissions/permission-lines.ts'
import { AppError, type PublicError, toPublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import type { RunView } from '../views/run-view.ts'
import { startDraftRun } from './start-draft-run.ts'

export type ExampleRunResult = {
  skillSlug: string
  exampleIndex: number
  title: string
  passed: boolean
  run?: RunView
  error?: PublicError
  /** Set if the example has a recording: it was answered from it, and its output compared with the recorded one. */
  recordingId?: string
  differences?: OutputDifference[]
  /** What the run was observed to do; absent if it did not run, or in a worker. */
  behaviour?: BehaviourProfile
  /** Labels of the secrets for which it was not run: the draft has no test settings for them. */
  needs?: string[]
}

/** The recording of an example, and the output that it had then. */
export type ExampleRecording = { id: string; recording: RunRecording; output: Json }

/** Someone waits for the examples, also for those of the long lane. */
const MAX_EXAMPLE_MS = 60_000

/**
 * Runs all examples of a document as its publisher, with the test settings of the draft (see `isCheckedByDryRun` for
 * dry runs). A failing example is a result, not an error. Throws
 * UNAUTHENTICATED, and NOT_FOUND for callers outside the publisher.
 */
export async function runExamples(
  ctx: Context,
  request: {
    skillSetId: string
    document: SkillSetDocument
    submissionId?: string
    /** Returns null for an example without a recording, which then runs live. */
    findRecording?: (skillSlug: string, example: SkillExample) => Promise<ExampleRecording | null>
  },
): Promise<ExampleRunResult[]> {
  const { skillSetId, document, submissionId, findRecording } = request
  const cases = document.skills.flatMap((skill) =>
    (skill.examples ?? []).map((example, exampleIndex) => ({ skill, example, exampleIndex })),
  )
  const reviewing: Context = { ...ctx, channel: 'review' }
  const results: ExampleRunResult[] = []
  // Sequential, so that examples leave slots for the publisher's other runs.
  for (const { skill, example, exampleIndex } of cases) {
    const exampleFields = { skillSlug: skill.slug, exampleIndex, title: example.title }
    const { input: args, config = {}, assertions } = example
    const recorded = (await findRecording?.(skill.slug, example)) ?? undefined
    try {
      let behaviour: BehaviourProfile | undefined
      const options = {
        onObserved: (profile: BehaviourProfile) => {
          behaviour = profile
        },
        skillSetId,
        document,
        skillSlug: skill.slug,
        args,
        config,
        submissionId,
        exampleIndex,
        timeoutMs: MAX_EXAMPLE_MS,
        dryRun: isCheckedByDryRun(document, skill),
        ...(recorded && { recordingMode: { kind: 'replay' as const, recording: recorded.recording } }),
      }
      const run = await (await startDraftRun(reviewing, options)).ended
      const isDelivered = run.state === 'succeeded' && run.warnings.length === 0
      const differences =
        recorded && isDelivered
          ? await compareOutputsInThread([recorded.output, run.output ?? null, assertions], workOwner(ctx))
          : []
      results.push({
        ...exampleFields,
        run,
        ...(behaviour && { behaviour }),
        passed: isDelivered && differences.length === 0,
        ...(recorded && { recordingId: recorded.id, differences }),
      })
    } catch (thrown) {
      const needs = neededSecrets(document, thrown)
      results.push({ ...exampleFields, passed: false, ...(needs ? { needs } : { error: toRefusal(thrown) }) })
    }
  }
  return results
}

/** Returns the labels of the secrets that alone kept an example from running; undefined if something else did. */
function neededSecrets({ configDefinitions = [] }: SkillSetDocument, thrown: unknown): string[] | undefined {
  const isRefused = thrown instanceof AppError && thrown.code === 'PRECONDITION_FAILED'
  const issues = isRefused ? (thrown.options.issues ?? []) : []
  const missing = issues.map(({ keyword, params }) => (keyword === 'config' ? params?.key : undefined))
  const secrets = configDefinitions.filter(isSecretDefinition)
  const needed = missing.flatMap((key) => secrets.find((secret) => secret.key === key)?.label ?? [])
  return needed.length > 0 && needed.length === issues.length ? needed : undefined
}

function toRefusal(thrown: unknown): PublicError {
  const isOfExample =
    thrown instanceof AppError && !['UNAUTHENTICATED', 'NOT_FOUND', 'INTERNAL_ERROR'].includes(thrown.code)
  if (!isOfExample) throw thrown
  return toPublicError(thrown)
}
