import type { LucideIcon } from 'lucide-react'
import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { LinkButton } from '../ui/button.tsx'
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

type Props = { heading: string; title: string; href?: string; label?: string; children: ReactNode }

export function LinkGone({ href = paths.home, label = 'See the catalogue', children, ...rest }: Props) {
  const action = (
    <LinkButton href={href} variant={href === paths.home ? 'outline' : 'primary'}>
      {label}
    </LinkButton>
  )
  return (
    <DeadEnd icon={Link2Off} action={action} {...rest}>
      {children}
    </DeadEnd>
  )
}
