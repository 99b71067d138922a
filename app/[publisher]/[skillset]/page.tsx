import { ChevronRight } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { PausedNotice } from '#components/catalog/behaviour-view.tsx'
import { FeedbackCard } from '#components/catalog/feedback/feedback-card.tsx'
import { RatingList } from '#components/catalog/feedback/rating-list.tsx'
import { ScreenshotGallery } from '#components/catalog/screenshot-gallery.tsx'
import { ConfigFact, EvidenceFact, LinksFact, PermissionFact } from '#components/catalog/skill-set-facts.tsx'
import { SkillSetHeader, SkillSetSection } from '#components/catalog/skill-set-header.tsx'
import { VersionList } from '#components/catalog/version-list.tsx'
import { VersionNotice } from '#components/contracts/version-badges.tsx'
import { ComingNotice } from '#components/installs/coming-notice.tsx'
import { InstallCard } from '#components/installs/install-card.tsx'
import { TakeVersionButton } from '#components/installs/take-version-button.tsx'
import { WithdrawalNotice } from '#components/publishing/recalls/withdrawal-notice.tsx'
import { AppealButton } from '#components/publishing/review/appeals/appeal-button.tsx'
import { RestrictionNotice } from '#components/publishing/review/versions/restriction-notice.tsx'
import { VersionActions } from '#components/publishing/review/versions/version-actions.tsx'
import { RolloutPanel } from '#components/publishing/rollouts/rollout-panel.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { CardList } from '#components/ui/link-rows.tsx'
import { ServerMarkdown } from '#components/ui/markdown/server-markdown.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { SkillLine } from '#lib/catalog/catalog-views.ts'
import { countPageView } from '#lib/catalog/count-page-views.ts'
import { getFeedback } from '#lib/catalog/feedback/ratings.ts'
import { getSkillSetPage } from '#lib/catalog/get-skill-set-page.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound, redirectFormerName } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { findAppealState, findSuspensionAppeal } from '#lib/publishing/review/appeals/appeals.ts'
import { getRolloutView } from '#lib/publishing/rollouts/rollout-view.ts'
import { EvidenceLine, SkillFacts } from '../../../components/catalog/skill-facts.tsx'
import { Link } from '../../../components/ui/link.tsx'
import { quarantineVersions } from '../../admin/recalls/actions.ts'
import { createCollection, listCollectionChoices, setInCollection } from '../../collections/actions.ts'
import {
  deprecateVersion,
  finishRollout,
  restoreVersion,
  restrictSubject,
  returnVersion,
  takeDownSkillSet,
  yankVersion,
} from '../../review/actions.ts'
import { openAppeal } from '../../review/appeals/actions.ts'
import {
  installSkillSet,
  previewInstallChange,
  takeVersion,
  uninstallSkillSet,
  upgradeSkillSet,
} from '../../settings/installed/actions.ts'
import { answerRating, rateSkillSet, reportSkillSet, setStar, withdrawRating } from './feedback-actions.ts'

type Props = {
  params: Promise<{ publisher: string; skillset: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const load = cache(async (publisher: string, skillset: string, version?: string) => {
  const page = await orNotFound(getSkillSetPage(await contextFromCookie(), { publisher, skillset, version }))
  const { slug, publisher: owner } = page.skillSet
  await redirectFormerName(paths.skillSet(publisher, skillset), paths.skillSet(owner.handle, slug))
  return page
})

async function pageFor({ params, searchParams }: Props) {
  const { publisher, skillset } = await params
  return load(publisher, skillset, toSearchParams(await searchParams).get('version') ?? undefined)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { skillSet } = await pageFor(props)
  return { title: skillSet.name, description: skillSet.tagline || skillSet.description }
}

export default async function SkillSetPage(props: Props) {
  const page = await pageFor(props)
  if (!page.isOwner) countPageView({ skillSetId: page.skillSet.id }, await headers())
  const { publisher, skillset } = await props.params
  const appeal =
    page.version.state === 'YANKED' && page.canPublish
      ? await findAppealState(await contextFromCookie(), { kind: 'take_down', subjectId: page.version.id })
      : null
  const suspension =
    page.restriction?.kind === 'suspended' && page.canPublish
      ? await findSuspensionAppeal(await contextFromCookie(), page.skillSet.id)
      : null
  const namesVersion = toSearchParams(await props.searchParams).has('version')
    ? `?version=${page.version.number}`
    : ''
  const ctx = await contextFromCookie()
  const isAdmin = ctx.viewer?.role === 'ADMIN'
  const skillSetRef = { publisher, skillset }
  const [feedback, rollout] = await orNotFound(
    Promise.all([getFeedback(ctx, skillSetRef), getRolloutView(ctx, page.version.id)]),
  )
  const actions = {
    planStep: previewInstallChange,
    installVersion: installSkillSet,
    changeVersion: upgradeSkillSet,
    uninstallSkillSet,
  }
  return (
    <PageContent className="grid grid-cols-1 gap-8">
      <SkillSetHeader page={page} />
      {page.isOwner && (
        <p className="-mt-4 text-sm">
          <TextLink href={paths.publishSkillSet(page.skillSet.id)}>Edit in studio</TextLink>
        </p>
      )}
      <VersionNotice version={page.version} />
      <WithdrawalNotice version={page.version} />
      <PausedNotice number={page.version.number} isPaused={page.version.isPaused} />
      <ComingNotice
        coming={page.coming}
        isReturned={page.isReturned}
        shownNumber={page.version.number}
        organisationName={page.organisationName}
        action={
          page.coming &&
          page.organisationName !== null &&
          page.canInstall && (
            <TakeVersionButton
              number={page.coming.number}
              organisationName={page.organisationName}
              take={takeVersion.bind(null, skillSetRef, page.coming.versionId)}
            />
          )
        }
      />
      <RestrictionNotice restriction={page.restriction} isVersionHidden={page.isVersionHidden} />
      {suspension && (
        <AppealButton
          title={page.skillSet.name}
          state={suspension.state}
          open={openAppeal.bind(null, 'suspension', suspension.restrictionId)}
        />
      )}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
        <div className="lg:col-start-2">
          <InstallCard page={page} actions={actions} />
        </div>
        <div className="grid grid-cols-1 content-start gap-10 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {rollout && (
            <RolloutPanel
              view={rollout}
              canDecide={page.canPublish || isAdmin}
              actions={{ finishRollout, returnVersion }}
            />
          )}
          {page.screenshots.length > 0 && (
            <SkillSetSection title="Screenshots">
              <ScreenshotGallery screenshots={page.screenshots} />
            </SkillSetSection>
          )}
          <SkillSetSection title="Skills">
            <SkillList
              skills={page.skills}
              getHref={(slug) => paths.skill(publisher, skillset, slug) + namesVersion}
            />
          </SkillSetSection>
          <About page={page} owner={publisher} />
          <Ratings page={page} feedback={feedback} skillSetRef={skillSetRef} />
          <Versions page={page} />
        </div>
        <aside aria-label="Facts" className="grid content-start gap-8 lg:col-start-2">
          <PermissionFact lines={page.permissionLines} skills={page.skills} />
          <EvidenceFact evidence={page.evidence} />
          <Feedback page={page} feedback={feedback} skillSetRef={skillSetRef} />
          <ConfigFact page={page} />
          <LinksFact document={page.document} />
          <VersionActions
            skillSet={page.skillSet}
            version={page.version}
            canPublish={page.canPublish}
            isAdmin={isAdmin}
            isRestricted={page.restriction !== null}
            appeal={appeal}
            actions={{
              yankVersion,
              takeDownSkillSet,
              deprecateVersion,
              restoreVersion,
              restrictSubject,
              quarantineVersions,
              openAppeal,
            }}
          />
        </aside>
      </div>
    </PageContent>
  )
}

