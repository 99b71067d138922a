'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { paths } from '#lib/contract/market/paths.ts'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'
import { CHAPTERS } from './chapters.ts'

const OVERVIEW = { href: paths.docs, title: 'Overview' }
const ENTRIES = [OVERVIEW, ...CHAPTERS]

/** The chapters beside each of them; where there is no room for that, folded away above. */
export function ChapterNav() {
  const pathname = usePathname()
  const here = ENTRIES.find(({ href }) => href === pathname)
  return (
    <nav
      aria-label="Documentation"
      className="border-border border-b lg:sticky lg:top-(--header-height) lg:max-h-[calc(100dvh-var(--header-height))] lg:overflow-y-auto lg:border-b-0 lg:py-9"
    >
      {/* Another page, another element: what was unfolded to get there is folded again. */}
      <details key={pathname} className="group lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-4 text-sm sm:px-6 [&::-webkit-details-marker]:hidden">
          <span>
            <span className="text-muted-foreground">Chapter: </span>
            <span className="font-medium">{here?.title ?? 'choose one'}</span>
          </span>
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
          />
        </summary>
        <Entries pathname={pathname} className="grid-cols-2 gap-x-2 px-2 pb-3 sm:grid-cols-3 sm:px-4" />
      </details>
      <Entries pathname={pathname} className="max-lg:hidden" />
    </nav>
  )
}

function Entries({ pathname, className }: { pathname: string; className: string }) {
  return (
    <ul className={cn('grid gap-0.5', className)}>
      {ENTRIES.map(({ href, title }) => (
        <li key={href}>
          <Link
            href={href}
            aria-current={pathname === href ? 'page' : undefined}
            className={cn(
              'flex min-h-9 items-center rounded-md px-2.5 py-1.5 text-muted-foreground text-sm -outline-offset-2 transition-colors hover:bg-muted hover:text-foreground max-lg:min-h-11',
              pathname === href && 'bg-accent font-medium text-accent-foreground hover:bg-accent',
            )}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
