'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { lazy } from 'react'
import { cn } from '../ui/cn.ts'
import { LazyMenu } from '../ui/dialogs/lazy-menu.tsx'
import { Link } from '../ui/link.tsx'
import { isCurrentSection } from './nav.tsx'

type SectionLink = {
  label: string
  href: string
  /** Whether only `href` itself is this section, because other sections begin with it. */
  isExact?: boolean
  /** Further paths that belong to this section. */
  also?: string[]
  /** The number of items that wait in this section. */
  count?: number
}

export type SectionGroup = { title?: string; pages: SectionLink[] }

type SectionNavProps = { label: string; groups: SectionGroup[]; className?: string }

/** Returns the page of the longest path that the current one begins with: `/review/appeals` is no part of `/review`. */
function findCurrent(pathname: string, pages: SectionLink[]): SectionLink | undefined {
  const matches = pages.flatMap((page) =>
    [...(page.isExact && pathname !== page.href ? [] : [page.href]), ...(page.also ?? [])]
      .filter((path) => isCurrentSection(pathname, path))
      .map((path) => ({ page, length: path.length })),
  )
  return matches.sort((one, other) => other.length - one.length)[0]?.page
}

export function SectionNav({ label, groups }: SectionNavProps) {
  const current = findCurrent(
    usePathname(),
    groups.flatMap(({ pages }) => pages),
  )
  return (
    <nav aria-label={label} className="hidden py-9 pl-3 lg:block">
      <div className="sticky top-24 grid max-h-[calc(100dvh-6rem)] gap-6 shaded-ends overflow-y-auto pb-4">
        {groups.map(({ title, pages }) => (
          <div key={title ?? ''} className="grid gap-1">
            {title && <p className="truncate px-3 font-medium text-muted-foreground text-xs">{title}</p>}
            <ul aria-label={title} className="grid gap-0.5">
              {pages.map((page) => (
                <li key={page.href}>
                  <Link
                    href={page.href}
                    aria-current={page === current ? 'page' : undefined}
                    className={cn(
                      'flex min-h-9 items-center justify-between gap-2 rounded-md px-3 text-muted-foreground text-sm -outline-offset-2 transition-colors hover:bg-muted hover:text-foreground',
                      page === current && 'bg-muted font-medium text-foreground',
                    )}
                  >
                    {page.label}
                    <Waiting count={page.count} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

const loadMenu = async () => ({ default: (await import('../ui/dialogs/nav-menu.tsx')).OpenedNavMenu })
const OpenedNavMenu = lazy(loadMenu)

export function SectionMenu({ label, groups, className }: SectionNavProps) {
  const pathname = usePathname()
  const pages = groups.flatMap((group) => group.pages)
  const current = findCurrent(pathname, pages)
  const menuPages = pages.map((page) => ({
    ...page,
    isCurrent: page === current,
    mark: <Waiting count={page.count} />,
  }))
  const total = pages.reduce((sum, { count = 0 }) => sum + count, 0)
  const elsewhere = total - (current?.count ?? 0)
  const trigger = (
    <button
      type="button"
      className="flex h-11 w-full items-center gap-2 px-4 text-left text-sm -outline-offset-2 sm:px-6"
    >
      <span className="text-muted-foreground">{label}</span>
      <span className="font-medium">{menuPages.find((page) => page.isCurrent)?.label}</span>
      <Waiting count={current?.count} />
      <ChevronDown aria-hidden className="size-4 text-muted-foreground" />
      {elsewhere > 0 && (
        <span className="ml-auto text-muted-foreground text-xs">
          {elsewhere.toLocaleString('en')} waiting elsewhere
        </span>
      )}
    </button>
  )
  return (
    <nav aria-label={label} className={cn('border-border border-b', className)}>
      <LazyMenu trigger={trigger} preload={loadMenu}>
        <OpenedNavMenu trigger={trigger} pages={menuPages} />
      </LazyMenu>
    </nav>
  )
}

function Waiting({ count = 0 }: { count?: number }) {
  if (count === 0) return null
  return (
    <span className="rounded-full bg-primary px-1.5 font-semibold text-primary-foreground text-xs tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
