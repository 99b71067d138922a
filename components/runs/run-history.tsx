import type { HistoryEntry } from '#lib/runs/batches/list-history.ts'
import { CardList } from '../ui/link-rows.tsx'
import { BatchLine } from './batches/batch-view.tsx'
import { FollowOpenRuns } from './follow-open-runs.tsx'
import { RunTableRow } from './run-table.tsx'

export function RunHistory({ entries }: { entries: HistoryEntry[] }) {
  const runs = entries.flatMap((entry) => (entry.kind === 'run' ? [entry.run] : []))
  return (
    <>
      <FollowOpenRuns runs={runs} />
      <CardList>
        {entries.map((entry) =>
          entry.kind === 'run' ? (
            <RunTableRow key={entry.run.id} run={entry.run} />
          ) : (
            <BatchLine key={entry.batch.id} batch={entry.batch} />
          ),
        )}
      </CardList>
    </>
  )
}
