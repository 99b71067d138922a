import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageContent } from './page.tsx'

type DeadEndProps = {
  heading: string
  icon: LucideIcon
  title: string
  action: ReactNode
  children: ReactNode
}

export function DeadEnd({ heading, icon, title, action, children }: DeadEndProps) {
  return (
    <PageContent width="reading">
      <h1 className="sr-only">{heading}</h1>
      <EmptyState icon={icon} title={title} action={action}>
        {children}
      </EmptyState>
    </PageContent>
  )
}
