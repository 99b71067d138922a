import type { Metadata } from 'next'
import { SharedOutput } from '#components/output/shared-output.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { withInputFragment, withSharedFragment } from '#lib/kernel/site/input-fragment.ts'
import { skillNamePath } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import type { SharedRun } from '#lib/runs/views/run-view.ts'
import { getSharedRun } from '#lib/runs/views/share-run.ts'

// The page must not be indexed, nor its URL leak through the Referer header.
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
            <TextLink href={skillNamePath(run.skillName)}>{run.skillName}</TextLink> {run.versionNumber} ·{' '}
            <Time at={run.createdAtMs} />
          </>
        }
        actions={
          skill &&
          run.mode === 'production' && (
            <LinkButton href={toTrial(run, token)} variant="outline">
              Try it yourself
            </LinkButton>
          )
        }
      />
      <SharedOutput run={run} token={token} response={skill?.response} buttons={skill?.buttons} />
    </PageContent>
  )
}

/** The skill's page with the shared input, or with the link from which the page loads a large one. */
function toTrial({ skillName, input, isPartial }: SharedRun['run'], token: string): string {
  const path = skillNamePath(skillName)
  const withInput = isPartial ? path : withInputFragment(path, input)
  return withInput === path ? withSharedFragment(path, token) : withInput
}
