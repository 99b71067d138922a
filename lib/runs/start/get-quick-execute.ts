import type { Context } from '../../context/context.ts'
import type { Permissions, SkillDocument } from '../../contracts/document/skillset-document.ts'
import { runtimeVersionError } from '../../contracts/versions/runtime-version.ts'
import { findNeeds, type IntegrationNeed, toNeed } from '../../integrations/integration-needs.ts'
import { type Quote, quoteRun } from '../prepare/quote-run.ts'
import { unavailableReason } from '../prepare/require-runnable.ts'
import { findRerunSource } from '../views/find-own-run.ts'
import { listRecordedExamples } from '../views/list-recorded-examples.ts'
import { listSkillRuns } from '../views/list-runs.ts'
import type { PresetView, RecordedExample, RerunSource, RunLine } from '../views/run-view.ts'
import { listPresets } from './run-presets.ts'

export type QuickExecutePage = {
  presets: PresetView[]
  runs: RunLine[]
  recorded: RecordedExample[]
  start?: RerunSource
  unavailableReason?: string
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

/** `from` comes from the URL; an unknown run, one of another user or another skill is ignored. */
export async function getQuickExecute(
  ctx: Context,
  { name, version, skill, skillSet }: Wanted,
  { from }: { from: string | null },
): Promise<QuickExecutePage> {
  const [presets, runs, recorded, start, quote, needs] = await Promise.all([
    listPresets(ctx, name),
    listSkillRuns(ctx, name),
    listRecordedExamples(ctx, { name, version, skill }),
    findRerunSource(ctx, from, name),
    quoteRun(ctx, { name, version: version.number, skill }),
    ctx.viewer
      ? findNeeds(ctx.db, ctx.viewer.organisationId, { skillSetId: skillSet.id, document: skillSet })
      : [],
  ])
  return {
    presets,
    runs,
    recorded,
    ...(start && { start }),
    quote,
    needs: needs.map(toNeed),
    unavailableReason: runtimeVersionError(skillSet.requires) ?? unavailableReason(skillSet),
  }
}
