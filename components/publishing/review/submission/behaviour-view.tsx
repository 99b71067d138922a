import { plural } from '#lib/kernel/text/plural.ts'
import type { BehaviourReview, BehaviourRow } from '#lib/publishing/review/review-views.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'

/** What the examples were observed to do, with what the approved version never did first. */
export function BehaviourView({ behaviour }: { behaviour: BehaviourReview }) {
  const { wasObserved, runs, maxCpuMs, maxMemoryMb, rows, toAcknowledge, unused, narrower } = behaviour
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {wasObserved ? (
        <p className="text-sm">
          Observed in {plural(runs, 'run')} of its examples: at most {maxCpuMs} ms of CPU time and{' '}
          {maxMemoryMb} MB of memory.
        </p>
      ) : (
        <Alert variant="warning" title="No example was observed">
          None of the examples ran, so nothing is known of what the code does.
        </Alert>
      )}
      {toAcknowledge.length > 0 && (
        <Alert
          variant="warning"
          title={`${plural(toAcknowledge.length, 'line')} that the approved version was never seen to do`}
        >
          You acknowledge each when you approve.
        </Alert>
      )}
      {rows.length > 0 && (
        <ul className="grid gap-2 rounded-lg border border-border bg-card px-4 py-3 text-sm shadow-xs">
          {rows.map((row) => (
            <BehaviourItem key={`${row.status} ${row.skill} ${row.sentence}`} row={row} />
          ))}
        </ul>
      )}
      {wasObserved && rows.length === 0 && (
        <p className="text-muted-foreground text-sm">The code reached nothing outside of its sandbox.</p>
      )}
      {unused.length > 0 && (
        <Alert variant="info" title="Declared, and used by no example">
          <p>{unused.join(' ')} The publisher could ask for less:</p>
          {narrower && <CodeBlock label="Narrower permissions" text={JSON.stringify(narrower, null, 2)} />}
        </Alert>
      )}
    </div>
  )
}

const MARKS = { added: 'new', grown: 'larger', removed: 'not seen', same: '' } as const

function BehaviourItem({ row: { skill, sentence, traffic, status, note } }: { row: BehaviourRow }) {
  const mark = MARKS[status]
  return (
    <li className={cn('[overflow-wrap:anywhere]', status === 'removed' && 'text-muted-foreground')}>
      {mark && <Badge variant={status === 'removed' ? 'neutral' : 'warning'}>{mark}</Badge>}{' '}
      <span className="font-medium">{skill}</span>: {sentence} {note}
      {traffic && <span className="block text-muted-foreground text-xs">{traffic}</span>}
    </li>
  )
}
