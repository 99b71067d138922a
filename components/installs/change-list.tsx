import type { ShownChange } from '#lib/contract/changes/changes.ts'
import { Witness } from '../changes/witness.tsx'
import { Badge } from '../ui/badge.tsx'

/** The computed differences between two versions; what can break a caller says so. */
export function ChangeList({ changes }: { changes: ShownChange[] }) {
  return (
    <ul className="grid gap-1.5 text-sm">
      {changes.map((change) => (
        <li key={change.sentence} className="flex gap-2">
          <span className="mt-2 size-1 shrink-0 rounded-full bg-muted-foreground" aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {change.sentence}{' '}
            {change.breaking && (
              <Badge variant="warning" className="align-middle">
                Can break callers
              </Badge>
            )}
            <Witness change={change} />
          </span>
        </li>
      ))}
    </ul>
  )
}
