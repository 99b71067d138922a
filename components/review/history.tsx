import { paths } from '#lib/contract/market/paths.ts'
import type { RevisionView } from '#lib/review/views.ts'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { DECISIONS, nth } from './words.ts'

/** Every submission of this number and what became of it. */
export function History({ history, hereId }: { history: RevisionView[]; hereId: string }) {
  return (
    <ol className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {history.map(({ id, revision, submittedBy, submittedAtMs, note, decision }) => (
        <li key={id} className="grid gap-1.5 px-4 py-3 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {id === hereId ? (
              <span className="font-medium" aria-current="page">
                {sentenceStart(nth(revision))} submission, this one
              </span>
            ) : (
              <Link
                href={paths.submission(id)}
                className="font-medium text-primary underline underline-offset-4"
              >
                {sentenceStart(nth(revision))} submission
              </Link>
            )}
            {decision ? (
              <Badge variant={DECISIONS[decision.kind].variant}>{DECISIONS[decision.kind].label}</Badge>
            ) : (
              <Badge variant="info">Waits</Badge>
            )}
          </p>
          <p className="text-muted-foreground">
            {submittedBy} submitted it <Time at={submittedAtMs} />
            {note && `: ${note}`}
          </p>
          {decision && (
            <p className="text-muted-foreground [overflow-wrap:anywhere]">
              {decision.by} {DECISIONS[decision.kind].verb} <Time at={decision.atMs} />
              {decision.reason && `: ${decision.reason}`}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function sentenceStart(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
