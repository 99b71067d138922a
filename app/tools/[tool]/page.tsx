import type { Metadata } from 'next'
import { cache } from 'react'
import { getToolPage } from '#lib/catalog/get-skill-page.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { SkillPageContent } from '../../[publisher]/[skillset]/[skill]/skill-page-content.tsx'

type Props = {
  params: Promise<{ tool: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const load = cache(async (tool: string) => orNotFound(getToolPage(await contextFromCookie(), tool)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { skill, skillSet } = await load((await params).tool)
  return { title: `${skill.name} · ${skillSet.name}`, description: skill.description }
}

export default async function ToolPage({ params, searchParams }: Props) {
  const page = await load((await params).tool)
  return (
    <SkillPageContent page={page} here={paths.tool(page.name)} query={toSearchParams(await searchParams)} />
  )
}
