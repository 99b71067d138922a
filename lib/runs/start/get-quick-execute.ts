import type { Context } from '../../context/context.ts'
import type { Permissions, SkillDocument } from '../../skillset/document/skillset-document.ts'
import { runtimeVersionError } from '../../skillset/versions/runtime-version.ts'
import { type Quote, quoteRun } from '../prepare/quote-run.ts'
import { unavailableReason } from '../prepare/require-runnable.ts'
import { findRerunSource } from '../views/find-rerun-source.ts'
import { listSkillRuns } from '../views/list-runs.ts'
import type { PresetView, RerunSource, RunLine } from '../views/run-view.ts'
import { listPresets } from './run-presets.ts'

export type QuickExecutePage = {
  presets: PresetView[]
  runs: RunLine[]
  start?: RerunSource
  unavailableReason?: string
  quote: Quote
}

type Wanted = {
  name: string
  version: { number: string }
  skill: Pick<SkillDocument, 'pricing' | 'dryRun' | 'riskLevel' | 'sideEffects'>
  skillSet: { permissions: Permissions; requires?: string }
}

/** `from` comes from the URL; an unknown run, one of another user or another skill is ignored. */
export async function getQuickExecute(
  ctx: Context,
  { name, version, skill, skillSet }: Wanted,
  { from }: { from: string | null },
): Promise<QuickExecutePage> {
  const [presets, runs, start, quote] = await Promise.all([
    listPresets(ctx, name),
    listSkillRuns(ctx, name),
    findRerunSource(ctx, from, name),
    quoteRun(ctx, { name, version: version.number, skill }),
  ])
  return {
    presets,
    runs,
    ...(start && { start }),
    quote,
    unavailableReason: runtimeVersionError(skillSet.requires) ?? unavailableReason(skillSet),
  }
}
