import type { Metadata } from 'next'
import { cache } from 'react'
import { FeedbackBox } from '#components/feedback/feedback-box.tsx'
import { RatingList } from '#components/feedback/rating-list.tsx'
import { InstallBox } from '#components/installs/install-box.tsx'
import { VersionCare } from '#components/review/version-care.tsx'
import { Page } from '#components/shell/page.tsx'
import { ConfigFact, EvidenceFact, LinksFact, PermissionFact } from '#components/skill-set/facts.tsx'
import { Section } from '#components/skill-set/section.tsx'
import { SkillList } from '#components/skill-set/skill-list.tsx'
import { SkillSetHeader } from '#components/skill-set/skill-set-header.tsx'
import { VersionList } from '#components/skill-set/version-list.tsx'
import { VersionNotice } from '#components/skill-set/version-state.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { getSkillSetPage } from '#lib/catalog/get-skill-set-page.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { getFeedback } from '#lib/feedback/get-feedback.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { deprecateVersion, takeDownSkillSet, yankVersion } from '../../review/actions.ts'
import {
  changeVersion,
  installVersion,
  planStep,
  uninstallSkillSet,
} from '../../settings/installed/actions.ts'
import { rate, report, setStar, takeRatingBack } from './feedback-actions.ts'

type Props = {
  params: Promise<{ publisher: string; skillset: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

// Metadata and page ask for the same; it is fetched once.
const load = cache(async (publisher: string, skillset: string, version?: string) =>
  orNotFound(getSkillSetPage(await contextFromCookie(), { publisher, skillset, version })),
)

async function pageFor({ params, searchParams }: Props) {
  const { publisher, skillset } = await params
  return load(publisher, skillset, searchParamsOf(await searchParams).get('version') ?? undefined)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { skillSet } = await pageFor(props)
  return { title: skillSet.name, description: skillSet.tagline || skillSet.description }
}

export default async function SkillSetPage(props: Props) {
  const page = await pageFor(props)
  const { publisher, skillset } = await props.params
  const asked = searchParamsOf(await props.searchParams).has('version')
    ? `?version=${page.version.number}`
    : ''
  const ctx = await contextFromCookie()
  const isAdmin = ctx.viewer?.role === 'ADMIN'
  const place = { publisher, skillset }
  const feedback = await orNotFound(getFeedback(ctx, place))
  const actions = { planStep, installVersion, changeVersion, uninstallSkillSet }
  return (
    <Page className="grid grid-cols-1 gap-8">
      <SkillSetHeader page={page} />
      <VersionNotice version={page.version} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
        <div className="lg:col-start-2">
          <InstallBox page={page} actions={actions} />
        </div>
        <div className="grid grid-cols-1 content-start gap-10 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Section title="Skills">
            <SkillList
              skills={page.skills}
              hrefOf={(slug) => paths.skill(publisher, skillset, slug) + asked}
            />
          </Section>
          <Section title="About">
            {page.skillSet.tagline && <p className="text-pretty">{page.skillSet.description}</p>}
            {page.document.readme && <Markdown text={page.document.readme} />}
          </Section>
          {feedback.ratings.latest.length > 0 && (
            <Section title="Ratings">
              <RatingList ratings={feedback.ratings.latest} />
            </Section>
          )}
          <Section title="Versions">
            <VersionList
              versions={page.versions}
              shownId={page.version.id}
              installedId={page.installed?.versionId ?? null}
              hrefOf={(number) => `${paths.skillSet(publisher, skillset)}?version=${number}`}
            />
          </Section>
        </div>
        <aside aria-label="Facts" className="grid content-start gap-8 lg:col-start-2">
          <PermissionFact lines={page.permissionLines} />
          <EvidenceFact evidence={page.evidence} />
          <FeedbackBox
            name={page.skillSet.name}
            feedback={feedback}
            here={paths.skillSet(publisher, skillset)}
            actions={{
              setStar: setStar.bind(null, place),
              rate: rate.bind(null, place),
              takeRatingBack: takeRatingBack.bind(null, place),
              report: report.bind(null, place),
            }}
          />
          <ConfigFact page={page} />
          <LinksFact document={page.document} />
          <VersionCare
            skillSet={page.skillSet}
            version={page.version}
            isOwner={page.isOwner}
            isAdmin={isAdmin}
            actions={{ yankVersion, takeDownSkillSet, deprecateVersion }}
          />
        </aside>
      </div>
    </Page>
  )
}
