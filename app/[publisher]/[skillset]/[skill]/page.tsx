import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { countPageView } from '#lib/catalog/count-page-views.ts'
import { getSkillPage } from '#lib/catalog/get-skill-page.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound, redirectFormerName } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { SkillPageContent } from './skill-page-content.tsx'

type Props = {
  params: Promise<{ publisher: string; skillset: string; skill: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const load = cache(async (publisher: string, skillset: string, skill: string, version?: string) => {
  const ref = { publisher, skillset, skill, version }
  const page = await orNotFound(getSkillPage(await contextFromCookie(), ref))
  const { slug, publisher: owner } = page.skillSet
  await redirectFormerName(
    paths.skill(publisher, skillset, skill),
    paths.skill(owner.handle, slug, page.skill.slug),
  )
  return page
})

async function pageFor({ params, searchParams }: Props) {
  const { publisher, skillset, skill } = await params
  return load(publisher, skillset, skill, toSearchParams(await searchParams).get('version') ?? undefined)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { skill, skillSet } = await pageFor(props)
  return { title: `${skill.name} · ${skillSet.name}`, description: skill.description }
}

export default async function SkillPage(props: Props) {
  const page = await pageFor(props)
  const { skill, skillSet } = page
  if (!page.isOwner) countPageView({ skillSetId: skillSet.id, skillSlug: skill.slug }, await headers())
  const here = paths.skill(skillSet.publisher.handle, skillSet.slug, skill.slug)
  return <SkillPageContent page={page} here={here} query={toSearchParams(await props.searchParams)} />
}
