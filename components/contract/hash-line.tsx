import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'

type HashLineProps = { name: string; hash: string; children?: ReactNode }

/** A fingerprint, to compare and to copy. */
export function HashLine({ name, hash, children }: HashLineProps) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 text-sm sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground sm:leading-8">{name}</dt>
      <dd className="grid min-w-0 gap-0.5">
        <span className="flex items-center gap-1">
          <code className="min-w-0 text-xs [overflow-wrap:anywhere]">{hash}</code>
          <CopyButton text={hash} label={`Copy the ${name.toLowerCase()}`} variant="ghost" />
        </span>
        {children && <span className="text-muted-foreground">{children}</span>}
      </dd>
    </div>
  )
}
