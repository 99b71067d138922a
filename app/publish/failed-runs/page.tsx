import { CircleCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { FailedRuns } from '#components/publish/failed-runs.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { listFailedRuns } from '#lib/studio/list-failed-runs.ts'

export const metadata: Metadata = { title: 'Failed runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function FailedRunsPage({ searchParams }: Props) {
  const after = searchParamsOf(await searchParams).get('after') ?? undefined
  const { runs, nextCursor } = await orNotFound(listFailedRuns(await contextFromCookie('studio'), after))
  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
        title="Failed runs"
        description="Where your published skills failed for the people who use them. Who they are, what they sent and what the skill said to them stays with them."
      />
      {runs.length > 0 ? (
        <FailedRuns runs={runs} />
      ) : (
        <EmptyState icon={CircleCheck} title={after ? 'No older failed runs' : 'No failed runs'}>
          When a run of a published skill ends with an error, or its result breaks the contract, it is listed
          here.
        </EmptyState>
      )}
      {nextCursor && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.publishFailedRuns}?after=${nextCursor}`}>Older failed runs</Link>
        </Button>
      )}
    </Page>
  )
}
