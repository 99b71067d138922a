import type { Metadata } from 'next'
import { cache } from 'react'
import { VerifiedMark } from '#components/catalog/skill-facts.tsx'
import { PublisherRecordFacts } from '#components/publishing/review/publisher-record.tsx'
import { VerifyButton } from '#components/publishing/review/verify-button.tsx'
import { Page } from '#components/shell/page.tsx'
import { Usdc } from '#components/ui/amount.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { RESTRICTIONS } from '#lib/contracts/versions/restriction.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { capitalise } from '#lib/kernel/text/format.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getPublisherForAdmin, type PublisherAdminPage } from '#lib/publishing/review/read/get-publisher.ts'
import { setVerified } from '../../../review/actions.ts'

type Props = { params: Promise<{ handle: string }> }

const load = cache(async (handle: string) =>
  orNotFound(getPublisherForAdmin(await contextFromCookie(), handle)),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).handle)).record.displayName }
}

export default async function PublisherPageForAdmin({ params }: Props) {
  const { handle } = await params
  const page = await load(handle)
  const { record, createdAt, earnings, members } = page
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.publishers}>Publishers</BackLink>}
      title={
        <>
          {record.displayName} {record.verified && <VerifiedMark className="inline size-5" />}
        </>
      }
      description={
        <>
          <span className="font-mono">{handle}</span>, since <Time at={createdAt} style="day" />.{' '}
          <TextLink href={paths.publisher(handle)}>Public page</TextLink>
        </>
      }
      actions={
        <VerifyButton
          name={record.displayName}
          verified={record.verified}
          verify={setVerified.bind(null, handle, record.displayName)}
        />
      }
    >
      <PublisherRecordFacts record={record} className="text-sm" />
      <Facts
        facts={[
          {
            label: 'Owner',
            value: (
              <TextLink href={paths.organisationForAdmin(record.organisationId)}>
                {record.organisationName}
              </TextLink>
            ),
          },
          {
            label: 'Earnings to pay out',
            value: <Usdc value={earnings} />,
            note: (
              <TextLink href={`${paths.money}?${new URLSearchParams({ q: record.organisationName })}`}>
                Record a payout
              </TextLink>
            ),
          },
          { label: 'Runs in 30 days', value: String(record.runs30d) },
        ]}
      />
      <SectionCard id="people" title="People">
        <ul className="grid gap-2 text-sm">
          {members.map(({ userId, name, email, emailVerified }) => (
            <li key={userId} className="flex flex-wrap gap-x-3">
              <TextLink href={paths.person(userId)}>{name}</TextLink>
              <span className="text-muted-foreground [overflow-wrap:anywhere]">
                {email} · {emailVerified ? 'confirmed' : 'not confirmed'}
              </span>
            </li>
          ))}
        </ul>
      </SectionCard>
      <SkillSets page={page} handle={handle} />
      <Reports reports={page.reports} />
      <Restrictions restrictions={page.restrictions} />
    </Page>
  )
}

function SkillSets({ page: { skillSets }, handle }: { page: PublisherAdminPage; handle: string }) {
  return (
    <SectionCard id="skill-sets" title="SkillSets, drafts and versions">
      {skillSets.length === 0 && <p className="text-muted-foreground text-sm">None yet.</p>}
      <ul className="grid gap-4 text-sm">
        {skillSets.map(({ id, slug, name, draftSavedAt, versions }) => (
          <li key={id} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-2">
              <TextLink href={paths.skillSet(handle, slug)}>{name}</TextLink>
              {draftSavedAt && (
                <span className="text-muted-foreground">
                  · draft of <Time at={draftSavedAt} />
                </span>
              )}
            </p>
            <p className="flex flex-wrap gap-2">
              {versions.map((version) => (
                <Badge key={version.id} variant={version.state === 'YANKED' ? 'destructive' : 'neutral'}>
                  {version.number} · {version.state.toLowerCase().replaceAll('_', ' ')}
                  {version.visibility === 'PRIVATE' && ' · private'}
                </Badge>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function Reports({ reports }: Pick<PublisherAdminPage, 'reports'>) {
  return (
    <SectionCard id="reports" title="Reports">
      {reports.length === 0 && <p className="text-muted-foreground text-sm">No one reported anything.</p>}
      <ul className="grid gap-2 text-sm">
        {reports.map(({ id, skillSetName, reason, at, isOpen }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <span>{skillSetName}</span>
            <span className="text-muted-foreground">
              {capitalise(reason.replaceAll('_', ' '))} · <Time at={at} /> · {isOpen ? 'open' : 'answered'}
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function Restrictions({ restrictions }: Pick<PublisherAdminPage, 'restrictions'>) {
  if (restrictions.length === 0) return null
  return (
    <SectionCard id="restrictions" title="Restrictions">
      <ul className="grid gap-2 text-sm">
        {restrictions.map(({ kind, reason, by, at, endedAt, subject }) => (
          <li key={`${subject} ${at.getTime()}`}>
            {subject}: {kind in RESTRICTIONS ? RESTRICTIONS[kind as keyof typeof RESTRICTIONS].label : kind}.{' '}
            {reason}{' '}
            <span className="text-muted-foreground">
              {by}, <Time at={at} />
              {endedAt && (
                <>
                  , lifted <Time at={endedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
