import { CornerDownRight } from 'lucide-react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { RerunLine } from '#lib/runs/views/run-view.ts'
import { RunStateBadge } from '../output/run-head.tsx'
import { Badge } from '../ui/badge.tsx'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'

const MAX_INDENT = 6

/** Shows each repeated run below the one that it was made from. */
export function RerunTree({ runs, currentId }: { runs: RerunLine[]; currentId: string }) {
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="reruns" className="grid gap-2 border-border border-t pt-5">
      <h2 id="reruns" className="font-semibold text-sm">
        Repeated and edited runs
      </h2>
      <CardList ordered>
        {runs.map((run) => (
          <li
            key={run.id}
            aria-current={run.id === currentId || undefined}
            className={cn(
              'flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm',
              run.id === currentId && 'bg-accent/50',
            )}
          >
            <span
              className="flex min-w-0 flex-1 basis-56 items-center gap-2"
              style={{ paddingLeft: `${Math.min(run.depth, MAX_INDENT) * 1.25}rem` }}
            >
              {run.depth > 0 && (
                <CornerDownRight
                  className="size-4 shrink-0 text-muted-foreground"
                  aria-label={`Level ${run.depth}`}
                />
              )}
              <Link
                href={paths.run(run.id)}
                className="line-clamp-1 min-w-0 underline-offset-4 [overflow-wrap:anywhere] hover:underline"
              >
                {run.title ?? run.skillName}
              </Link>
            </span>
            <span className="text-muted-foreground text-xs">
              {run.versionNumber} · <Time at={run.createdAtMs} />
            </span>
            {run.id === currentId ? (
              <Badge variant="accent">this run</Badge>
            ) : (
              <TextLink href={paths.compareRuns(run.id, currentId)} className="text-xs">
                Compare
              </TextLink>
            )}
            <RunStateBadge state={run.state} />
          </li>
        ))}
      </CardList>
    </section>
  )
}
