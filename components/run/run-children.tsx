import type { RunLine } from '#lib/execution/run-view.ts'
import { RunTable } from './run-table.tsx'

/** The skills and tools that a run called, in the order of their calls; nothing when it called none. */
export function RunChildren({ runs }: { runs: RunLine[] }) {
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="children-of-run" className="grid gap-2 border-border border-t pt-5">
      <h2 id="children-of-run" className="font-semibold text-sm">
        {runs.length === 1 ? 'What it called' : `Its ${runs.length} calls`}
      </h2>
      <p className="text-muted-foreground text-sm">
        {runs.length === 1 ? 'It is' : 'Each is'} a run of its own, within the time of this one.
      </p>
      <RunTable runs={runs} />
    </section>
  )
}
