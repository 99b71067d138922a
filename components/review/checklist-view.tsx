import { CircleCheck, CircleX } from 'lucide-react'
import type { ChecklistLine } from '#lib/contract/document/checklist.ts'
import { issueText } from '#lib/errors.ts'

/** The deployment checklist as it stood at submission. */
export function ChecklistView({ lines }: { lines: ChecklistLine[] }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {lines.map(({ id, title, ok, issues, advice = [] }) => (
        <li key={id} className="flex gap-3 px-4 py-2.5 text-sm">
          {ok ? (
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-label="passed" />
          ) : (
            <CircleX className="mt-0.5 size-4 shrink-0 text-destructive" aria-label="failed" />
          )}
          <div className="grid min-w-0 gap-1">
            <p>{title}</p>
            {advice.map((sentence) => (
              <p key={sentence} className="text-pretty text-warning">
                {sentence}
              </p>
            ))}
            {issues.map((issue) => (
              <p key={issueText(issue)} className="text-muted-foreground [overflow-wrap:anywhere]">
                {issueText(issue)}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
