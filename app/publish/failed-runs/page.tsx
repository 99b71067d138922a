import { CircleCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { FailureGroupTable } from '#components/publishing/publish/failure-groups.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { CardList, MoreLink } from '#components/ui/link-rows.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { issueText } from '#lib/kernel/errors.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { toSearchParams, withParam } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { type FailedRun, type FailureCause, listFailedRuns } from '#lib/publishing/drafts/failed-runs.ts'
import { RunStateBadge } from '../../../components/output/run-head.tsx'
import { Time } from '../../../components/ui/time.tsx'

export const metadata: Metadata = { title: 'Failed runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function FailedRunsPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const after = params.get('after') ?? undefined
  const skill = params.get('skill') ?? undefined
  const isOwn = params.has('own')
  const { runs, groups, causes, nextCursor } = await orNotFound(
    listFailedRuns(await contextFromCookie('studio'), { after, skill, by: isOwn ? 'publisher' : 'others' }),
  )
  return (
    <Page
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title="Failed runs"
      description="Failed runs of your published skills. Users’ identities and inputs stay private. Messages and line numbers appear when several organisations are affected or when a customer shares the details."
    >
      <TabLinks
        label="Whose runs"
        tabs={[
          { label: 'Customers', href: paths.publishFailedRuns, isHere: !isOwn },
          { label: 'Your organisation', href: paths.ownFailedRuns, isHere: isOwn },
        ]}
      />
      <FailureGroupTable groups={groups} here={isOwn ? paths.ownFailedRuns : paths.publishFailedRuns} />
      {causes.length > 0 && <FailureCauses causes={causes} />}
      {runs.length > 0 && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="latest" className="font-semibold text-base">
            {skill ? `Failed runs of ${skill}` : 'Latest failed runs'}
          </h2>
          {skill && (
            <TextLink href={isOwn ? paths.ownFailedRuns : paths.publishFailedRuns} className="text-sm">
              Show all skills
            </TextLink>
          )}
        </div>
      )}
      {runs.length > 0 ? (
        <FailedRunList runs={runs} isOwn={isOwn} />
      ) : (
        <EmptyState icon={CircleCheck} title={after ? 'No older failed runs' : 'No failed runs'}>
          {isOwn
            ? 'Runs of your published skills by your own organisation that end with an error appear here.'
            : 'Runs of your published skills by customers that end with an error or violate the contract appear here.'}
        </EmptyState>
      )}
      {nextCursor && (
        <MoreLink href={`${paths.publishFailedRuns}?${withParam(params, 'after', nextCursor)}`}>
          Older failed runs
        </MoreLink>
      )}
    </Page>
  )
}

/** Shows details only of runs that the customer shares. */
function FailedRunList({ runs, isOwn }: { runs: FailedRun[]; isOwn: boolean }) {
  return (
    <CardList>
      {runs.map((run) => (
        <li key={run.key} className="grid gap-1.5 px-4 py-3 text-sm">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={skillNamePath(run.skillName)}
              className="min-w-0 font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {run.skillName}
            </Link>
            <span className="text-muted-foreground text-xs">{run.versionNumber}</span>
            <span className="ml-auto flex items-center gap-3">
              <span className="text-muted-foreground text-xs">
                <Time at={run.atMs} />
              </span>
              <RunStateBadge state={run.state} />
            </span>
          </div>
          <p className="text-pretty">
            {run.type && <code className="mr-1.5 text-xs">{run.type}</code>}
            {run.message}
            {run.line !== undefined && ` Thrown on line ${run.line} of the code.`}
            {run.isDetailed && !isOwn && <span className="text-muted-foreground"> Details shared.</span>}
          </p>
          {run.issues.length > 0 && <BrokenPromises issues={run.issues} />}
          <code className="text-muted-foreground text-xs">{run.code}</code>
        </li>
      ))}
    </CardList>
  )
}

function BrokenPromises({ issues }: Pick<FailedRun, 'issues'>) {
  return (
    <ul className="list-disc pl-5 text-destructive">
      {issues.map((issue) => (
        <li key={issueText(issue)} className="[overflow-wrap:anywhere]">
          {issueText(issue)}
        </li>
      ))}
    </ul>
  )
}

function FailureCauses({ causes }: { causes: FailureCause[] }) {
  return (
    <section aria-labelledby="causes" className="grid gap-3">
      <div>
        <h2 id="causes" className="font-semibold text-base">
          Common causes
        </h2>
        <p className="text-muted-foreground text-sm">
          From the last 30 days. Each affected at least three organisations.
        </p>
      </div>
      <CardList>
        {causes.map((cause) => (
          <li key={keyOf(cause)} className="grid gap-1 px-4 py-3 text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={skillNamePath(cause.skillName)}
                className="min-w-0 font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline"
              >
                {cause.skillName}
              </Link>
              <span className="text-muted-foreground text-xs">{cause.versionNumber}</span>
              <span className="ml-auto text-muted-foreground text-xs">
                {cause.organisations} or more organisations
              </span>
            </div>
            <p className="text-pretty [overflow-wrap:anywhere]">
              {cause.type && <code className="mr-1.5 text-xs">{cause.type}</code>}
              {cause.issue ? issueText(cause.issue) : cause.message}
              {cause.line !== undefined && ` Thrown on line ${cause.line} of the code.`}
            </p>
            <code className="text-muted-foreground text-xs">{cause.code}</code>
          </li>
        ))}
      </CardList>
    </section>
  )
}

function keyOf({ skillName, versionNumber, code, message, issue, line, type }: FailureCause): string {
  return JSON.stringify([skillName, versionNumber, code, message, issue, line, type])
}
