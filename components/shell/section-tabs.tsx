'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'

type SectionTab = {
  label: string
  href: string
  /** Pages below these paths count as this one; `href` alone does not reach below itself. */
  also?: string[]
}

/** The pages of one section, in a strip above each of them. Where they do not fit, the strip scrolls. */
export function SectionTabs({ label, tabs }: { label: string; tabs: SectionTab[] }) {
  const pathname = usePathname()
  const strip = useRef<HTMLUListElement>(null)
  const isHere = ({ href, also = [] }: SectionTab) =>
    pathname === href || also.some((path) => `${pathname}/`.startsWith(`${path}/`))

  // The tab of this page is in sight; the page itself does not move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (!strip.current || !here) return
    strip.current.scrollLeft = here.offsetLeft - (strip.current.clientWidth - here.offsetWidth) / 2
  }, [pathname])

  return (
    <nav aria-label={label} className="border-border border-b">
      {/* It begins where the pages below do; on a wide screen it may go on beyond their right edge. */}
      <ul
        ref={strip}
        className="shaded-edges relative mx-auto flex w-full max-w-3xl gap-1 overflow-x-auto px-2 [scrollbar-width:none] sm:px-4 lg:overflow-x-visible lg:bg-none"
      >
        {tabs.map((tab) => (
          <li key={tab.href} className="shrink-0">
            <Link
              href={tab.href}
              aria-current={isHere(tab) ? 'page' : undefined}
              className={cn(
                'inline-flex h-11 items-center border-transparent border-b-2 px-2.5 text-muted-foreground text-sm -outline-offset-2 transition-colors hover:text-foreground',
                isHere(tab) && 'border-primary font-medium text-foreground',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
