import type { Metadata } from 'next'
import { FindForm } from '#components/plans/find-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { createPlan } from '../plans/actions.ts'
import { findSkillsByTypes } from './actions.ts'

export const metadata: Metadata = { title: 'Find by what you have and need' }

export default async function FindPage() {
  const { viewer } = await contextFromCookie()
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.home}>Skills</BackLink>}
      title="Find by what you have and need"
      description="Skills whose contract takes the one and returns the other, compared by type. What you paste is compared and not stored."
    >
      <FindForm
        searcher={viewer ? `${viewer.userId}:${viewer.organisationId}` : 'visitor'}
        find={findSkillsByTypes}
        createPlan={viewer ? createPlan : undefined}
      />
    </Page>
  )
}
