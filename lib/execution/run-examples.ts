/** Every example of a document, run as its publisher: what the reviewers look at. Floor 3. */
import type { Context } from '../context.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { AppError, type PublicError, toPublicError } from '../errors.ts'
import type { RunView } from './run-view.ts'
import { startDraftRun } from './start-draft-run.ts'

export type ExampleResult = {
  skillSlug: string
  /** The example's place in its skill. */
  exampleIndex: number
  title: string
  /** The output came, and keeps its promises. */
  passed: boolean
  /** Absent when the example was refused before it ran; `error` then says why. */
  run?: RunView
  error?: PublicError
}

/**
 * Runs all examples in the order of the document and records each run with the submission.
 *
 * An example that fails is a result, not an error. Throws UNAUTHENTICATED and NOT_FOUND for anyone who is no
 * member of the publisher.
 */
export async function runExamples(
  ctx: Context,
  request: { skillSetId: string; document: SkillSetDocument; submissionId?: string },
): Promise<ExampleResult[]> {
  const { skillSetId, document, submissionId } = request
  const wanted = document.skills.flatMap((skill) =>
    (skill.examples ?? []).map((example, exampleIndex) => ({ skill, example, exampleIndex })),
  )
  const reviewing: Context = { ...ctx, door: 'review' }
  const results: ExampleResult[] = []
  // One after the other: examples must not take all places in line from the publisher's own work.
  for (const { skill, example, exampleIndex } of wanted) {
    const place = { skillSlug: skill.slug, exampleIndex, title: example.title }
    const { input: args, config = {} } = example
    try {
      const options = {
        skillSetId,
        document,
        skillSlug: skill.slug,
        args,
        config,
        submissionId,
        exampleIndex,
      }
      const run = await (await startDraftRun(reviewing, options)).ended
      results.push({ ...place, run, passed: run.state === 'succeeded' && run.warnings.length === 0 })
    } catch (thrown) {
      results.push({ ...place, passed: false, error: refusalOf(thrown) })
    }
  }
  return results
}

/** What refuses one example; what refuses the caller, or is our own fault, is thrown on. */
function refusalOf(thrown: unknown): PublicError {
  const isOfExample =
    thrown instanceof AppError && !['UNAUTHENTICATED', 'NOT_FOUND', 'INTERNAL_ERROR'].includes(thrown.code)
  if (!isOfExample) throw thrown
  return toPublicError(thrown)
}
