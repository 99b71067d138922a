import type { ReactNode } from 'react'

type Fact = { label: string; value: ReactNode; note?: ReactNode }

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-border bg-border shadow-xs sm:auto-cols-fr sm:grid-flow-col">
      {facts.map(({ label, value, note }) => (
        <div key={label} className="grid content-start gap-1 bg-card px-5 py-4">
          <dt className="text-muted-foreground text-sm">{label}</dt>
          <dd className="font-semibold text-xl tabular-nums tracking-tight [overflow-wrap:anywhere]">
            {value}
          </dd>
          {note && <dd className="text-muted-foreground text-xs">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
