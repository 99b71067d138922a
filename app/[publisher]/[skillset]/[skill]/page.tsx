import type { Metadata } from 'next'
import { cache } from 'react'
import { getSkillPage } from '#lib/catalog/get-skill-page.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { SkillDesk } from './skill-desk.tsx'

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
  const { skill, skillSet } = page
  const here = paths.skill(skillSet.publisher.handle, skillSet.slug, skill.slug)
  return <SkillDesk page={page} here={here} query={searchParamsOf(await props.searchParams)} />
}
