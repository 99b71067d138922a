/** The queue as a list of links: who, what, how often, how much to read, how long it has waited. */
import { paths } from '#lib/contract/market/paths.ts'
import type { QueueLine } from '#lib/review/views.ts'
import { VerifiedMark } from '../catalog/publisher-name.tsx'
import { Badge } from '../ui/badge.tsx'
import { LinkRow, LinkRows } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'
import { count, DECISIONS, linesText, nth } from './words.ts'

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
          {line.decision && <Ruling line={line} />}
        </LinkRow>
      ))}
    </LinkRows>
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
