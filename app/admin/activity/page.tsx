import { Activity } from 'lucide-react'
import type { Metadata } from 'next'
import { ActivityFilters } from '#components/activity/activity-filters.tsx'
import { ActivityList } from '#components/activity/activity-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listActivity } from '#lib/audit/list-activity.ts'
import { activitySearch, parseActivityQuery } from '#lib/contract/market/activity-query.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { TOOL_SKILLS } from '#lib/tools/tool-skill.ts'

export const metadata: Metadata = { title: 'Activity' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const TOOLS = TOOL_SKILLS.map(({ name }) => name)

export default async function ActivityPage({ searchParams }: Props) {
  const params = searchParamsOf(await searchParams)
  const query = parseActivityQuery(params)
  const asked = { after: params.get('after') ?? undefined, tools: TOOLS }
  const { lines, nextCursor } = await orNotFound(
    listActivity(await contextFromCookie('review'), query, asked),
  )

  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Activity"
        description="What built-in tools, plans and vaults did, newest first: for whom, through which interface, and how it ended. Inputs, outputs and file contents stay private to the organisation."
      />
      {/* A new address is a new form: the fields show what is asked for. */}
      <ActivityFilters key={activitySearch(query)} query={query} tools={TOOLS} />
      {lines.length > 0 ? (
        <ActivityList kind={query.kind} lines={lines} />
      ) : (
        <EmptyState icon={Activity} title="No activity matches">
          Try part of a name, or a longer period.
        </EmptyState>
      )}
      {nextCursor && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.activity}${activitySearch(query, nextCursor)}`}>Older</Link>
        </Button>
      )}
    </Page>
  )
}
