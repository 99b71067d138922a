import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ComparisonChoices, RunComparisonView } from '#components/runs/run-comparison.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { compareRuns } from '#lib/runs/views/compare-runs.ts'

export const metadata: Metadata = { title: 'Compare runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CompareRunsPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const ids = { before: params.get('before'), after: params.get('after') ?? undefined }
  if (ids.before === null) notFound()
  const { before, after, others } = await orNotFound(compareRuns(await contextFromCookie(), ids))
  return (
    <Page
      eyebrow={<BackLink href={paths.runs}>Runs</BackLink>}
      title="Compare runs"
      description={
        after
          ? 'What changed between two runs. List items are matched by their key, so an added or moved item does not mark the others as changed.'
          : `Choose a run to compare with “${before.title ?? before.skillName}”.`
      }
    >
      {after ? (
        <RunComparisonView before={before} after={after} />
      ) : (
        <ComparisonChoices before={before} others={others} />
      )}
    </Page>
  )
}
