import { RISK_LABELS } from '#lib/contracts/permissions/permission-lines.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { QueueLine } from '#lib/publishing/review/review-views.ts'
import { VerifiedMark } from '../../catalog/skill-facts.tsx'
import { Usdc } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
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

function Marks({ line: { decision, revision, baseNumber, size, stakes } }: { line: QueueLine }) {
  return (
    <>
      {decision && (
        <Badge variant={DECISION_LABELS[decision.kind].variant}>{DECISION_LABELS[decision.kind].label}</Badge>
      )}
      {!baseNumber && <Badge variant="accent">New</Badge>}
      {revision > 1 && <Badge variant="outline">{formatOrdinal(revision)} submission</Badge>}
      {stakes && stakes.risk !== 'read-only' && <Badge variant="warning">{RISK_LABELS[stakes.risk]}</Badge>}
      {size.breaking > 0 && <Badge variant="destructive">{size.breaking} breaking</Badge>}
    </>
  )
}

function Facts({ line }: { line: QueueLine }) {
  const { publisher, submittedBy, submittedAtMs, baseNumber, size, stakes, isEmailConfirmed } = line
  return (
    <p className="text-muted-foreground text-sm">
      {publisher.displayName}
      {publisher.verified && <VerifiedMark className="mx-1 inline size-3.5 align-[-2px]" />} · by{' '}
      {submittedBy}
      {!isEmailConfirmed && ' (address not confirmed)'} · publisher since{' '}
      <Time at={publisher.sinceMs} style="day" />
      <span className="sm:hidden">
        {' '}
        · <Time at={submittedAtMs} />
      </span>
      {baseNumber && ` · follows ${baseNumber} · ${plural(size.changes, 'change')}`} ·{' '}
      {formatChangedLines(size)}
      {stakes && stakes.price !== '0' && (
        <>
          {' '}
          · up to <Usdc value={stakes.price} /> a call
        </>
      )}
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
