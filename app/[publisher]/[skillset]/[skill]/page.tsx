import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { CurrentInput } from '#components/quick-execute/current-input.tsx'
import { InstructionView } from '#components/quick-execute/instruction-view.tsx'
import { PreviousRuns } from '#components/quick-execute/previous-runs.tsx'
import { QuickExecute } from '#components/quick-execute/quick-execute.tsx'
import { SkillHeader } from '#components/quick-execute/skill-header.tsx'
import { SkillNotices } from '#components/quick-execute/skill-notices.tsx'
import { SkillTabs } from '#components/quick-execute/skill-tabs.tsx'
import { Page } from '#components/shell/page.tsx'
import { getSkillPage } from '#lib/catalog/get-skill-page.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { getQuickExecute } from '#lib/execution/get-quick-execute.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'
import { beginRun, endShare, forgetPreset, keepPreset, makeShare } from '../../../runs/actions.ts'
import { aboutTabs } from './about-tabs.tsx'

type Props = {
  params: Promise<{ publisher: string; skillset: string; skill: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

// Metadata and page ask for the same; it is fetched once.
const load = cache(async (publisher: string, skillset: string, skill: string, version?: string) =>
  orNotFound(getSkillPage(await contextFromCookie(), { publisher, skillset, skill, version })),
)

async function pageFor({ params, searchParams }: Props) {
  const { publisher, skillset, skill } = await params
  return load(publisher, skillset, skill, searchParamsOf(await searchParams).get('version') ?? undefined)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { skill, skillSet } = await pageFor(props)
  return { title: `${skill.name} · ${skillSet.name}`, description: skill.description }
}

export default async function SkillPage(props: Props) {
  const page = await pageFor(props)
  const query = searchParamsOf(await props.searchParams)
  const ctx = await contextFromCookie()
  const { name, skill, skillSet, version } = page
  const desk = await getQuickExecute(ctx, page, { from: query.get('from') })
  const here = paths.skill(skillSet.publisher.handle, skillSet.slug, skill.slug)

  return (
    <Page className="grid grid-cols-1 gap-8">
      <SkillHeader page={page} />
      <SkillNotices page={page} lack={desk.lack} />
      <CurrentInput>
        {skill.kind === 'instruction' ? (
          <InstructionView body={skill.body ?? ''} />
        ) : (
          <QuickExecute
            key={version.id}
            skill={{
              name,
              version: version.number,
              parameters: skill.parameters ?? {},
              response: skill.response,
              examples: skill.examples ?? [],
              buttons: skill.buttons ?? [],
            }}
            quote={desk.quote}
            presets={desk.presets}
            start={desk.start}
            personId={ctx.viewer?.userId ?? null}
            blocked={desk.lack !== undefined || version.state === 'YANKED'}
            here={query.size > 0 ? `${here}?${query}` : here}
            actions={{ beginRun, keepPreset, forgetPreset, makeShare, endShare }}
          />
        )}
        <SkillTabs
          tabs={[
            // Instructions are read, not run.
            ...(skill.kind === 'instruction'
              ? []
              : [
                  {
                    id: 'runs',
                    label: 'Your runs',
                    content: (
                      <PreviousRuns runs={desk.runs} skillName={name} isSignedIn={ctx.viewer !== null} />
                    ),
                  },
                ]),
            ...aboutTabs(page, publicOrigin(await headers())),
          ]}
        />
      </CurrentInput>
    </Page>
  )
}
