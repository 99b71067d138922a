import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { RunPicks } from '#components/plan/run-picks.tsx'
import { RunFilters } from '#components/run/run-filters.tsx'
import { RunTable } from '#components/run/run-table.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { listRunSkills, listRuns, parseRunQuery } from '#lib/execution/list-runs.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf, withParam } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { planFromRuns } from '../plans/actions.ts'

export const metadata: Metadata = { title: 'Runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RunsPage({ searchParams }: Props) {
  const params = searchParamsOf(await searchParams)
  const query = parseRunQuery(Object.fromEntries(params))
  const ctx = await contextFromCookie()
  const { runs, nextCursor } = await orNotFound(listRuns(ctx, query))
  const skills = await orNotFound(listRunSkills(ctx))
  const isFiltered = Boolean(query.skill || query.state || query.from || query.to || query.mine)

  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Runs"
        description={`Everything ${ctx.viewer?.organisationName ?? 'your organisation'} has run, newest first.`}
      />
      <RunFilters query={query} skills={skills} isFiltered={isFiltered} />
      {runs.length > 0 ? (
        <RunPicks make={planFromRuns}>
          <RunTable runs={runs} />
        </RunPicks>
      ) : (
        <Empty isFiltered={isFiltered} />
      )}
      {nextCursor && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.runs}?${withParam(params, 'cursor', nextCursor)}`}>Older runs</Link>
        </Button>
      )}
    </Page>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={History}
      title="No runs match"
      action={
        <Button asChild variant="outline">
          <Link href={paths.runs}>Show all runs</Link>
        </Button>
      }
    >
      Remove a filter, or choose another period.
    </EmptyState>
  ) : (
    <EmptyState
      icon={History}
      title="No runs yet"
      action={
        <Button asChild>
          <Link href={paths.home}>Find a skill</Link>
        </Button>
      }
    >
      Every run is kept here with its input, output and logs, so that you can repeat it or compare results.
    </EmptyState>
  )
}