type PageProps = { page: Awaited<ReturnType<typeof getSkillSetPage>> }

/** The text about the SkillSet. Without a tagline the header shows the description, which is then left out here. */
function About({ page, owner }: PageProps & { owner: string }) {
  const { tagline, description } = page.skillSet
  const { readme } = page.document
  if (!tagline && !readme) return null
  return (
    <SkillSetSection title="About">
      {tagline && <p className="text-pretty">{description}</p>}
      {readme && <ServerMarkdown text={readme} owner={owner} />}
    </SkillSetSection>
  )
}

type FeedbackProps = PageProps & {
  feedback: Awaited<ReturnType<typeof getFeedback>>
  skillSetRef: { publisher: string; skillset: string }
}

function Ratings({ page, feedback, skillSetRef }: FeedbackProps) {
  const { latest } = feedback.ratings
  if (latest.length === 0) return null
  return (
    <SkillSetSection title="Ratings" anchor="ratings">
      <RatingList
        ratings={latest}
        publisher={page.skillSet.publisher.displayName}
        answer={answerRating.bind(null, skillSetRef)}
      />
    </SkillSetSection>
  )
}

function Versions({ page }: PageProps) {
  const { publisher, slug } = page.skillSet
  return (
    <SkillSetSection title="Versions" anchor="versions">
      <VersionList
        versions={page.versions}
        owner={publisher.handle}
        shownId={page.version.id}
        installedId={page.installed?.versionId ?? null}
        getHref={(number) => `${paths.skillSet(publisher.handle, slug)}?version=${number}`}
      />
    </SkillSetSection>
  )
}

function Feedback({ page, feedback, skillSetRef }: FeedbackProps) {
  return (
    <FeedbackCard
      name={page.skillSet.name}
      feedback={feedback}
      here={paths.skillSet(skillSetRef.publisher, skillSetRef.skillset)}
      item={skillSetRef}
      actions={{
        collect: { listCollectionChoices, createCollection, setInCollection },
        setStar: setStar.bind(null, skillSetRef),
        rate: rateSkillSet.bind(null, skillSetRef),
        removeRating: withdrawRating.bind(null, skillSetRef),
        report: reportSkillSet.bind(null, skillSetRef),
      }}
    />
  )
}

type SkillListProps = {
  skills: SkillLine[]
  getHref: (slug: string) => string
}

function SkillList({ skills, getHref }: SkillListProps) {
  return (
    <CardList className="overflow-hidden">
      {skills.map((skill) => (
        <li key={skill.slug} className="group relative flex items-center gap-4 px-5 py-4 hover:bg-muted/60">
          <div className="grid min-w-0 flex-1 gap-1.5">
            <h3 className="font-medium">
              <Link
                href={getHref(skill.slug)}
                className="underline-offset-4 -outline-offset-2 after:absolute after:inset-0 group-hover:underline"
              >
                {skill.name}
              </Link>
            </h3>
            <p className="text-pretty text-muted-foreground text-sm">{skill.description}</p>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <SkillFacts {...skill} />
              <EvidenceLine evidence={skill.evidence} />
            </div>
          </div>
          <ChevronRight className="size-5 shrink-0 text-muted-foreground" aria-hidden />
        </li>
      ))}
    </CardList>
  )
}
