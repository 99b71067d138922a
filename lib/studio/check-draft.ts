import { type Context, workOwner } from '../context/context.ts'
import { findDraft } from '../db/catalog/drafts.ts'
import { isPublished } from '../db/catalog/skill-sets.ts'
import { listVersionHeads } from '../db/catalog/versions.ts'
import { AppError } from '../errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { checkInThread, judgeExample, measureChange, secretFacts } from '../review/submit/run-checks.ts'
import { tryMigrations } from '../review/submit/try-migrations.ts'
import { type ListedChoice, listDraftChoices } from '../runs/start/list-choices.ts'
import { runExamples } from '../runs/start/run-examples.ts'
import { startDraftRun } from '../runs/start/start-draft-run.ts'
import type { RunView } from '../runs/views/run-view.ts'
import { type ChecklistFacts, type ChecklistLine, NO_FACTS } from '../skillset/checks/checklist.ts'
import type { MigrationTest } from '../skillset/checks/migration-tests.ts'
import { parseDocument } from '../skillset/document/parse-document.ts'
import { slugIssues } from './inspect-document.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'

/**
 * Checks as on submission: examples and migrations run in the sandbox. Throws UNAUTHENTICATED, NOT_FOUND without
 * access or draft, and TOOL_NOT_AVAILABLE if a migration cannot run.
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
    ...redLine('shape', 'The document is a valid SkillSet', issues),
    ...redLine('slug', 'The slug is available', misnamed),
    ...(await checkInThread(draft.document, facts, workOwner(ctx))),
  ]
}

type Document = NonNullable<ReturnType<typeof parseDocument>['document']>

async function factsOf(ctx: Context, skillSetId: string, document: Document): Promise<ChecklistFacts> {
  const heads = await listVersionHeads(ctx.db, skillSetId)
  const runs = await runExamples(ctx, { skillSetId, document })
  const examples = runs.map((run) => judgeExample(run, document))
  const tried = await tryMigrations(ctx, { skillSetId, heads, document })
  const secrets = await secretFacts(ctx, skillSetId, document)
  return { ...(await measureChange(ctx, heads, document)), ...tried, ...secrets, examples }
}

function redLine(id: string, title: string, issues: ChecklistLine['issues']): ChecklistLine[] {
  return issues.length > 0 ? [{ id, title, ok: false, issues }] : []
}

type TestRunRequest = {
  skillSetId: string
  skillSlug: string
  args: Json
  config?: JsonObject
  timeZone?: string
}

/** Throws UNAUTHENTICATED, NOT_FOUND without access or draft, and the errors of starting a run. */
export async function startTestRun(
  ctx: Context,
  { skillSetId, ...options }: TestRunRequest,
): Promise<RunView> {
  await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft to try.' })
  const studio: Context = { ...ctx, channel: 'studio' }
  return (await startDraftRun(studio, { ...options, skillSetId, document: draft.document })).run
}

type TestChoicesRequest = { skillSetId: string; skillSlug: string; helper: string; input: Json }

/** Throws UNAUTHENTICATED, NOT_FOUND without access or draft, and the errors of `listChoices`. */
export async function listTestChoices(
  ctx: Context,
  { skillSetId, ...options }: TestChoicesRequest,
): Promise<ListedChoice[]> {
  await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft to try.' })
  return listDraftChoices(ctx, { ...options, skillSetId, document: draft.document })
}

/**
 * Throws UNAUTHENTICATED, NOT_FOUND without access or draft, INVALID_INPUT for an incomplete document, and
 * TOOL_NOT_AVAILABLE if the sandbox is down.
 */
export async function tryDraftMigrations(ctx: Context, skillSetId: string): Promise<MigrationTest[]> {
  await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft to try.' })
  const { document, issues } = parseDocument(draft.document)
  if (!document) throw new AppError('INVALID_INPUT', { issues })
  const heads = await listVersionHeads(ctx.db, skillSetId)
  return (await tryMigrations(ctx, { skillSetId, heads, document })).migrations
}
