import type { Health, PartHealth } from '#lib/health/get-health.ts'
import { Badge } from '../ui/badge.tsx'

// biome-ignore format: a table reads in rows
const PARTS = {
  database: { name: 'Database', meaning: 'Stores everything: people, skills, runs.' },
  sandbox:  { name: 'Sandbox',  meaning: 'Runs publishers’ code in isolation.' },
  worker:   { name: 'Worker',   meaning: 'Does background work: asynchronous runs and webhooks.' },
} as const satisfies Record<keyof Health['parts'], { name: string; meaning: string }>

/** Each part, whether it answers, and what it says of itself. */
export function HealthList({ parts }: { parts: Health['parts'] }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
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
    </ul>
  )
}

function StateBadge({ ok, isDegraded }: PartHealth) {
  if (!ok) return <Badge variant="destructive">Down</Badge>
  return isDegraded ? <Badge variant="warning">Degraded</Badge> : <Badge variant="success">Works</Badge>
}
