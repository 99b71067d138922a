/**
 * The deployment checklist of a draft, as submitting it now would find it. Floor 3.
 *
 * Asks the same questions as `lib/review/run-checks.ts`, and answers red lines instead of refusing. Half a document
 * is measured as far as it goes.
 */
import type { Context } from '../context.ts'
import {
  type ChecklistFacts,
  type ChecklistLine,
  checklist,
  NO_FACTS,
} from '../contract/document/checklist.ts'
import { parseDocument } from '../contract/document/parse-document.ts'
import { findDraft } from '../db/drafts.ts'
import { isPublished } from '../db/skill-sets.ts'
import { listVersionHeads } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { runExamples } from '../execution/run-examples.ts'
import { judgeExample, measure } from '../review/run-checks.ts'
import { tryMigrations } from '../review/try-migrations.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'
import { slugIssues } from './slug-rules.ts'

/**
 * Every line, green or red. Runs all examples and migrations in the sandbox, so it takes as long as they do.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers or when there is no draft, and TOOL_NOT_AVAILABLE when a migration
 * cannot be tried.
 */
export async function getChecklist(ctx: Context, skillSetId: string): Promise<ChecklistLine[]> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft to check.' })

  const { document, issues } = parseDocument(draft.document)
  const facts = document ? await factsOf(ctx, skillSetId, document) : NO_FACTS
  const isFixed = await isPublished(ctx.db, skillSetId)
  const misnamed = slugIssues(draft.document, { slug: skillSet.slug, isFixed })
  return [
    ...redLine('shape', 'The document holds what a SkillSet can hold', issues),
    ...redLine('slug', 'The slug can be had', misnamed),
    ...checklist(draft.document, facts),
  ]
}

type Document = NonNullable<ReturnType<typeof parseDocument>['document']>

async function factsOf(ctx: Context, skillSetId: string, document: Document): Promise<ChecklistFacts> {
  const heads = await listVersionHeads(ctx.db, skillSetId)
  const runs = await runExamples(ctx, { skillSetId, document })
  const examples = runs.map((run) => judgeExample(run, document))
  const tried = await tryMigrations(ctx, { skillSetId, heads, document })
  return { ...(await measure(ctx, heads, document)), ...tried, examples }
}

/** A line that is only there when it is red. */
function redLine(id: string, title: string, issues: ChecklistLine['issues']): ChecklistLine[] {
  return issues.length > 0 ? [{ id, title, ok: false, issues }] : []
}
