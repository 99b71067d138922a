import type { Metadata } from 'next'
import { OutputPanel } from '#components/output/output-panel.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Time } from '#components/ui/time.tsx'
import { skillNamePath } from '#lib/contract/market/paths.ts'
import { getSharedRun } from '#lib/execution/shares.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

// The address is the secret: no search engine is to keep it, no other site to be told it.
export const metadata: Metadata = { title: 'Shared run', robots: { index: false }, referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function SharedRunPage({ params }: Props) {
  const { token } = await params
  const { run, skill } = await orNotFound(getSharedRun(await contextFromCookie(), token))
  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow="A run that somebody shared with you"
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
      <OutputPanel run={run} response={skill?.response} />
    </Page>
  )
}
