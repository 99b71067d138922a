import { PackagePlus, Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { Fragment } from 'react'
import { ImportFolder } from '#components/publishing/publish/import-folder.tsx'
import { ImportRepository } from '#components/publishing/publish/import-repository.tsx'
import { PublishersOnly } from '#components/publishing/publish/read-only-draft.tsx'
import { UploadSkillSet } from '#components/publishing/publish/upload-skill-set.tsx'
import { ReviewClockNote } from '#components/publishing/review/review-clock.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { runStatisticsParts } from '#lib/catalog/model/run-statistics.ts'
import { STATE_LABELS } from '#lib/contracts/versions/version-states.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import {
  listMySkillSets,
  type OwnSkillSetLine,
  type Usage,
} from '#lib/publishing/drafts/list-my-skill-sets.ts'
import { listTransfers, type TransferLine } from '#lib/publishing/publishers/transfer-view.ts'
import { getReviewClock } from '#lib/publishing/review/read/get-review-clock.ts'
import { type ClaimActions, ClaimHandleForm } from '../../components/publishing/publish/claim-handle-form.tsx'
import { queueText } from '../../components/publishing/studio/submit/describe-submission-status.ts'
import { Badge, type BadgeVariant } from '../../components/ui/badge.tsx'
import { Card, CardContent } from '../../components/ui/card.tsx'
import { LinkRow, LinkRows } from '../../components/ui/link-rows.tsx'
import { Time } from '../../components/ui/time.tsx'
import { checkHandle, claimHandle, createSkillSetFromText } from './actions.ts'

export const metadata: Metadata = { title: 'Publish' }

export default async function PublishPage() {
  const mySkillSets = await orNotFound(listMySkillSets(await contextFromCookie('studio')))
  const transfers = await listTransfers(await contextFromCookie('studio'))
  const clock = await getReviewClock(await contextFromCookie('studio'))
  if (mySkillSets.publishers.length === 0)
    return (
      <ClaimHandle
        handleState={mySkillSets}
        transfers={transfers}
        actions={{ check: checkHandle, claim: claimHandle }}
      />
    )
  const handles = mySkillSets.publishers.map(({ handle }) => handle)
  const skillSetNames = mySkillSets.skillSets.map(({ fullName }) => fullName)

  return (
    <Page
      title="Publish"
      description={`SkillSets of ${mySkillSets.organisationName}: published, in review and drafts.`}
      actions={
        <>
          <LinkButton href={paths.publishAnalytics} variant="outline">
            Analytics
          </LinkButton>
          <LinkButton href={paths.publishFailedRuns} variant="outline">
            Failed runs
          </LinkButton>
          <LinkButton href={paths.earnings} variant="outline">
            Earnings
          </LinkButton>
          {mySkillSets.canPublish && (
            <LinkButton href={paths.publishNew}>
              <Plus aria-hidden /> New SkillSet
            </LinkButton>
          )}
        </>
      }
    >
      <TransferNotes transfers={transfers} />
      <ReviewClockNote clock={clock} />
      {!mySkillSets.canPublish && <PublishersOnly />}
      {mySkillSets.skillSets.length > 0 ? (
        <MySkillSetList lines={mySkillSets.skillSets} />
      ) : (
        <Empty canPublish={mySkillSets.canPublish} />
      )}
      {mySkillSets.canPublish && (
        <section aria-label="Import" className="grid gap-6 lg:grid-cols-2">
          <UploadSkillSet handles={handles} upload={createSkillSetFromText} />
          <ImportFolder handles={handles} skillSets={skillSetNames} />
          <div className="lg:col-span-2">
            <ImportRepository handles={handles} skillSets={skillSetNames} />
          </div>
        </section>
      )}
      {mySkillSets.canPublish && (
        <p className="text-sm">
          Do you write in your own editor?{' '}
          <TextLink href={paths.docsLaptop}>Publish from your laptop</TextLink>
        </p>
      )}
      <p className="text-sm">
        Publisher settings:{' '}
        {handles.map((handle, index) => (
          <Fragment key={handle}>
            {index > 0 && ', '}
            <TextLink href={paths.publisherSettings(handle)}>{handle}</TextLink>
          </Fragment>
        ))}
      </p>
    </Page>
  )
}

