'use client'

import { GitBranch } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { DraftPage } from '#lib/publishing/drafts/get-draft.ts'
import { Page } from '../../shell/page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackLink } from '../../ui/page-header.tsx'
import { useAction } from '../../ui/use-action.ts'

type NoDraftProps = { page: DraftPage; startVersion: () => Promise<ActionResult<void>> }

export function NoDraftPage({ page, startVersion }: NoDraftProps) {
  const { skillSetId, publisher, slug, name, latest } = page
  const router = useRouter()
  const [failure, setFailure] = useState<string>()
  const [isPending, start] = useAction(({ message }) => setFailure(message))
  const begin = () => start(startVersion, () => router.refresh())

  return (
    <Page
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title={name}
      description={<code>{`${publisher.handle}.${slug}`}</code>}
      actions={
        <>
          <LinkButton href={paths.skillSetSettings(skillSetId)} variant="outline">
            Settings
          </LinkButton>
          <LinkButton href={paths.skillSet(publisher.handle, slug)} variant="outline">
            View page
          </LinkButton>
        </>
      }
    >
      {failure && <Alert variant="destructive">{failure}</Alert>}
      <EmptyState
        icon={GitBranch}
        title="No draft"
        action={
          latest && (
            <Button pending={isPending} onClick={begin}>
              Start a new version from {latest}
            </Button>
          )
        }
      >
        {latest
          ? `Version ${latest} is published. A new version starts as a copy of it with the next version number.`
          : 'All versions were taken down. To continue, upload a SkillSet with a different slug.'}
      </EmptyState>
    </Page>
  )
}
