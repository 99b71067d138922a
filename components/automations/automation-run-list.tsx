import type { AutomationRunView } from '#lib/automations/automation-view.ts'
import type { AutomationRunState } from '#lib/automations/model/automation-trigger.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { NEEDS_CONFIRMATION, RUN_STATES, type ShownState, SKIPPED, WAITING } from '../output/shown-states.ts'
import { Badge } from '../ui/badge.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'

type Props = { runs: AutomationRunView[]; more?: string }

export function AutomationRunList({ runs, more }: Props) {
  return (
    <section aria-labelledby="automation-runs" className="grid gap-3">
      <h2 id="automation-runs" className="font-semibold text-lg tracking-tight">
        Runs
      </h2>
      {runs.length === 0 ? (
        <p className="text-muted-foreground text-sm">No runs yet.</p>
      ) : (
        <CardList>
          {runs.map((run) => (
            <li key={run.id} className="grid gap-1 px-4 py-3 text-sm">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <RunTime run={run} />
                <Badge variant={automationRunLabel(run).variant}>{automationRunLabel(run).label}</Badge>
              </div>
              {run.paths && (
                <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
                  {run.paths.join(', ')}
                </p>
              )}
              {run.needsConfirmation && run.planRunId && (
                <p className="text-muted-foreground">
                  Nothing has run yet.{' '}
                  <TextLink href={paths.planRun(run.planRunId)}>Review and confirm</TextLink>
                </p>
              )}
              {run.error && (
                <p className="text-muted-foreground [overflow-wrap:anywhere]">{run.error.message}</p>
              )}
            </li>
          ))}
        </CardList>
      )}
      {more && (
        <TextLink href={more} className="w-fit text-sm">
          Earlier runs
        </TextLink>
      )}
    </section>
  )
}

function RunTime({ run: { dueAtMs, runId, planRunId } }: { run: AutomationRunView }) {
  const time = <Time at={dueAtMs} style="instant" />
  const href = runId ? paths.run(runId) : planRunId && paths.planRun(planRunId)
  if (!href) return time
  return (
    <TextLink href={href} className="font-medium">
      {time}
    </TextLink>
  )
}

const { succeeded, failed, cancelled } = RUN_STATES

const STATES: Record<AutomationRunState, ShownState> = {
  waiting: WAITING,
  starting: { label: 'Starting', variant: 'neutral' },
  started: { label: 'Started', variant: 'info' },
  succeeded,
  failed,
  cancelled,
  skipped: SKIPPED,
}

export function automationRunLabel({ state, needsConfirmation }: AutomationRunView): ShownState {
  return needsConfirmation ? NEEDS_CONFIRMATION : STATES[state]
}
