import type { ReactNode } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import { STATE_LABELS } from '#lib/contract/version/version-moves.ts'
import type { SubmissionPage } from '#lib/review/views.ts'
import { PublisherName } from '../catalog/publisher-name.tsx'
import { Alert } from '../ui/alert.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Badge } from '../ui/badge.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Time } from '../ui/time.tsx'
import { DECISIONS, nth, STATE_VARIANTS } from './words.ts'

const TONES = {
  APPROVED: 'success',
  CHANGES_ASKED: 'warning',
  REJECTED: 'destructive',
  WITHDRAWN: 'info',
} as const

/** Who hands in what, what they say about it, and the decision if there is one. */
export function SubmissionHead({ page, actions }: { page: SubmissionPage; actions?: ReactNode }) {
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
            · {nth(page.revision)} submission of this number · {page.submittedBy},{' '}
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
              {decision.by} {DECISIONS[decision.kind].verb} <Time at={decision.atMs} />
            </>
          }
        >
          {decision.reason && <Markdown text={decision.reason} headingLevel={3} />}
        </Alert>
      )}
      {note && (
        <figure className="grid gap-1 border-border border-l-4 pl-4">
          <figcaption className="text-muted-foreground text-xs">{page.submittedBy} wrote</figcaption>
          <Markdown text={note} headingLevel={3} />
        </figure>
      )}
    </div>
  )
}
