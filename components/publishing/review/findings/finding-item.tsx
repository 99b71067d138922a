import type { ReactNode } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { FINDING_SEVERITIES } from '#lib/publishing/model/finding-severities.ts'
import type { FindingView } from '#lib/publishing/review/finding-views.ts'
import { Badge } from '../../../ui/badge.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { ANSWER_LABELS, SEVERITY_VARIANTS } from './finding-labels.ts'

type FindingItemProps = { finding: FindingView; status?: ReactNode; children?: ReactNode }

/** A finding with its rule, its place and the publisher's answer; what one can do about it is in `children`. */
export function FindingItem({ finding, status, children }: FindingItemProps) {
  const { rule, ruleVersion, title, severity, place, line, quote, evidence, why, fix, isAutomated } = finding
  return (
    <li className="grid min-w-0 grid-cols-1 gap-2 px-4 py-3 text-sm [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge variant={SEVERITY_VARIANTS[severity]}>{FINDING_SEVERITIES[severity]}</Badge>
        <span className="font-medium">{title}</span>
        <span className="text-muted-foreground text-xs">
          <TextLink href={`${paths.docsReviewRules}#${rule}`}>{rule}</TextLink>, version {ruleVersion} · found{' '}
          {isAutomated ? 'automatically' : 'by a reviewer'}
        </span>
        {status}
      </p>
      {(place || line !== null) && (
        <p className="text-muted-foreground text-xs">
          {place || 'The version'}
          {line !== null && `, line ${line}`}
          {finding.pointer && !finding.file && <code className="ml-2">{finding.pointer}</code>}
        </p>
      )}
      {quote && (
        <pre className="overflow-x-auto rounded-md bg-muted px-3 py-2 font-mono text-xs">{quote}</pre>
      )}
      <p className="whitespace-pre-line">{evidence}</p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[3rem_minmax(0,1fr)]">
        <dt className="text-muted-foreground">Why</dt>
        <dd>{why}</dd>
        {fix && (
          <>
            <dt className="text-muted-foreground">Fix</dt>
            <dd className="whitespace-pre-line">{fix}</dd>
          </>
        )}
      </dl>
      {finding.answer && <Answer answer={finding.answer} />}
      {children}
    </li>
  )
}

function Answer({ answer }: { answer: NonNullable<FindingView['answer']> }) {
  const { kind, revision, text, by, atMs } = answer
  return (
    <div className="grid gap-1 border-border border-l-4 pl-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <Badge variant={ANSWER_LABELS[kind].variant}>
          {ANSWER_LABELS[kind].label}
          {revision !== null && ` in submission ${revision}`}
        </Badge>
        <span className="text-muted-foreground text-xs">
          {by}, <Time at={atMs} />
        </span>
      </p>
      {text && <p className="whitespace-pre-line">{text}</p>}
    </div>
  )
}
