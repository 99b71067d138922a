import { Fragment } from 'react'
import type { Evidence } from '#lib/catalog/views.ts'
import { evidenceParts } from '#lib/contract/market/evidence-words.ts'
import { cn } from '../ui/cn.ts'

/** "42 runs · 98 % succeeded · 120 ms": how a skill did in the last 30 days. */
export function EvidenceLine({ evidence, className }: { evidence: Evidence; className?: string }) {
  return (
    <p className={cn('text-muted-foreground text-xs tabular-nums', className)} title="In the last 30 days">
      {evidenceParts(evidence).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <span aria-hidden> · </span>}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </p>
  )
}
