import { PackagePlus, Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { ClaimHandle } from '#components/publish/claim-handle.tsx'
import { DeskList } from '#components/publish/desk-list.tsx'
import { ImportFolder } from '#components/publish/import-folder.tsx'
import { UploadSkillSet } from '#components/publish/upload-skill-set.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { listMySkillSets } from '#lib/studio/list-my-skill-sets.ts'
import { checkHandle, claim, createFromText } from './actions.ts'

export const metadata: Metadata = { title: 'Publish' }

/** The publisher's desk. A handle comes first. */
export default async function PublishPage() {
  const desk = await orNotFound(listMySkillSets(await contextFromCookie('studio')))
  if (desk.publishers.length === 0) return <ClaimHandle desk={desk} actions={{ check: checkHandle, claim }} />
  const handles = desk.publishers.map(({ handle }) => handle)

  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Publish"
        description={`The SkillSets of ${desk.organisationName}: published, in review and in progress.`}
        actions={
          <>
            <Button asChild variant="outline">
              <Link href={paths.publishFailedRuns}>Failed runs</Link>
            </Button>
            <Button asChild variant="outline">
              <Link href={paths.earnings}>Earnings</Link>
            </Button>
            <Button asChild>
              <Link href={paths.publishNew}>
                <Plus aria-hidden /> New SkillSet
              </Link>
            </Button>
          </>
        }
      />
      {desk.skillSets.length > 0 ? <DeskList lines={desk.skillSets} /> : <Empty />}
      <section aria-label="Bring what you have" className="grid gap-6 lg:grid-cols-2">
        <UploadSkillSet handles={handles} upload={createFromText} />
        <ImportFolder handles={handles} skillSets={desk.skillSets.map(({ fullName }) => fullName)} />
      </section>
    </Page>
  )
}

function Empty() {
  return (
    <EmptyState
      icon={PackagePlus}
      title="Nothing here yet"
      action={
        <Button asChild>
          <Link href={paths.publishNew}>Create a SkillSet</Link>
        </Button>
      }
    >
      A SkillSet is a small collection of related skills. Start with one skill, or upload what you have.
    </EmptyState>
  )
}
