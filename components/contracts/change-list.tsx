import type { Change, ShownChange } from '#lib/contracts/changes/changes.ts'
import { counterexampleText } from '#lib/contracts/changes/counterexample-text.ts'
import { Badge } from '../ui/badge.tsx'

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
                May break callers
              </Badge>
            )}
            <CounterexampleLine change={change} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Shows a counterexample: “e.g. {"limit":21} was accepted and is now refused.” Renders nothing without one. */
export function CounterexampleLine({ change }: { change: Pick<Change, 'counterexample' | 'direction'> }) {
  const parts = counterexampleText(change)
  if (!parts) return null
  return (
    <span className="block text-muted-foreground text-xs leading-relaxed">
      e.g.{' '}
      <code className="rounded bg-muted px-1 py-0.5 font-mono [overflow-wrap:anywhere]">{parts.value}</code>{' '}
      {parts.statement}
    </span>
  )
}
