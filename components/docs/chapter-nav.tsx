'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { paths } from '#lib/contract/market/paths.ts'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'
import { CHAPTER_GROUPS, CHAPTERS } from './chapters.ts'

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
        <Entries pathname={pathname} className="px-2 pb-3 sm:px-4" />
      </details>
      <Entries pathname={pathname} className="max-lg:hidden" />
    </nav>
  )
}

function Entries({ pathname, className }: { pathname: string; className: string }) {
  return (
    <div className={cn('grid gap-4', className)}>
      <ul>
        <Entry {...OVERVIEW} isHere={pathname === OVERVIEW.href} />
      </ul>
      {CHAPTER_GROUPS.map(({ title, chapters }) => (
        <div key={title} className="grid gap-1">
          <p className="px-2.5 font-medium text-muted-foreground text-xs">{title}</p>
          <ul
            aria-label={title}
            className="grid gap-0.5 max-lg:grid-cols-2 max-lg:gap-x-2 sm:max-lg:grid-cols-3"
          >
            {chapters.map((chapter) => (
              <Entry key={chapter.href} {...chapter} isHere={pathname === chapter.href} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Entry({ href, title, isHere }: { href: string; title: string; isHere: boolean }) {
  return (
    <li>
      <Link
        href={href}
        aria-current={isHere ? 'page' : undefined}
        className={cn(
          'flex min-h-8 items-center rounded-md px-2.5 py-1 text-sm -outline-offset-2 transition-colors hover:bg-muted max-lg:min-h-11',
          isHere ? 'bg-accent font-medium text-accent-foreground hover:bg-accent' : 'text-foreground/85',
        )}
      >
        {title}
      </Link>
    </li>
  )
}
