import type { AutomationView } from '#lib/automations/automation-view.ts'
import { describeTrigger } from '#lib/automations/model/schedule-pattern.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkRow, LinkRows } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'
import { automationRunLabel } from './automation-run-list.tsx'

export function AutomationList({ automations }: { automations: AutomationView[] }) {
  return (
    <LinkRows>
      {automations.map((automation) => {
        const { id, title, target, trigger, timeZone, isPaused, latest } = automation
        return (
          <LinkRow
            key={id}
            href={paths.automation(id)}
            title={title}
            marks={isPaused && <Badge variant="warning">Paused</Badge>}
            aside={<NextRun automation={automation} />}
          >
            <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {describeTrigger(trigger, timeZone)} ·{' '}
              {target.kind === 'skill' ? target.name : `plan ${target.title}`}
            </p>
            {latest && (
              <p className="text-muted-foreground text-xs">
                Last: {automationRunLabel(latest).label.toLowerCase()} <Time at={latest.dueAtMs} />
              </p>
            )}
          </LinkRow>
        )
      })}
    </LinkRows>
  )
}

function NextRun({ automation: { nextAtMs, isPaused, trigger } }: { automation: AutomationView }) {
  const [next] = nextAtMs
  if (next !== undefined)
    return (
      <>
        Next <Time at={next} style="instant" />
      </>
    )
  if (isPaused) return null
  return trigger.kind === 'cron' || trigger.kind === 'once' ? 'Done' : 'Listening'
}
