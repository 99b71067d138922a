import { EyeOff } from 'lucide-react'
import type { Metadata } from 'next'
import { RestrictionList } from '#components/admin/restriction-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listRestrictions } from '#lib/publishing/review/decide/restrict.ts'
import { liftRestriction } from './actions.ts'

export const metadata: Metadata = { title: 'Restrictions' }

type Props = { searchParams: Promise<{ tab?: string | string[] }> }

export default async function RestrictionsPage({ searchParams }: Props) {
  const isActive = (await searchParams).tab !== 'lifted'
  const restrictions = await orNotFound(listRestrictions(await contextFromCookie('review'), { isActive }))
  return (
    <Page
      title="Restrictions"
      description="What is hidden or suspended while an admin looks into it. Hide a SkillSet or suspend a publisher on its page, and a person under People. A takedown of a version is listed on its page, where it can be undone for 72 hours."
    >
      <TabLinks
        label="Restrictions"
        tabs={[
          { label: 'Active', href: paths.restrictions, isHere: isActive },
          { label: 'Lifted', href: `${paths.restrictions}?tab=lifted`, isHere: !isActive },
        ]}
      />
      {restrictions.length > 0 ? (
        <RestrictionList restrictions={restrictions} lift={liftRestriction} />
      ) : (
        <EmptyState
          icon={EyeOff}
          title={isActive ? 'Nothing is hidden or suspended' : 'Nothing was lifted yet'}
        >
          {isActive
            ? 'What you hide or suspend appears here until you lift it.'
            : 'Lifted restrictions appear here.'}
        </EmptyState>
      )}
    </Page>
  )
}
