/** What Quick Execute needs besides the skill's page: what was run, what was kept, and whether it can run. Floor 3. */
import type { Context } from '../context.ts'
import type { Permissions, SkillDocument } from '../contract/document/skillset-document.ts'
import { whyNotOnRuntime } from '../contract/version/runtime-version.ts'
import { listSkillRuns } from './list-runs.ts'
import { listPresets } from './presets.ts'
import { type Quote, quoteRun } from './quote-run.ts'
import { findRunBefore } from './run-before.ts'
import type { PresetView, RunBefore, RunLine } from './run-view.ts'
import { whyNotAvailable } from './why-not-available.ts'

export type QuickExecuteDesk = {
  presets: PresetView[]
  /** The viewer's latest runs of the skill. */
  runs: RunLine[]
  /** The run whose input to start with. */
  start?: RunBefore
  /** Why this installation cannot run it. */
  lack?: string
  quote: Quote
}

type Wanted = {
  name: string
  version: { number: string }
  skill: Pick<SkillDocument, 'pricing' | 'riskLevel' | 'sideEffects'>
  skillSet: { permissions: Permissions; requires?: string }
}

/** `from` is whatever the URL says; a run that is not there, not the viewer's or of another skill starts nothing. */
export async function getQuickExecute(
  ctx: Context,
  { name, version, skill, skillSet }: Wanted,
  { from }: { from: string | null },
): Promise<QuickExecuteDesk> {
  const [presets, runs, start, quote] = await Promise.all([
    listPresets(ctx, name),
    listSkillRuns(ctx, name),
    findRunBefore(ctx, from, name),
    quoteRun(ctx, { name, version: version.number, skill }),
  ])
  return {
    presets,
    runs,
    ...(start && { start }),
    quote,
    lack: whyNotOnRuntime(skillSet.requires) ?? whyNotAvailable(skillSet),
  }
}
