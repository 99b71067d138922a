import type { Metadata } from 'next'
import { cache } from 'react'
import { getToolPage } from '#lib/catalog/get-tool-page.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { SkillDesk } from '../../[publisher]/[skillset]/[skill]/skill-desk.tsx'

type Props = {
  params: Promise<{ tool: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

// Metadata and page ask for the same; it is fetched once.
const load = cache(async (tool: string) => orNotFound(getToolPage(await contextFromCookie(), tool)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { skill, skillSet } = await load((await params).tool)
  return { title: `${skill.name} · ${skillSet.name}`, description: skill.description }
}

/** A built-in tool, run as any skill is. */
export default async function ToolPage({ params, searchParams }: Props) {
  const page = await load((await params).tool)
  return <SkillDesk page={page} here={paths.tool(page.name)} query={searchParamsOf(await searchParams)} />
}
