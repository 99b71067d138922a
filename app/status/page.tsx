import type { Metadata } from 'next'
import { Page } from '#components/shell/page.tsx'
import { RefreshEvery } from '#components/shell/refresh-every.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CardList } from '#components/ui/link-rows.tsx'
import { ServerMarkdown } from '#components/ui/markdown/server-markdown.tsx'
import { Time } from '#components/ui/time.tsx'
import { plural } from '#lib/kernel/text/plural.ts'
import {
  getPublicStatus,
  type PublicPart,
  type PublicState,
  type PublicStatus,
} from '#lib/monitoring/health/public-status.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { readSetting } from '#lib/settings/read-settings.ts'

export const metadata: Metadata = { title: 'Status' }

const REFRESH_MS = 30_000

export default async function StatusPage() {
  const ctx = await contextFromCookie()
  const [status, incident] = await Promise.all([getPublicStatus(ctx), readSetting(ctx.db, 'incident')])
  const { state, parts, day, checkedAtMs } = status
  return (
    <Page
      width="reading"
      title="Status"
      description="Whether this site works right now. The page refreshes by itself every 30 seconds."
    >
      <Alert variant={ALERTS[state].variant}>{ALERTS[state].sentence}</Alert>
      {incident && (
        <section aria-labelledby="incident" className="grid gap-2">
          <h2 id="incident" className="font-semibold text-lg tracking-tight">
            From the operator
          </h2>
          <ServerMarkdown text={incident} owner="site" headingLevel={2} />
        </section>
      )}
      <PartList parts={parts} />
      {day && (
        <p className="text-sm">
          {day.runs === 0
            ? 'No runs ended in the last 24 hours.'
            : `${plural(day.runs, 'run')} ended in the last 24 hours. ${day.faults === 0 ? 'None failed because of this site.' : `${plural(day.faults, 'run')} failed because of this site, uncharged.`}`}
        </p>
      )}
      <p className="text-muted-foreground text-sm">
        Checked <Time at={checkedAtMs} />. Programs can ask <code>/api/health</code>.
      </p>
      <RefreshEvery ms={REFRESH_MS} />
    </Page>
  )
}

const ALERTS = {
  operational: { variant: 'success', sentence: 'Everything works.' },
  degraded: {
    variant: 'warning',
    sentence: 'The site works, but something is late or weaker than it should be.',
  },
  down: {
    variant: 'destructive',
    sentence: 'Something does not work. Failed runs are not charged.',
  },
} as const satisfies Record<PublicState, { variant: string; sentence: string }>

const LABELS: Record<PublicPart, string> = {
  pages: 'Pages and calls',
  runs: 'Runs of skills',
  background: 'Work in the background',
  rounds: 'Periodic work',
  mail: 'Mail',
}

const STATES = {
  operational: { variant: 'success', label: 'Works' },
  degraded: { variant: 'warning', label: 'Degraded' },
  down: { variant: 'destructive', label: 'Down' },
} as const satisfies Record<PublicState, { variant: string; label: string }>

function PartList({ parts }: Pick<PublicStatus, 'parts'>) {
  return (
    <CardList>
      {(Object.keys(LABELS) as PublicPart[]).map((part) => (
        <li key={part} className="flex items-start justify-between gap-4 px-5 py-4">
          <div className="grid min-w-0 gap-0.5 text-sm">
            <h2 className="font-medium">{LABELS[part]}</h2>
            <p className="text-muted-foreground">{parts[part].detail}</p>
          </div>
          <Badge variant={STATES[parts[part].state].variant}>{STATES[parts[part].state].label}</Badge>
        </li>
      ))}
    </CardList>
  )
}
