import type { ReactNode } from 'react'
import { STATE_LABELS } from '#lib/contracts/versions/version-states.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { capitalise } from '#lib/kernel/text/format.ts'
import { formatProgram } from '#lib/publishing/model/draft-program.ts'
import type { SubmissionPage } from '#lib/publishing/review/review-views.ts'
import { PublisherName } from '../../../catalog/skill-facts.tsx'
import { ProvenanceLine } from '../../../contracts/provenance-line.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ServerMarkdown } from '../../../ui/markdown/server-markdown.tsx'
import { BackLink, PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { DECISION_LABELS, formatOrdinal, STATE_VARIANTS } from './review-labels.ts'

const TONES = {
  APPROVED: 'success',
  CHANGES_REQUESTED: 'warning',
  REJECTED: 'destructive',
  WITHDRAWN: 'info',
} as const

export function SubmissionHeader({ page, actions }: { page: SubmissionPage; actions?: ReactNode }) {
  const { publisher, skillSet, version, viewer, decision, note } = page
  const back = viewer.isPublisher
    ? { href: paths.publishSkillSet(skillSet.id), label: skillSet.name }
    : { href: paths.review, label: 'Review' }
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        actions={actions}
        eyebrow={<BackLink href={back.href}>{back.label}</BackLink>}
        title={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            {skillSet.name} {version.number}
            <Badge variant={STATE_VARIANTS[version.state]}>{STATE_LABELS[version.state]}</Badge>
          </span>
        }
        description={
          <p className="text-sm">
            <PublisherName
              handle={publisher.handle}
              name={publisher.displayName}
              verified={publisher.verified}
              className="align-top"
            />{' '}
            · {formatOrdinal(page.revision)} submission of version {version.number} · {page.submittedBy},{' '}
            <Time at={page.submittedAtMs} />
          </p>
        }
      />
      {decision && (
        <Alert
          role="status"
          variant={TONES[decision.kind]}
          title={
            <>
              {decision.by} {DECISION_LABELS[decision.kind].verb} <Time at={decision.atMs} />
            </>
          }
        >
          {decision.reason && <ServerMarkdown text={decision.reason} owner={publisher.handle} />}
        </Alert>
      )}
      {page.provenance && <ProvenanceLine provenance={page.provenance} />}
      {page.program && (
        <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {capitalise(formatProgram(page.program))} wrote this, with the API key “{page.program.keyName}”.
        </p>
      )}
      {note && (
        <figure className="grid gap-1 border-border border-l-4 pl-4">
          <figcaption className="text-muted-foreground text-xs">{page.submittedBy} wrote</figcaption>
          <ServerMarkdown text={note} owner={publisher.handle} />
        </figure>
      )}
    </div>
  )
}

export type SectionLink = {
  id: string
  label: string
  count?: number
  isAlarming?: boolean
}

export function SectionNav({ sections }: { sections: SectionLink[] }) {
  return (
    <nav
      aria-label="Parts of the submission"
      data-sticky="top"
      className="-mx-4 sticky top-(--header-height) z-20 border-border border-b bg-background px-4 sm:-mx-6 sm:px-6 lg:top-[calc(var(--header-height)+1.5rem)] lg:mr-0 lg:-ml-2.5 lg:max-h-[calc(100dvh-var(--header-height)-7rem)] lg:overflow-y-auto lg:border-0 lg:px-0"
    >
      <ul className="relative flex gap-1 overflow-x-auto py-2 [scrollbar-width:none] lg:grid lg:gap-0.5 lg:py-0">
        {sections.map(({ id, label, count, isAlarming }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              className="flex items-center justify-between gap-2 whitespace-nowrap rounded-md px-2.5 py-1.5 text-muted-foreground text-sm -outline-offset-2 hover:bg-muted hover:text-foreground"
            >
              <span className="inline-flex items-center gap-1.5">
                {label}
                {isAlarming && <AlarmDot />}
              </span>
              {count !== undefined && (
                <span className="rounded-full bg-muted px-1.5 text-xs tabular-nums">{count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AlarmDot() {
  return (
    <span className="size-1.5 rounded-full bg-destructive">
      <span className="sr-only">check this first</span>
    </span>
  )
}
