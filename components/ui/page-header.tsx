import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  /** Above the title: where this page belongs. */
  eyebrow?: ReactNode
  /** Buttons at the right end; below the title on narrow screens. */
  actions?: ReactNode
  className?: string
}

/** The one `<h1>` of a page, with its sentence and its buttons. */
export function PageHeader({ title, description, eyebrow, actions, className }: PageHeaderProps) {
  return (
    <header
      className={cn('flex flex-wrap items-start justify-between gap-x-6 gap-y-4 md:flex-nowrap', className)}
    >
      <div className="grid min-w-0 gap-1">
        {eyebrow && <div className="text-muted-foreground text-sm">{eyebrow}</div>}
        <h1 className="text-balance font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
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
