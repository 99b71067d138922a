import type { Context } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { AppError, type PublicError, toPublicError } from '../../kernel/errors.ts'
import type { RunView } from '../views/run-view.ts'
import { startDraftRun } from './start-draft-run.ts'

export type ExampleRunResult = {
  skillSlug: string
  exampleIndex: number
  title: string
  passed: boolean
  run?: RunView
  error?: PublicError
}

/**
 * Runs all examples of a document as its publisher. A failing example is a result, not an error. Throws
 * UNAUTHENTICATED, and NOT_FOUND for callers outside the publisher.
 */
export async function runExamples(
  ctx: Context,
  request: { skillSetId: string; document: SkillSetDocument; submissionId?: string },
): Promise<ExampleRunResult[]> {
  const { skillSetId, document, submissionId } = request
  const cases = document.skills.flatMap((skill) =>
    (skill.examples ?? []).map((example, exampleIndex) => ({ skill, example, exampleIndex })),
  )
  const reviewing: Context = { ...ctx, channel: 'review' }
  const results: ExampleRunResult[] = []
  // Sequential, so that examples leave slots for the publisher's other runs.
  for (const { skill, example, exampleIndex } of cases) {
    const exampleFields = { skillSlug: skill.slug, exampleIndex, title: example.title }
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
      results.push({ ...exampleFields, run, passed: run.state === 'succeeded' && run.warnings.length === 0 })
    } catch (thrown) {
      results.push({ ...exampleFields, passed: false, error: refusalOf(thrown) })
    }
  }
  return results
}

function refusalOf(thrown: unknown): PublicError {
  const isOfExample =
    thrown instanceof AppError && !['UNAUTHENTICATED', 'NOT_FOUND', 'INTERNAL_ERROR'].includes(thrown.code)
  if (!isOfExample) throw thrown
  return toPublicError(thrown)
}
