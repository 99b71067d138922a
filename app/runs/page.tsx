import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { RunSelection } from '#components/plans/run-selection.tsx'
import { RunFilters } from '#components/run/run-filters.tsx'
import { RunTable } from '#components/run/run-table.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { searchParamsOf, withParam } from '#lib/http/requests/request-fields.ts'
import { orNotFound } from '#lib/http/responses/or-not-found.ts'
import { listRunSkills, listRuns, parseRunQuery } from '#lib/runs/views/list-runs.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { paths } from '#lib/site/paths.ts'
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
    <PageContent className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Runs"
        description={`All runs of ${ctx.viewer?.organisationName ?? 'your organisation'}, newest first.`}
      />
      <RunFilters query={query} skills={skills} isFiltered={isFiltered} />
      {runs.length > 0 ? (
        <RunSelection make={planFromRuns}>
          <RunTable runs={runs} />
        </RunSelection>
      ) : (
        <Empty isFiltered={isFiltered} />
      )}
      {nextCursor && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.runs}?${withParam(params, 'cursor', nextCursor)}`}>Older runs</Link>
        </Button>
      )}
    </PageContent>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={History}
      title="No matching runs"
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
      Each run appears here with its input, output and logs, so that you can repeat it or compare results.
    </EmptyState>
  )
}
