import type { BatchQuote } from '#lib/runs/batches/quote-batch.ts'

/** Each row that the contract refuses, with what is wrong. */
export function RefusedRows({ quote: { refused, refusedCount } }: { quote: BatchQuote }) {
  if (refused.length === 0) return null
  return (
    <>
      <ul
        aria-label="Rows that cannot run"
        className="max-h-80 divide-y divide-border overflow-y-auto rounded-lg border border-border bg-card text-sm"
      >
        {refused.map(({ index, error, issues }) => (
          <li key={index} className="flex gap-3 px-4 py-2">
            <span className="w-16 shrink-0 text-muted-foreground tabular-nums">Row {index + 1}</span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {issues.length > 0
                ? issues.map(({ path, message }) => `${toFieldName(path)} ${message}`.trim()).join('; ')
                : error.message}
            </span>
          </li>
        ))}
      </ul>
      {refusedCount > refused.length && (
        <p className="text-muted-foreground text-sm">And {refusedCount - refused.length} others.</p>
      )}
    </>
  )
}

/** Returns "lines › 0 › net" for "/lines/0/net". */
function toFieldName(path: string): string {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')
}
