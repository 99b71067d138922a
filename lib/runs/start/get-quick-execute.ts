import type { Context } from '../../context/context.ts'
import type { Permissions, SkillDocument, SkillExample } from '../../contracts/document/skillset-document.ts'
import { runtimeVersionError } from '../../contracts/versions/runtime-version.ts'
import { findNeeds, type IntegrationNeed, toNeed } from '../../integrations/integration-needs.ts'
import type { Json } from '../../kernel/json/json.ts'
import { listNamesOfSkill } from '../../publishing/rows/former-names.ts'
import { isLargeForPage } from '../model/size-limits.ts'
import { type Quote, quoteRun } from '../prepare/quote-run.ts'
import { unavailableReason } from '../prepare/require-runnable.ts'
import { listRecordedExampleRuns } from '../rows/example-runs.ts'
import { findRerunSource, findShownRun } from '../views/find-own-run.ts'
import { listSkillRuns } from '../views/list-runs.ts'
import type { PresetView, RecordedExample, RerunSource, RunLine, RunView } from '../views/run-view.ts'
import { canVisitorsRun } from './run-for-visitor.ts'
import { listPresets } from './run-presets.ts'

export type QuickExecutePage = {
  presets: PresetView[]
  runs: RunLine[]
  recorded: RecordedExample[]
  start?: RerunSource
  /** The run that the page shows again. */
  shown?: RunView
  unavailableReason?: string
  /** Set for a visitor who may run the skill without an account. */
  isOpenToVisitors?: true
  /** Accounts that the skill needs from the viewer's organisation; empty for visitors. */
  needs: IntegrationNeed[]
  quote: Quote
}

type Wanted = {
  name: string
  version: { id: string; number: string }
  skill: Pick<SkillDocument, 'examples' | 'pricing' | 'dryRun' | 'riskLevel' | 'sideEffects'>
  skillSet: {
    id: string
    permissions: Permissions
    requires?: string
    requiredIntegrationProviders?: string[]
  }
}

/** `from` and `run` come from the URL; an unknown run, one of another user or another skill is ignored. */
export async function getQuickExecute(
  ctx: Context,
  { name, version, skill, skillSet }: Wanted,
  { from, run }: { from: string | null; run: string | null },
): Promise<QuickExecutePage> {
  const [presets, runs, recorded, start, shown, quote, isOpenToVisitors, needs] = await Promise.all([
    listPresets(ctx, name),
    listSkillRuns(ctx, name),
    listRecordedExamples(ctx, { name, version, skill }),
    findRerunSource(ctx, from, name),
    findShownRun(ctx, run, name),
    quoteRun(ctx, { name, version: version.number, skill }),
    !ctx.viewer && canVisitorsRun(ctx, { name, version: version.number }),
    ctx.viewer
      ? findNeeds(ctx.db, ctx.viewer.organisationId, { skillSetId: skillSet.id, document: skillSet })
      : [],
  ])
  return {
    presets,
    runs,
    recorded,
    ...(start && { start }),
    ...(shown && { shown }),
    quote,
    ...(isOpenToVisitors && { isOpenToVisitors }),
    needs: needs.map(toNeed),
    unavailableReason: runtimeVersionError(skillSet.requires) ?? unavailableReason(skillSet),
  }
}

type ShownSkill = {
  name: string
  version: { id: string }
  skill: { examples?: readonly SkillExample[] }
}

/**
 * Returns outputs as recorded at review, else as the publisher promises them. Omits examples without either, or with
 * too large ones. Call only for a version that the viewer may see.
 */
export async function listRecordedExamples(
  { db }: Context,
  { name, version, skill: { examples = [] } }: ShownSkill,
): Promise<RecordedExample[]> {
  if (examples.length === 0) return []
  // They ran under the name that the skill had when the version was submitted.
  const skillNames = await listNamesOfSkill(db, name)
  const rows = await listRecordedExampleRuns(db, { versionId: version.id, skillNames })
  const result: RecordedExample[] = []
  for (const [index, { title, output: promised }] of examples.entries()) {
    const row = rows.find(({ exampleIndex }) => exampleIndex === index)
    const output = row ? (row.output as Json) : promised
    if (output === undefined || isLargeForPage([...result.map((example) => example.output), output])) continue
    const ran = row && { atMs: row.createdAt.getTime(), durationMs: row.durationMs }
    result.push({ title, output, ...(ran && { ran }) })
  }
  return result
}
