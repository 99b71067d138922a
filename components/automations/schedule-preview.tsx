'use client'

import type { AutomationTrigger } from '#lib/automations/model/automation-trigger.ts'
import { describeCronError, listNextInstants } from '#lib/automations/model/instants.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'

const PREVIEWED = 5

type Props = { trigger: AutomationTrigger; timeZone: string; now: Date }

/** Lists the next runs in the time zone of the schedule. */
export function SchedulePreview({ trigger, timeZone, now }: Props) {
  const locale = useReaderLocale()
  if (trigger.kind === 'webhook' || trigger.kind === 'vault') return null
  if (trigger.kind === 'cron' && describeCronError(trigger.cron)) return null
  const instants = listNextInstants(trigger, timeZone, { after: now, count: PREVIEWED })
  if (instants.length === 0) return null
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return (
    <section aria-label="Next runs" className="grid gap-1 rounded-md bg-muted px-3 py-2 text-sm">
      <h3 className="font-medium text-xs">{instants.length > 1 ? 'Next five runs' : 'Runs on'}</h3>
      <ol className="grid gap-0.5 text-muted-foreground tabular-nums">
        {instants.map((at) => (
          <li key={at.getTime()}>{format.format(at)}</li>
        ))}
      </ol>
    </section>
  )
}
