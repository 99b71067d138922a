import { skillNamePath } from '#lib/contract/market/paths.ts'
import { issueText } from '#lib/errors.ts'
import type { FailedRun } from '#lib/studio/list-failed-runs.ts'
import { RunStateBadge } from '../output/run-head.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'

/** Where skills failed for others: what broke, and where in the code, without who ran it or what they sent. */
export function FailedRuns({ runs }: { runs: FailedRun[] }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {runs.map((run) => (
        <li key={run.key} className="grid gap-1.5 px-4 py-3 text-sm">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={skillNamePath(run.skillName)}
              className="min-w-0 font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {run.skillName}
            </Link>
            <span className="text-muted-foreground text-xs">{run.versionNumber}</span>
            <span className="ml-auto flex items-center gap-3">
              <span className="text-muted-foreground text-xs">
                <Time at={run.atMs} />
              </span>
              <RunStateBadge state={run.state} />
            </span>
          </div>
          <p className="text-pretty">
            {run.message}
            {run.line !== undefined && ` Thrown at line ${run.line} of the definition.`}
          </p>
          {run.issues.length > 0 && <BrokenPromises issues={run.issues} />}
          <code className="text-muted-foreground text-xs">{run.code}</code>
        </li>
      ))}
    </ul>
  )
}

function BrokenPromises({ issues }: Pick<FailedRun, 'issues'>) {
  return (
    <ul className="list-disc pl-5 text-destructive">
      {issues.map((issue) => (
        <li key={issueText(issue)} className="[overflow-wrap:anywhere]">
          {issueText(issue)}
        </li>
      ))}
    </ul>
  )
}
