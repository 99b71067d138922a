/** The queue as a list of links: who, what, how often, how much to read, how long it has waited. */
import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { paths } from '#lib/contract/market/paths.ts'
import type { QueueLine } from '#lib/review/views.ts'
import { VerifiedMark } from '../catalog/publisher-name.tsx'
import { Badge } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'
import { count, DECISIONS, linesText, nth } from './words.ts'

export function QueueList({ lines }: { lines: QueueLine[] }) {
  return (
    <ol className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-card shadow-xs">
      {lines.map((line) => (
        <li key={line.id} className="relative flex items-center gap-4 px-4 py-4 hover:bg-muted/50 sm:px-5">
          <div className="grid min-w-0 flex-1 gap-1.5">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link
                href={paths.submission(line.id)}
                className="font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                {line.skillSet.name} <span className="tabular-nums">{line.versionNumber}</span>
              </Link>
              <Marks line={line} />
            </div>
            <Facts line={line} />
            {line.decision && <Ruling line={line} />}
          </div>
          <p className="hidden shrink-0 text-right text-muted-foreground text-sm sm:block">
            <Time at={line.decision?.atMs ?? line.submittedAtMs} />
          </p>
          <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        </li>
      ))}
    </ol>
  )
}

function Marks({ line: { decision, revision, baseNumber, size } }: { line: QueueLine }) {
  return (
    <>
      {decision && <Badge variant={DECISIONS[decision.kind].variant}>{DECISIONS[decision.kind].label}</Badge>}
      {!baseNumber && <Badge variant="accent">New</Badge>}
      {revision > 1 && <Badge variant="outline">{nth(revision)} submission</Badge>}
      {size.breaking > 0 && <Badge variant="destructive">{size.breaking} breaking</Badge>}
    </>
  )
}

function Facts({ line }: { line: QueueLine }) {
  const { publisher, submittedBy, submittedAtMs, baseNumber, size } = line
  return (
    <p className="text-muted-foreground text-sm">
      {publisher.displayName}
      {publisher.verified && <VerifiedMark className="mx-1 inline size-3.5 align-[-2px]" />} · by{' '}
      {submittedBy}
      <span className="sm:hidden">
        {' '}
        · <Time at={submittedAtMs} />
      </span>
      {baseNumber && ` · follows ${baseNumber} · ${count(size.changes, 'change')}`} · {linesText(size)}
    </p>
  )
}

function Ruling({ line: { decision } }: { line: QueueLine }) {
  if (!decision) return null
  return (
    <p className="line-clamp-2 text-sm">
      <span className="text-muted-foreground">
        {decision.by} {DECISIONS[decision.kind].verb}
        {decision.reason ? ': ' : ''}
      </span>
      {decision.reason}
    </p>
  )
}
