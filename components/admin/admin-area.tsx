import type { ReactNode } from 'react'
import type { WaitingCounts } from '#lib/admin/count-waiting.ts'
import { ADMIN_PAGES } from '#lib/kernel/site/destinations.ts'
import { SectionArea } from '../shell/section-area.tsx'

type AdminAreaProps = { waiting: WaitingCounts; isWide?: boolean; children: ReactNode }

/** The frame of every admin page, with the number of what waits for an admin. */
export function AdminArea({ waiting, isWide, children }: AdminAreaProps) {
  const pages = ADMIN_PAGES.map(({ waiting: kind, ...page }) => ({
    ...page,
    count: kind ? waiting[kind] : 0,
  }))
  return (
    <SectionArea label="Admin" groups={[{ pages }]} isWide={isWide}>
      {children}
    </SectionArea>
  )
}
