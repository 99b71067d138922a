import type { Metadata } from 'next'
import { SharedOutput } from '#components/output/shared-output.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Time } from '#components/ui/time.tsx'
import { orNotFound } from '#lib/http/responses/or-not-found.ts'
import { getSharedRun } from '#lib/runs/views/share-run.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { skillNamePath } from '#lib/site/paths.ts'

// Not indexed, and not leaked through the Referer header.
export const metadata: Metadata = { title: 'Shared run', robots: { index: false }, referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function SharedRunPage({ params }: Props) {
  const { token } = await params
  const { run, skill } = await orNotFound(getSharedRun(await contextFromCookie(), token))
  return (
    <PageContent className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow="Shared with you"
        title={skill?.title ?? run.skillName}
        description={
          <>
            <Link href={skillNamePath(run.skillName)} className="underline underline-offset-4">
              {run.skillName}
            </Link>{' '}
            {run.versionNumber} · <Time at={run.createdAtMs} />
          </>
        }
        actions={
          skill &&
          run.mode === 'production' && (
            <Button asChild variant="outline">
              <Link href={skillNamePath(run.skillName)}>Try it yourself</Link>
            </Button>
          )
        }
      />
      <SharedOutput run={run} token={token} response={skill?.response} />
    </PageContent>
  )
}
