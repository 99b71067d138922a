/** What Quick Execute needs besides the skill's page: what was run, what was kept, and whether it can run. Floor 3. */
import type { Context } from '../context.ts'
import type { Permissions } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { whyNotOnRuntime } from '../contract/version/runtime-version.ts'
import { AppError } from '../errors.ts'
import { getRun } from './get-run.ts'
import { listSkillRuns } from './list-runs.ts'
import { listPresets } from './presets.ts'
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
}

type Wanted = {
  name: string
  skillSet: { permissions: Permissions; requires?: string }
}

/** `from` is whatever the URL says; a run that is not there, not the viewer's or of another skill starts nothing. */
export async function getQuickExecute(
  ctx: Context,
  { name, skillSet }: Wanted,
  { from }: { from: string | null },
): Promise<QuickExecuteDesk> {
  const [presets, runs, start] = await Promise.all([
    listPresets(ctx, name),
    listSkillRuns(ctx, name),
    from === null ? undefined : findStart(ctx, from, name),
  ])
  return {
    presets,
    runs,
    start,
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
