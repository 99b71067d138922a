import { Store } from 'lucide-react'
import type { Metadata } from 'next'
import { cache } from 'react'
import { VerifiedMark } from '#components/catalog/skill-facts.tsx'
import { SkillSetCard } from '#components/catalog/skill-set-card.tsx'
import { SkillSetSection } from '#components/catalog/skill-set-header.tsx'
import { SkillSetLogo } from '#components/catalog/skill-set-logo.tsx'
import { ContactForm } from '#components/publishing/publish/profile-forms.tsx'
import { VerifiedFacts } from '#components/publishing/publish/proof-forms.tsx'
import { VerifyButton } from '#components/publishing/review/verify-button.tsx'
import { RestrictButton } from '#components/publishing/review/versions/restrict-button.tsx'
import { RestrictionNotice } from '#components/publishing/review/versions/restriction-notice.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PublisherPage as PageView } from '#lib/catalog/catalog-views.ts'
import { getPublisherPage } from '#lib/catalog/get-publisher-page.ts'
import { runStatisticsParts } from '#lib/catalog/model/run-statistics.ts'
import { RESTRICTION_EFFECTS } from '#lib/contracts/versions/restriction.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound, redirectFormerName } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { writeToPublisher } from '../publish/profile-actions.ts'
import { restrictSubject, setVerified } from '../review/actions.ts'

type Props = { params: Promise<{ publisher: string }> }

const load = cache(async (handle: string) => {
  const page = await orNotFound(getPublisherPage(await contextFromCookie(), handle))
  await redirectFormerName(paths.publisher(handle), paths.publisher(page.publisher.handle))
  return page
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { publisher } = await load((await params).publisher)
  return { title: publisher.displayName, description: publisher.bio || undefined }
}

export default async function PublisherPage({ params }: Props) {
  const { publisher, restriction, skillSets, evidence, isOwner } = await load((await params).publisher)
  const { handle, displayName, bio, verified, sinceMs } = publisher
  const { viewer } = await contextFromCookie()
  return (
    <PageContent className="grid grid-cols-1 gap-10">
      <header className="flex items-start gap-4 sm:gap-5">
        <SkillSetLogo seed={publisher.id} logo={null} className="size-14 rounded-full sm:size-18" />
        <div className="grid min-w-0 gap-1.5">
          <h1 className="flex items-center gap-2 font-semibold text-2xl tracking-tight [overflow-wrap:anywhere] sm:text-3xl">
            {displayName}
            {verified && <VerifiedMark className="size-5" />}
          </h1>
          <p className="font-mono text-muted-foreground text-sm">{handle}</p>
          {bio && <p className="max-w-2xl text-pretty">{bio}</p>}
          <p className="text-muted-foreground text-sm">
            Publishing since <Time at={sinceMs} style="day" /> · {runStatisticsParts(evidence).join(' · ')} in
            30 days
          </p>
          <VerifiedFacts verifiedAtMs={publisher.verifiedAtMs} proofs={publisher.proofs} />
          <Addresses publisher={publisher} />
          {isOwner ? <OwnLinks handle={handle} /> : viewer && <Contact publisher={publisher} />}
          {viewer?.role === 'ADMIN' && (
            <AdminActions publisher={publisher} isRestricted={restriction !== null} />
          )}
        </div>
      </header>
      <RestrictionNotice restriction={restriction} subject="publisher" />
      <SkillSetSection title="SkillSets">
        {skillSets.length > 0 ? (
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {skillSets.map((skillSet) => (
              <li key={skillSet.slug}>
                <SkillSetCard handle={handle} skillSet={skillSet} />
              </li>
            ))}
          </ul>
        ) : (
          <NothingPublished displayName={displayName} isOwner={isOwner} />
        )}
      </SkillSetSection>
    </PageContent>
  )
}

function OwnLinks({ handle }: { handle: string }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      <TextLink href={paths.publish}>Edit in studio</TextLink>
      <TextLink href={paths.publisherSettings(handle)}>Publisher settings</TextLink>
    </p>
  )
}

/** Where to find the publisher outside of this site, which checks none of the addresses. */
function Addresses({ publisher: { website, support, repository } }: Pick<PageView, 'publisher'>) {
  const links = [
    ['Website', website],
    ['Support', support],
    ['Source code', repository],
  ].filter(([, address]) => address)
  if (links.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {links.map(([label, address = '']) => (
        <li key={label} className="[overflow-wrap:anywhere]">
          <a
            href={address.includes('://') ? address : `mailto:${address}`}
            rel="nofollow noopener ugc"
            className="underline underline-offset-4"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Contact({ publisher: { handle, displayName } }: Pick<PageView, 'publisher'>) {
  return (
    <details className="max-w-xl text-sm">
      <summary className="cursor-pointer underline underline-offset-4">Write to {displayName}</summary>
      <ContactForm send={writeToPublisher.bind(null, handle)} />
    </details>
  )
}

type AdminActionsProps = { publisher: PageView['publisher']; isRestricted: boolean }

function AdminActions({ publisher, isRestricted }: AdminActionsProps) {
  const { id, handle, displayName, verified } = publisher
  return (
    <div className="flex flex-wrap gap-2 pt-1.5">
      <VerifyButton
        name={displayName}
        verified={verified}
        verify={setVerified.bind(null, handle, displayName)}
      />
      {!isRestricted && (
        <RestrictButton
          label="Suspend"
          name={displayName}
          choices={[
            {
              label: 'Suspend the publisher',
              effect: RESTRICTION_EFFECTS.publisher.suspended,
              request: { publisherId: id, kind: 'suspended' },
            },
          ]}
          restrict={restrictSubject}
        />
      )}
    </div>
  )
}

function NothingPublished({ displayName, isOwner }: { displayName: string; isOwner: boolean }) {
  return (
    <EmptyState
      icon={Store}
      title="Nothing published yet"
      action={
        <LinkButton href={isOwner ? paths.publish : paths.home} variant="outline">
          {isOwner ? 'To your studio' : 'See all skills'}
        </LinkButton>
      }
    >
      {isOwner ? 'What you publish appears here.' : `${displayName} has no public SkillSet at the moment.`}
    </EmptyState>
  )
}
