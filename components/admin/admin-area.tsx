import type { ReactNode } from 'react'
import type { WaitingCounts } from '#lib/admin/count-waiting.ts'
import { ADMIN_PAGES } from '#lib/site/destinations.ts'
import { AdminMenu, AdminNav } from './admin-nav.tsx'

type AdminAreaProps = {
  waiting: WaitingCounts
  /** For pages that need the width. */
  isWide?: boolean
  children: ReactNode
}

/** Navigation beside the page, or in a menu above it. */
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
      <div className="min-w-0 lg:[&>*]:mx-0">{children}</div>
    </div>
  )
}