function Empty({ canPublish }: { canPublish: boolean }) {
  if (!canPublish)
    return (
      <EmptyState icon={PackagePlus} title="No SkillSets yet">
        Your organisation publishes nothing yet.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={PackagePlus}
      title="No SkillSets yet"
      action={<LinkButton href={paths.publishNew}>Create a SkillSet</LinkButton>}
    >
      A SkillSet is a small collection of related skills. Start with one skill, or upload an existing
      SkillSet.
    </EmptyState>
  )
}

function TransferNotes({ transfers }: { transfers: TransferLine[] }) {
  return transfers.map(({ id, what, from, to, isIncoming, expiresAtMs }) => (
    <Alert key={id}>
      {isIncoming ? `${from} offers you ${what}` : `You offer ${what} to ${to}`}, until{' '}
      <Time at={expiresAtMs} style="day" />. <TextLink href={paths.transfer(id)}>View the offer</TextLink>
    </Alert>
  ))
}

type ClaimHandleProps = {
  transfers: TransferLine[]
  handleState: { organisationName: string; canClaim: boolean }
  actions: ClaimActions
}

function ClaimHandle({ handleState, transfers, actions }: ClaimHandleProps) {
  const { organisationName, canClaim } = handleState
  return (
    <Page
      width="reading"
      title="Claim your handle"
      description={`A handle is the name that ${organisationName} publishes under and the first part of every skill name. It belongs to the organisation: owners and admins write and publish its skills, and all members run them.`}
    >
      <TransferNotes transfers={transfers} />
      <Card>
        <CardContent>
          {canClaim ? (
            <ClaimHandleForm organisationName={organisationName} actions={actions} />
          ) : (
            <p className="text-sm">
              {organisationName} has no handle yet. Owners and admins claim one on this page, and publish.
            </p>
          )}
        </CardContent>
      </Card>
    </Page>
  )
}

function MySkillSetList({ lines }: { lines: OwnSkillSetLine[] }) {
  return (
    <LinkRows>
      {lines.map((line) => (
        <LinkRow
          key={line.id}
          href={paths.publishSkillSet(line.id)}
          title={line.name}
          marks={
            <code className="min-w-0 text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {line.fullName}
            </code>
          }
        >
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-muted-foreground text-sm">
            <SkillSetBadges line={line} />
            <span>
              updated <Time at={line.touchedAtMs} />
            </span>
          </div>
          {line.usage && <p className="text-muted-foreground text-sm">{usageSentence(line.usage)}</p>}
        </LinkRow>
      ))}
    </LinkRows>
  )
}

/** Returns, for example, "1,204 runs by 31 organisations in 30 days · 98% succeeded · 12 ms · 12 installs". */
function usageSentence(usage: Usage): string {
  const { runs, users, installs } = usage
  const [count, ...rest] = runStatisticsParts(usage)
  const ran =
    runs === 0 ? ['No runs in 30 days'] : [`${count} by ${plural(users, 'organisation')} in 30 days`, ...rest]
  return [...ran, plural(installs, 'install')].join(' · ')
}

const VARIANTS: Partial<Record<string, BadgeVariant>> = {
  IN_REVIEW: 'info',
  CHANGES_REQUESTED: 'warning',
  REJECTED: 'destructive',
}

function SkillSetBadges({ line: { live, pending, hasDraft } }: { line: OwnSkillSetLine }) {
  return (
    <>
      {live && (
        <Badge variant="success">
          {live.number} {live.visibility === 'PRIVATE' ? 'private' : 'published'}
        </Badge>
      )}
      {pending && (
        <Badge variant={VARIANTS[pending.state]}>
          {pending.number} {STATE_LABELS[pending.state].toLowerCase()}
        </Badge>
      )}
      {pending?.queuePosition && <span>{queueText(pending.queuePosition)}</span>}
      {!live && !pending && hasDraft && <Badge>Draft</Badge>}
    </>
  )
}
