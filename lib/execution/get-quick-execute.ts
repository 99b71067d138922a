/** What Quick Execute needs besides the skill's page: what was run, what was kept, and whether it can run. Floor 3. */
import type { Context } from '../context.ts'
import type { Permissions, SkillDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { whyNotOnRuntime } from '../contract/version/runtime-version.ts'
import { AppError } from '../errors.ts'
import { getRun } from './get-run.ts'
import { listSkillRuns } from './list-runs.ts'
import { listPresets } from './presets.ts'
import { type Quote, quoteRun } from './quote-run.ts'
import type { PresetView, RunLine } from './run-view.ts'
import { whyNotAvailable } from './why-not-available.ts'

export type QuickExecuteDesk = {
  presets: PresetView[]
  /** The viewer's latest runs of the skill. */
  runs: RunLine[]
  /** The input to start with, and the run it was of. */
  start?: { input: Json; runId: string }
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
    from === null ? undefined : findStart(ctx, from, name),
    quoteRun(ctx, { name, version: version.number, skill }),
  ])
  return {
    presets,
    runs,
    start,
    quote,
    lack: whyNotOnRuntime(skillSet.requires) ?? whyNotAvailable(skillSet),
  }
}

async function findStart(ctx: Context, runId: string, name: string): Promise<QuickExecuteDesk['start']> {
  try {
    const run = await getRun(ctx, runId)
    return run.skillName === name ? { input: run.input, runId } : undefined
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined
    throw thrown
  }
}
