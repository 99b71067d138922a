import { type Context, requireScope, requireViewer } from '../context/context.ts'
import { ignoreAppError } from '../kernel/errors.ts'
import type { JsonSchema } from '../kernel/json/json.ts'
import { CursorField } from '../kernel/validation/text-fields.ts'
import { listUnconfirmedPlanRuns } from '../plans/rows/plan-runs.ts'
import { resolveRunnable } from '../runs/resolve/resolve-skill.ts'
import { buildContract } from '../runs/resolve/runnable.ts'
import {
  type AutomationRunView,
  type AutomationView,
  showAutomation,
  showAutomationRun,
} from './automation-view.ts'
import { canManage, findOwnAutomation, isVisible } from './own-automation.ts'
import { listAutomationRows } from './rows/automation-rows.ts'
import {
  type AutomationRunRow,
  listAutomationRuns,
  listLatestAutomationRuns,
} from './rows/automation-run-rows.ts'

/** Returns the automations that the viewer may see, the latest first; with `target`, those of that skill or plan. */
export async function listAutomations(
  ctx: Context,
  target: { skillName?: string; savedPlanId?: string } = {},
): Promise<AutomationView[]> {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read', 'run')
  const rows = (await listAutomationRows(ctx.db, { organisationId, ...target })).filter((row) =>
    isVisible(ctx, row),
  )
  const latest = await listLatestAutomationRuns(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const unconfirmed = await findUnconfirmed(ctx, [...latest.values()])
  return rows.map((row) => {
    const run = latest.get(row.id)
    const shown = run && { latest: showAutomationRun(run, unconfirmed) }
    return showAutomation(row, { canManage: canManage(ctx, row), ...shown })
  })
}

/** Returns the schema of the parameters, to show the input as a form; undefined for a plan or an unavailable skill. */
export async function findInputSchema(
  ctx: Context,
  { target }: AutomationView,
): Promise<JsonSchema | undefined> {
  if (target.kind === 'plan') return undefined
  const runnable = await resolveRunnable(ctx, target).catch(ignoreAppError)
  return runnable && buildContract(runnable.document, runnable.skill).parameters
}

const PAGE_SIZE = 30

type AutomationPage = {
  automation: AutomationView
  runs: AutomationRunView[]
  nextCursor: string | null
}

/** Returns an automation with a page of its runs, those before `after`. Throws UNAUTHENTICATED and NOT_FOUND. */
export async function getAutomation(ctx: Context, id: unknown, after?: string): Promise<AutomationPage> {
  const { row, canManage } = await findOwnAutomation(ctx, id)
  const found = await listAutomationRuns(ctx.db, row.id, {
    after: CursorField.parse(after),
    take: PAGE_SIZE + 1,
  })
  const shown = found.slice(0, PAGE_SIZE)
  const unconfirmed = await findUnconfirmed(ctx, shown)
  return {
    automation: showAutomation(row, { canManage }),
    runs: shown.map((run) => showAutomationRun(run, unconfirmed)),
    nextCursor: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}

function findUnconfirmed({ db }: Context, runs: AutomationRunRow[]): Promise<Set<string>> {
  return listUnconfirmedPlanRuns(
    db,
    runs.flatMap(({ state, planRunId }) => (state === 'started' && planRunId ? planRunId : [])),
  )
}
