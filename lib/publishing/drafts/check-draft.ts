import { type Context, workOwner } from '../../context/context.ts'
import { type ChecklistLine, NO_FACTS } from '../../contracts/checks/checklist.ts'
import type { MigrationTest } from '../../contracts/checks/migration-tests.ts'
import { parseDocument } from '../../contracts/document/parse-document.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { type AdvisoryReport, findAdvisories } from '../../packages/registry/find-advisories.ts'
import { type ListedChoice, listDraftChoices } from '../../runs/start/list-choices.ts'
import { startDraftRun } from '../../runs/start/start-draft-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { findCopiedNames } from '../review/submit/copied-names.ts'
import { checkInThread, findSecretFacts, gatherChangeFacts } from '../review/submit/run-checks.ts'
import {
  checklistFacts,
  findSandboxChecks,
  runSandboxChecks,
  type SandboxChecks,
} from '../review/submit/sandbox-checks.ts'
import { tryMigrations } from '../review/submit/try-migrations.ts'
import { findDraft } from '../rows/drafts.ts'
import { isPublished, type OwnSkillSet } from '../rows/skill-sets.ts'
import { listVersionHeads, type VersionHead } from '../rows/versions.ts'
import { slugIssues } from './inspect-document.ts'
import { type ExamplesOffer, NO_EXAMPLES, offerExamples, requireShownPrice } from './price-draft.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'

export type DraftChecklist = {
  lines: ChecklistLine[]
  /** When the examples and migrations of this document ran; null if they have not. */
  checkedAtMs: number | null
  /** What running the checks does. */
  offer: ExamplesOffer
  /** Known vulnerabilities of its packages, which block nothing; null without packages. */
  advisories: AdvisoryReport | null
}

/**
 * Returns the checklist as far as it is known without running anything: a line whose check has not run is `notRun`.
 * Throws UNAUTHENTICATED, and NOT_FOUND without access or draft.
 */
export async function getChecklist(ctx: Context, skillSetId: string): Promise<DraftChecklist> {
  const { draft, skillSet } = await requireDraft(ctx, skillSetId)
  const { document } = parseDocument(draft)
  if (!document) return { ...(await listIncompleteChecks(ctx, skillSet, draft)), offer: NO_EXAMPLES }
  const heads = await listVersionHeads(ctx.db, skillSetId)
  const checks = await findSandboxChecks(ctx, { skillSetId, heads, document })
  return listDraftChecks(ctx, { skillSet, document, heads, checks })
}

/**
 * Runs the checks of a submission: examples, which may cost money and have effects, and migrations.
 *
 * `maxPrice` is the price that the publisher was shown, in USDC. Throws UNAUTHENTICATED, NOT_FOUND without access or
 * draft, PAYMENT_REQUIRED if the examples may cost more than that, and TOOL_NOT_AVAILABLE if a migration cannot run.
 */
export async function checkDraft(
  ctx: Context,
  { skillSetId, maxPrice }: { skillSetId: string; maxPrice: string },
): Promise<DraftChecklist> {
  const { draft, skillSet } = await requireDraft(ctx, skillSetId)
  const { document } = parseDocument(draft)
  if (!document) return { ...(await listIncompleteChecks(ctx, skillSet, draft)), offer: NO_EXAMPLES }
  const offer = await offerExamples(ctx, skillSet, document)
  requireShownPrice(offer, maxPrice)
  const heads = await listVersionHeads(ctx.db, skillSetId)
  const checks = await runSandboxChecks(ctx, { skillSetId, heads, document })
  return listDraftChecks(ctx, { skillSet, document, heads, checks, offer })
}

type CheckedDraft = {
  skillSet: OwnSkillSet
  document: SkillSetDocument
  heads: VersionHead[]
  checks: SandboxChecks | null
  offer?: ExamplesOffer
}

async function listDraftChecks(ctx: Context, checked: CheckedDraft): Promise<DraftChecklist> {
  const { skillSet, document, heads, checks } = checked
  const staticFacts = {
    ...(await gatherChangeFacts(ctx, heads, document)),
    ...(await findSecretFacts(ctx, skillSet.id, document)),
    copiedNames: await findCopiedNames(ctx, { skillSetId: skillSet.id, document }),
  }
  const facts = checks ? { ...staticFacts, ...checklistFacts(checks, document) } : staticFacts
  const lines = [
    ...(await listSlugLine(ctx, skillSet, document as Json)),
    ...(await checkInThread(document as Json, facts, workOwner(ctx))),
  ]
  return {
    lines: checks ? lines : lines.map((line) => markNotRun(line, document)),
    checkedAtMs: checks?.checkedAtMs ?? null,
    offer: checked.offer ?? (await offerExamples(ctx, skillSet, document)),
    advisories: await findAdvisories(ctx.db, document.dependencyLock),
  }
}

