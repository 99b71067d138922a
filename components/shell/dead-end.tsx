import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from './page.tsx'

type DeadEndProps = {
  /** For those who hear the page: what kind of end it is. */
  heading: string
  icon: LucideIcon
  title: string
  /** The way on. */
  action: ReactNode
  children: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
}

/** A page that has nothing to show but why, and where to go from here. */
export function DeadEnd({ heading, icon, title, action, children, headingRef }: DeadEndProps) {
  return (
    <Page width="reading">
      <h1 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="sr-only">
        {heading}
      </h1>
      <EmptyState icon={icon} title={title} action={action}>
        {children}
      </EmptyState>
    </Page>
  )
}
