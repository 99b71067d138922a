import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { cn } from './cn.ts'
import { Link } from './link.tsx'

type CardListProps = Omit<ComponentProps<'ul'>, 'ref'> & { ordered?: boolean }

export function CardList({ ordered, className, ...rest }: CardListProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List
      className={cn('divide-y divide-border rounded-lg border border-border bg-card shadow-xs', className)}
      {...rest}
    />
  )
}

export function LinkRows(props: CardListProps) {
  return <CardList className="overflow-hidden" {...props} />
}

type LinkRowProps = {
  href: string
  title: ReactNode
  marks?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}

export function LinkRow({ href, title, marks, aside, children }: LinkRowProps) {
  return (
    <li className="relative flex items-center gap-4 px-4 py-4 hover:bg-muted/50 sm:px-5">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={href}
            className="-outline-offset-2 font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            {title}
          </Link>
          {marks}
        </div>
        {children}
      </div>
      {aside && (
        <div className="hidden shrink-0 text-right text-muted-foreground text-sm sm:block">{aside}</div>
      )}
      <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden />
    </li>
  )
}

export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <LinkButton href={href} variant="outline" className="justify-self-center">
      {children}
    </LinkButton>
  )
}
