import { Badge } from '../ui/badge.tsx'

type Change = { sentence: string; breaking: boolean; area: string }

/** The computed differences between two versions; what can break a caller says so. */
export function ChangeList({ changes }: { changes: Change[] }) {
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
          </span>
        </li>
      ))}
    </ul>
  )
}
