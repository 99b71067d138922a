import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Link } from './link.tsx'

export type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  eyebrow?: ReactNode
  actions?: ReactNode
  className?: string
}

export function PageHeader({ title, description, eyebrow, actions, className }: PageHeaderProps) {
  return (
    <header
      className={cn('flex flex-wrap items-start justify-between gap-x-6 gap-y-4 md:flex-nowrap', className)}
    >
      <div className="grid min-w-0 gap-1">
        {eyebrow && <div className="text-muted-foreground text-sm">{eyebrow}</div>}
        <h1 className="w-fit text-balance font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
          {title}
        </h1>
        {description && <div className="max-w-2xl text-pretty text-muted-foreground">{description}</div>}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 md:shrink-0 md:flex-nowrap">{actions}</div>
      )}
    </header>
  )
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 underline-offset-4 hover:text-foreground hover:underline"
    >
      <ArrowLeft className="size-3.5 shrink-0" aria-hidden />
      {children}
    </Link>
  )
}
