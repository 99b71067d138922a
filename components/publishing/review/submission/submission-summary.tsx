import type { ReactNode } from 'react'
import { BUMPS, isBumpedAtLeast } from '#lib/contracts/versions/version-number.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { Comparison, RevisionView, SubmissionPage } from '#lib/publishing/review/review-views.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CardList } from '../../../ui/link-rows.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { BUMP_LABELS, DECISION_LABELS, formatChangedLines, formatOrdinal } from './review-labels.ts'

export function SubmissionSummary({ page }: { page: SubmissionPage }) {
  const { baseNumber, queuePosition, checklist, examples } = page
  const passedChecks = checklist.filter(({ ok }) => ok).length
  const passed = examples.filter(({ run }) => run?.state === 'succeeded' && run.warnings.length === 0).length
  const notRun = examples.filter(({ run }) => !run).length
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-lg border border-border bg-card p-4 shadow-xs sm:gap-x-8 sm:p-5 lg:grid-cols-3">
      <Fact term="Compared with">
        {describeComparison(page.comparison)}
        {page.otherComparison && (
          <TextLink
            href={`${paths.submission(page.id)}${page.comparison.with === 'submission' ? '?against=version' : ''}`}
            className="block w-fit text-primary"
          >
            Compare with {describeOther(page.otherComparison)}
          </TextLink>
        )}
      </Fact>
      <Fact term="Version">
        <VersionFact page={page} />
      </Fact>
      <Fact term="Size" href="#code">
        {baseNumber && `${plural(page.size.changes, 'change')}, `}
        {formatChangedLines(page.size)}
        {page.size.breaking > 0 && (
          <SummaryWarning>{plural(page.size.breaking, 'breaking change')}</SummaryWarning>
        )}
      </Fact>
      <Fact term="Checklist" href="#checklist">
        {passedChecks === checklist.length ? (
          `All ${passedChecks} passed`
        ) : (
          <SummaryWarning>{`${passedChecks} of ${checklist.length} passed`}</SummaryWarning>
        )}
      </Fact>
      <Fact term="Examples" href="#examples">
        {passed} of {examples.length} passed in the sandbox
        {notRun > 0 && <SummaryWarning>{`${notRun} not run`}</SummaryWarning>}
      </Fact>
      <Fact term="Queue">
        {queuePosition ? `${queuePosition.position} of ${queuePosition.of}` : 'No longer waiting'}
      </Fact>
    </dl>
  )
}

export function describeComparison(comparison: Comparison): string {
  if (comparison.with === 'nothing') return 'No earlier version was approved'
  return comparison.with === 'version'
    ? `${comparison.number}, the last approved version`
    : `The ${formatOrdinal(comparison.revision)} submission`
}

function describeOther(comparison: Comparison): string {
  if (comparison.with === 'nothing') return 'nothing: show everything'
  return comparison.with === 'version'
    ? comparison.number
    : `the ${formatOrdinal(comparison.revision)} submission`
}

/** The decision on the previous submission, shown beside what has changed since. */
export function EarlierDecision({ earlier }: { earlier: RevisionView | null }) {
  const { decision } = earlier ?? {}
  if (!earlier || !decision) return null
  return (
    <Alert
      variant="warning"
      title={`${DECISION_LABELS[decision.kind].label} for the ${formatOrdinal(earlier.revision)} submission`}
    >
      {decision.reason && <p className="whitespace-pre-line">{decision.reason}</p>}
      <p className="text-muted-foreground">
        {decision.by}, <Time at={decision.atMs} />
        {' · '}
        <TextLink href={paths.submission(earlier.id)}>Open that submission</TextLink>
      </p>
    </Alert>
  )
}

function Fact({ term, href, children }: { term: string; href?: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted-foreground text-xs">
        {href ? (
          <a href={href} className="underline decoration-border underline-offset-4 hover:text-foreground">
            {term}
          </a>
        ) : (
          term
        )}
      </dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  )
}

function SummaryWarning({ children }: { children: ReactNode }) {
  return <span className="block font-medium text-destructive">{children}</span>
}

function VersionFact({ page: { demanded, version } }: { page: SubmissionPage }) {
  const { latest, bump } = demanded
  if (!latest) return <>{version.number}, the first version</>
  const chosen = BUMPS.findLast((candidate) => isBumpedAtLeast(latest, version.number, candidate)) ?? 'none'
  return (
    <>
      {latest} → {version.number}, {BUMP_LABELS[chosen]}
      <span className="block text-muted-foreground">the changes require {BUMP_LABELS[bump]}</span>
    </>
  )
}

export function SubmissionHistory({ history, hereId }: { history: RevisionView[]; hereId: string }) {
  return (
    <CardList ordered>
      {history.map(({ id, revision, submittedBy, submittedAtMs, note, decision }) => (
        <li key={id} className="grid gap-1.5 px-4 py-3 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {id === hereId ? (
              <span className="font-medium" aria-current="page">
                {formatOrdinal(revision)} submission (this one)
              </span>
            ) : (
              <TextLink href={paths.submission(id)} className="font-medium text-primary">
                {formatOrdinal(revision)} submission
              </TextLink>
            )}
            {decision ? (
              <Badge variant={DECISION_LABELS[decision.kind].variant}>
                {DECISION_LABELS[decision.kind].label}
              </Badge>
            ) : (
              <Badge variant="info">Waiting</Badge>
            )}
          </p>
          <p className="text-muted-foreground">
            {submittedBy} submitted it <Time at={submittedAtMs} />
            {note && `: ${note}`}
          </p>
          {decision && (
            <p className="text-muted-foreground [overflow-wrap:anywhere]">
              {decision.by} {DECISION_LABELS[decision.kind].verb} <Time at={decision.atMs} />
              {decision.reason && `: ${decision.reason}`}
            </p>
          )}
        </li>
      ))}
    </CardList>
  )
}