/** Returns the line as not run if its check needs the sandbox: it may only be green once its check has run. */
function markNotRun(line: ChecklistLine, document: SkillSetDocument): ChecklistLine {
  const isToRun =
    (line.id === 'examples' && document.skills.some(({ examples }) => examples?.length)) ||
    (line.id === 'migrations' && document.migrations?.length)
  return isToRun && line.ok ? { ...line, ok: false, notRun: true } : line
}

/** The checklist of a document that is not a valid SkillSet yet, of which nothing can run. */
async function listIncompleteChecks(ctx: Context, skillSet: OwnSkillSet, draft: Json) {
  const lines = [
    ...listFailedLine('shape', 'The document is a valid SkillSet', parseDocument(draft).issues),
    ...(await listSlugLine(ctx, skillSet, draft)),
    ...(await checkInThread(draft, NO_FACTS, workOwner(ctx))),
  ]
  return { lines, checkedAtMs: null, advisories: null }
}

async function listSlugLine(ctx: Context, { id, slug }: OwnSkillSet, draft: Json): Promise<ChecklistLine[]> {
  const isFixed = await isPublished(ctx.db, id)
  return listFailedLine('slug', 'The slug is available', slugIssues(draft, { slug, isFixed }))
}

/** Throws UNAUTHENTICATED, and NOT_FOUND without access or draft. */
async function requireDraft(
  ctx: Context,
  skillSetId: string,
): Promise<{ draft: Json; skillSet: OwnSkillSet }> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This SkillSet has no draft.' })
  return { draft: draft.document, skillSet }
}

function listFailedLine(id: string, title: string, issues: ChecklistLine['issues']): ChecklistLine[] {
  return issues.length > 0 ? [{ id, title, ok: false, issues }] : []
}

type TestRunRequest = {
  skillSetId: string
  skillSlug: string
  args: Json
  config?: JsonObject
  timeZone?: string
  /** The most that the publisher agreed to pay for the skills that it calls, in USDC. */
  maxPrice?: string
}

/**
 * Runs a skill of the stored draft with the publisher's arguments and settings, and returns the run. The draft's own
 * price is not charged. Throws UNAUTHENTICATED, NOT_FOUND without access or draft, and the errors of starting a run.
 */
export async function startTestRun(
  ctx: Context,
  { skillSetId, ...options }: TestRunRequest,
): Promise<RunView> {
  const { draft: document } = await requireDraft(ctx, skillSetId)
  const studio: Context = { ...ctx, channel: 'studio' }
  return (await startDraftRun(studio, { ...options, skillSetId, document })).run
}

type TestChoicesRequest = { skillSetId: string; skillSlug: string; helper: string; input: Json }

/**
 * Returns the choices that a helper of the draft offers for a field. Throws UNAUTHENTICATED, NOT_FOUND without access or
 * draft, and the errors of `listChoices`.
 */
export async function listTestChoices(
  ctx: Context,
  { skillSetId, ...options }: TestChoicesRequest,
): Promise<ListedChoice[]> {
  const { draft: document } = await requireDraft(ctx, skillSetId)
  return listDraftChoices(ctx, { ...options, skillSetId, document })
}

/**
 * Runs the draft's migrations on the examples of earlier versions, and returns one result for each example; none without
 * migrations. Throws UNAUTHENTICATED, NOT_FOUND without access or draft, INVALID_INPUT for an incomplete document, and
 * TOOL_NOT_AVAILABLE if the sandbox is down.
 */
export async function tryDraftMigrations(ctx: Context, skillSetId: string): Promise<MigrationTest[]> {
  const { draft } = await requireDraft(ctx, skillSetId)
  const { document, issues } = parseDocument(draft)
  if (!document) throw new AppError('INVALID_INPUT', { issues })
  const heads = await listVersionHeads(ctx.db, skillSetId)
  return (await tryMigrations(ctx, { skillSetId, heads, document })).migrations
}
