import type { Metadata } from 'next'
import { DayFigures } from '#components/admin/day-figures.tsx'
import { SandboxHosts } from '#components/admin/sandbox-hosts.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { CardList } from '#components/ui/link-rows.tsx'
import { getStatus, type Health, type PartHealth } from '#lib/monitoring/health/get-health.ts'
import type { Restart } from '#lib/monitoring/health/restart-log.ts'
import { getStatusDay } from '#lib/monitoring/metrics/status-samples.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { Badge } from '../../../components/ui/badge.tsx'
import { Time } from '../../../components/ui/time.tsx'

export const metadata: Metadata = { title: 'Status' }

export default async function StatusPage() {
  const ctx = await contextFromCookie()
  const [{ ok, commit, parts, hosts, restarts }, day] = await orNotFound(
    Promise.all([getStatus(ctx), getStatusDay(ctx)]),
  )

  return (
    <Page
      width="reading"
      title="Status"
      description="The health of every component of this server, and its last 24 hours."
    >
      <Alert variant={ok ? 'success' : 'destructive'}>
        {ok
          ? 'All components are operational.'
          : 'A component is down. Requests that need it fail with TOOL_NOT_AVAILABLE until it recovers.'}
      </Alert>
      <HealthList parts={parts} />
      <DayFigures {...day} />
      <SandboxHosts hosts={hosts} />
      <RestartList restarts={restarts} />
      <p className="text-muted-foreground text-sm">
        Running version <code className="[overflow-wrap:anywhere]">{commit}</code>. Monitoring can read this
        status from <code>/api/health</code>.
      </p>
    </Page>
  )
}

// biome-ignore format: table
const PARTS = {
  database: { name: 'Database', meaning: 'Stores users, skills and runs.' },
  sandbox:  { name: 'Sandbox',  meaning: 'Runs publishers’ code in isolation.' },
  worker:   { name: 'Worker',   meaning: 'Processes asynchronous runs and webhooks.' },
} as const satisfies Record<keyof Health['parts'], { name: string; meaning: string }>

function HealthList({ parts }: { parts: Health['parts'] }) {
  return (
    <CardList>
      {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
        <li key={part} className="flex items-start justify-between gap-4 px-5 py-4">
          <div className="grid min-w-0 gap-0.5 text-sm">
            <h2 className="font-medium">{PARTS[part].name}</h2>
            <p className="text-muted-foreground">{PARTS[part].meaning}</p>
            <p className="text-muted-foreground text-xs first-letter:uppercase [overflow-wrap:anywhere]">
              {parts[part].detail}
            </p>
          </div>
          <StateBadge {...parts[part]} />
        </li>
      ))}
    </CardList>
  )
}

function StateBadge({ ok, isDegraded }: PartHealth) {
  if (!ok) return <Badge variant="destructive">Down</Badge>
  return isDegraded ? <Badge variant="warning">Degraded</Badge> : <Badge variant="success">Operational</Badge>
}

function RestartList({ restarts }: { restarts: Restart[] }) {
  return (
    <section aria-labelledby="restarts" className="grid gap-2">
      <h2 id="restarts" className="font-semibold text-lg tracking-tight">
        Restarts
      </h2>
      {restarts.length === 0 ? (
        <p className="text-muted-foreground text-sm">No restarts.</p>
      ) : (
        <ul className="divide-y divide-border rounded-lg border border-border bg-card text-sm shadow-xs">
          {restarts.map(({ part, reason, atMs }) => (
            <li key={`${part} ${atMs}`} className="flex flex-wrap gap-x-3 gap-y-1 px-5 py-3">
              <span className="font-medium">{part}</span>
              <span className="text-muted-foreground">{reason}</span>
              <Time at={atMs} className="ml-auto text-muted-foreground" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
