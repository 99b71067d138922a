import type { ReactNode } from 'react'
import { type SectionGroup, SectionMenu, SectionNav } from './section-nav.tsx'

type SectionAreaProps = {
  /** Names the area, for example "Admin". */
  label: string
  groups: SectionGroup[]
  /** Shows the navigation as a menu on wide screens too, for pages that need the width. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of an area's pages: navigation beside the page, or in a menu above it where there is no room. */
export function SectionArea({ label, groups, isWide = false, children }: SectionAreaProps) {
  if (isWide)
    return (
      <>
        <SectionMenu label={label} groups={groups} />
        {children}
      </>
    )
  return (
    <div className="mx-auto w-full max-w-(--site-width) lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <SectionMenu label={label} groups={groups} className="lg:hidden" />
      <SectionNav label={label} groups={groups} />
      {/* Pages centre themselves; beside the navigation they begin at the left. */}
      <div className="min-w-0 lg:[&>*]:mx-0">{children}</div>
    </div>
  )
}
