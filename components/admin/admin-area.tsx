import type { ReactNode } from 'react'
import type { WaitingCounts } from '#lib/admin/count-waiting.ts'
import { ADMIN_PAGES } from '#lib/site/destinations.ts'
import { AdminMenu, AdminNav } from './admin-nav.tsx'

type AdminAreaProps = {
  waiting: WaitingCounts
  /** Shows the navigation as a menu on wide screens too, for pages that need the width. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of every admin page: navigation beside the page, or in a menu above it where there is no room. */
export function AdminArea({ waiting, isWide = false, children }: AdminAreaProps) {
  const pages = ADMIN_PAGES.map(({ label, href, waiting: kind }) => ({
    ...{ label, href },
    count: kind ? waiting[kind] : 0,
  }))
  if (isWide)
    return (
      <>
        <AdminMenu pages={pages} />
        {children}
      </>
    )
  return (
    <div className="mx-auto w-full max-w-[84rem] lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <AdminMenu pages={pages} className="lg:hidden" />
      <AdminNav pages={pages} />
      {/* Pages centre themselves; beside the navigation they begin at the left. */}
      <div className="min-w-0 lg:[&>*]:mx-0">{children}</div>
    </div>
  )
}
