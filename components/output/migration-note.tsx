import type { RunMigration } from '#lib/execution/run-view.ts'
import { JsonBlock } from './json-block.tsx'

/** The input as it was sent for an older major version; what it became stands below. */
export function MigrationNote({ migration: { from, to, via, input } }: { migration: RunMigration }) {
  return (
    <div className="grid min-w-0 gap-2 text-sm">
      <p className="text-pretty">
        Sent for version {from}.x, and turned into the input of {to} by{' '}
        {via ? `the migrations of ${[...via, to].join(', ')}` : 'its migration'} before it ran:
      </p>
      <JsonBlock value={input} label={`Input as it was sent, for ${from}.x`} />
      <p>The input it became:</p>
    </div>
  )
}
