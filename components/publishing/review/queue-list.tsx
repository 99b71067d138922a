import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { QueueLine } from '#lib/publishing/review/review-views.ts'
import { VerifiedMark } from '../../catalog/skill-facts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cn } from '../../ui/cn.ts'
import { Link } from '../../ui/link.tsx'
import { LinkRow, LinkRows } from '../../ui/link-rows.tsx'
import { Time } from '../../ui/time.tsx'
import { DECISION_LABELS, formatChangedLines, formatOrdinal } from './submission/review-labels.ts'

export function QueueList({ lines }: { lines: QueueLine[] }) {
  return (
    <LinkRows ordered>
      {lines.map((line) => (
        <LinkRow
          key={line.id}
          href={paths.submission(line.id)}
          title={
            <>
              {line.skillSet.name} <span className="tabular-nums">{line.versionNumber}</span>
            </>
          }
          marks={<Marks line={line} />}
          aside={<Time at={line.decision?.atMs ?? line.submittedAtMs} />}
        >
          <Facts line={line} />
          {line.decision && <DecisionBadge line={line} />}
        </LinkRow>
      ))}
    </LinkRows>
  )
}

function Marks({ line: { decision, revision, baseNumber, size } }: { line: QueueLine }) {
  return (
    <>
      {decision && (
        <Badge variant={DECISION_LABELS[decision.kind].variant}>{DECISION_LABELS[decision.kind].label}</Badge>
      )}
      {!baseNumber && <Badge variant="accent">New</Badge>}
      {revision > 1 && <Badge variant="outline">{formatOrdinal(revision)} submission</Badge>}
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
      {baseNumber && ` · follows ${baseNumber} · ${plural(size.changes, 'change')}`} ·{' '}
      {formatChangedLines(size)}
    </p>
  )
}

function DecisionBadge({ line: { decision } }: { line: QueueLine }) {
  if (!decision) return null
  return (
    <p className="line-clamp-2 text-sm">
      <span className="text-muted-foreground">
        {decision.by} {DECISION_LABELS[decision.kind].verb}
        {decision.reason ? ': ' : ''}
      </span>
      {decision.reason}
    </p>
  )
}

type Tab = { label: string; href: string; isHere: boolean; count?: number }

export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="border-border border-b">
      <ul className="-mb-px flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              aria-current={tab.isHere ? 'page' : undefined}
              className={cn(
                'inline-flex h-10 items-center gap-2 border-transparent border-b-2 px-3 font-medium text-muted-foreground text-sm transition-colors -outline-offset-2 hover:text-foreground',
                tab.isHere && 'border-primary text-foreground',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="rounded-full bg-muted px-1.5 text-muted-foreground text-xs tabular-nums">
                  {tab.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
