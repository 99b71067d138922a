'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { lazy } from 'react'
import { isCurrentSection } from '../shell/nav.tsx'
import { cn } from '../ui/cn.ts'
import { LazyMenu } from '../ui/dialogs/lazy-menu.tsx'
import { Link } from '../ui/link.tsx'

type AdminLink = { label: string; href: string; count: number }

/** A submission is opened from the queue. */
function isCurrent(pathname: string, href: string): boolean {
  const isSubmission = pathname.startsWith('/review/')
  return isCurrentSection(isSubmission ? `/admin${pathname}` : pathname, href)
}

export function AdminNav({ pages }: { pages: AdminLink[] }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Admin" className="hidden py-9 pl-3 lg:block">
      <ul className="sticky top-24 grid gap-0.5">
        {pages.map(({ label, href, count }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isCurrent(pathname, href) ? 'page' : undefined}
              className={cn(
                'flex min-h-9 items-center justify-between gap-2 rounded-md px-3 text-muted-foreground text-sm transition-colors hover:bg-muted hover:text-foreground',
                isCurrent(pathname, href) && 'bg-muted font-medium text-foreground',
              )}
            >
              {label}
              <Waiting count={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const loadMenu = async () => ({ default: (await import('../shell/nav-menu.tsx')).OpenedNavMenu })
const OpenedNavMenu = lazy(loadMenu)

export function AdminMenu({ pages, className }: { pages: AdminLink[]; className?: string }) {
  const pathname = usePathname()
  const shown = pages.map((page) => ({
    ...page,
    isCurrent: isCurrent(pathname, page.href),
    mark: <Waiting count={page.count} />,
  }))
  const total = pages.reduce((sum, { count }) => sum + count, 0)
  const trigger = (
    <button
      type="button"
      className="flex h-11 w-full items-center gap-2 px-4 text-left text-sm -outline-offset-2 sm:px-6"
    >
      <span className="text-muted-foreground">Admin</span>
      <span className="font-medium">{shown.find((page) => page.isCurrent)?.label}</span>
      <ChevronDown aria-hidden className="size-4 text-muted-foreground" />
      <Waiting count={total} />
    </button>
  )
  return (
    <nav aria-label="Admin" className={cn('border-border border-b', className)}>
      <LazyMenu trigger={trigger} preload={loadMenu}>
        <OpenedNavMenu trigger={trigger} pages={shown} />
      </LazyMenu>
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="rounded-full bg-primary px-1.5 font-semibold text-primary-foreground text-xs tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
