'use client'

import { GitBranch } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { DraftPage } from '#lib/studio/get-draft.ts'
import { Page } from '../shell/page.tsx'
import { Alert } from '../ui/alert.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { PageHeader } from '../ui/page-header.tsx'

type NoDraftProps = { page: DraftPage; startVersion: () => Promise<ActionResult<void>> }

/** A SkillSet whose draft was thrown away: what is published stands, and the next version begins from it. */
export function NoDraft({ page, startVersion }: NoDraftProps) {
  const { publisher, slug, name, latest } = page
  const router = useRouter()
  const [failure, setFailure] = useState<string>()
  const [isPending, start] = useTransition()

  function begin() {
    start(async () => {
      const answer = await startVersion()
      if (answer.ok) router.refresh()
      else setFailure(answer.error.message)
    })
  }

  return (
    <Page className="grid gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
        title={name}
        description={<code>{`${publisher.handle}.${slug}`}</code>}
        actions={
          <Button asChild variant="outline">
            <Link href={paths.skillSet(publisher.handle, slug)}>Its page</Link>
          </Button>
        }
      />
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
          ? `Version ${latest} is out. A new version begins as a copy of it, with the next number.`
          : 'Every version of it was taken down. Upload a SkillSet under another slug to go on.'}
      </EmptyState>
    </Page>
  )
}
