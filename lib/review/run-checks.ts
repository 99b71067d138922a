/**
 * The automatic checks of a submission: what the number is measured against, the examples in the box, and the
 * checklist over both.
 *
 * Floor 3. Private versions go through them like public ones.
 */
import type { Context } from '../context.ts'
import { changesBetween } from '../contract/changes/changes.ts'
import {
  type ChecklistFacts,
  type ChecklistLine,
  checklist,
  type ExampleResult,
} from '../contract/document/checklist.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { paths } from '../contract/market/paths.ts'
import { baseVersion, numbersTaken, reviewedBase } from '../contract/version/base-version.ts'
import { findVersion, listVersionHeads, type VersionHead } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { type ExampleResult as ExampleRun, runExamples } from '../execution/run-examples.ts'
import { sizeOf } from './checks.ts'
import { requireFree } from './freeze-snapshot.ts'
import { tryMigrations } from './try-migrations.ts'
import type { SubmissionChecks } from './views.ts'

export type Checked = { checks: SubmissionChecks; runIds: string[] }

/**
 * Runs every check and returns what is kept with the submission.
 *
 * Throws CONFLICT when the number is spent or a version waits already, and PRECONDITION_FAILED with all red lines'
 * issues; the examples run, and the migrations are tried, only once everything else
 * is green.
 */
export async function runChecks(
  ctx: Context,
  { skillSetId, document }: { skillSetId: string; document: SkillSetDocument },
): Promise<Checked> {
  const heads = await listVersionHeads(ctx.db, skillSetId)
  requireFree(heads, document.version)
  const facts = await measure(ctx, heads, document)
  requireGreen(checklist(asJson(document), facts), skillSetId)

  const runs = await runExamples(ctx, { skillSetId, document })
  const tried = await tryMigrations(ctx, { skillSetId, heads, document })
  const lines = checklist(asJson(document), {
    ...facts,
    ...tried,
    examples: runs.map((run) => judgeExample(run, document)),
  })
  requireGreen(lines, skillSetId)

  const base = reviewedBase(heads, document.version)
  const before = base ? await findVersion(ctx.db, base.id) : null
  const { latest, bump, reasons } = facts
  return {
    checks: {
      lines,
      latest,
      bump,
      reasons: [...reasons],
      base: base ? { versionId: base.id, number: base.number } : null,
      size: sizeOf(before?.document ?? null, document),
      migrations: tried.migrations,
    },
    runIds: runs.flatMap(({ run }) => (run ? [run.id] : [])),
  }
}

/** What the number of this document is measured against; the examples are still to be run. */
export async function measure(
  ctx: Context,
  heads: VersionHead[],
  document: SkillSetDocument,
): Promise<ChecklistFacts> {
  const latest = baseVersion(heads, document.version)
  const before = latest ? await findVersion(ctx.db, latest.id) : null
  const { bump, reasons } = changesBetween(before?.document ?? null, document)
  return { numbersTaken: numbersTaken(heads), latest: latest?.number ?? null, bump, reasons, examples: null }
}

/**
 * How one example counts. A skill that needs what the box does not offer yet is let through, and says so to the
 * reviewer; but not in Python, whose syntax nobody but its engine has seen.
 */
export function judgeExample(
  { skillSlug, exampleIndex, passed, run, error }: ExampleRun,
  document: SkillSetDocument,
): ExampleResult {
  const isJavaScript = document.skills.find(({ slug }) => slug === skillSlug)?.runtime !== 'python'
  const isWaiting = isJavaScript && error?.code === 'TOOL_NOT_AVAILABLE'
  const message = error?.message ?? run?.error?.message ?? run?.warnings[0]?.message
  return { skill: skillSlug, index: exampleIndex, ok: passed || isWaiting, ...(message && { message }) }
}

function requireGreen(lines: readonly ChecklistLine[], skillSetId: string): void {
  const red = lines.filter(({ ok }) => !ok)
  if (red.length === 0) return
  const titles = red.map(({ title }) => `“${title}”`).join(', ')
  throw new AppError('PRECONDITION_FAILED', {
    message: `The checklist is not green yet: ${titles}.`,
    issues: red.flatMap(({ issues }) => issues),
    href: paths.publishSkillSet(skillSetId),
    suggestedAction: 'Mend the red lines of the checklist, then submit again.',
  })
}

function asJson(document: SkillSetDocument): Json {
  return document as unknown as Json
}
