import { Download, History } from 'lucide-react'
import type { Metadata } from 'next'
import { RunFilters } from '#components/runs/run-filters.tsx'
import { RunHistory } from '#components/runs/run-history.tsx'
import { RunKinds } from '#components/runs/run-kinds.tsx'
import { RunSelection } from '#components/runs/run-selection.tsx'
import { RunUsageSummary } from '#components/runs/run-usage.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { MoreLink } from '#components/ui/link-rows.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams, withParam } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listHistory } from '#lib/runs/batches/list-history.ts'
import { getRunUsage, listRunSkills, parseRunQuery } from '#lib/runs/views/list-runs.ts'
import { createPlanFromRuns } from '../plans/actions.ts'
import { deleteRunContents, quoteRepeat, repeatRuns } from './actions.ts'

export const metadata: Metadata = { title: 'Runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RunsPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const query = parseRunQuery(Object.fromEntries(params))
  const ctx = await contextFromCookie()
  const { entries, nextCursor } = await orNotFound(listHistory(ctx, query))
  const [skills, usage] = await orNotFound(Promise.all([listRunSkills(ctx), getRunUsage(ctx, query)]))
  const { skill, state, channel, q, from, to, mine, tests } = query
  const isFiltered = Boolean(skill || state || channel || q || from || to || mine)
  const name = ctx.viewer?.organisationName ?? 'your organisation'

  return (
    <Page
      title="Runs"
      description={
        tests
          ? `Test runs of drafts by ${name}, newest first.`
          : `All runs of ${name}, newest first. A batch is one line. Test runs of drafts are listed separately.`
      }
      actions={<ExportMenu filters={params} />}
    >
      <RunKinds current={tests ? 'tests' : 'runs'} />
      <RunFilters query={query} skills={skills} isFiltered={isFiltered} />
      {(usage.total.runs > 0 || isFiltered) && (
        <RunUsageSummary usage={usage} period={from || to ? 'Chosen period' : 'Last 30 days'} />
      )}
      {entries.length > 0 ? (
        <RunSelection
          createPlan={createPlanFromRuns}
          repeat={{ quoteRepeat, repeatRuns }}
          deleteContents={deleteRunContents}
        >
          <RunHistory entries={entries} />
        </RunSelection>
      ) : (
        <Empty isFiltered={isFiltered} isTests={tests === true} isCut={nextCursor !== null} />
      )}
      {nextCursor && (
        <MoreLink href={`${paths.runs}?${withParam(params, 'cursor', nextCursor)}`}>
          {q || channel ? 'Search older runs' : 'Older runs'}
        </MoreLink>
      )}
    </Page>
  )
}

function ExportMenu({ filters }: { filters: URLSearchParams }) {
  const selected = new URLSearchParams([...filters].filter(([name]) => name !== 'cursor'))
  return (
    <span className="flex gap-2">
      {(['csv', 'json'] as const).map((format) => (
        <Button key={format} asChild variant="outline" size="sm">
          {/* A plain link, because the router would prefetch the file and fail to open it as a page. */}
          <a href={paths.runsExport(format, selected.toString())} download>
            <Download aria-hidden /> Export {format.toUpperCase()}
          </a>
        </Button>
      ))}
    </span>
  )
}

type EmptyProps = { isFiltered: boolean; isTests: boolean; isCut: boolean }

function Empty({ isFiltered, isTests, isCut }: EmptyProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={History}
        title={isCut ? 'No matches among the newer runs' : 'No matching runs'}
        action={
          <LinkButton href={isTests ? paths.testRuns : paths.runs} variant="outline">
            Show all runs
          </LinkButton>
        }
      >
        {isCut ? 'Search the older ones, or remove a filter.' : 'Remove a filter, or choose another period.'}
      </EmptyState>
    )
  if (isTests)
    return (
      <EmptyState icon={History} title="No test runs yet">
        Runs of a draft in the studio, and of its examples at submission, appear here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={History}
      title="No runs yet"
      action={<LinkButton href={paths.home}>Find a skill</LinkButton>}
    >
      Each run appears here with its input, output and logs, so that you can repeat it or compare results.
    </EmptyState>
  )
}
