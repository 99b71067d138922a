'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'

type SectionTab = {
  label: string
  href: string
  /** With their subpages; `href` only matches itself. */
  also?: string[]
}

export function SectionTabs({ label, tabs }: { label: string; tabs: SectionTab[] }) {
  const pathname = usePathname()
  const strip = useRef<HTMLUListElement>(null)
  const isCurrentTab = ({ href, also = [] }: SectionTab) =>
    pathname === href || also.some((path) => `${pathname}/`.startsWith(`${path}/`))

  // Without moving the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (!strip.current || !here) return
    strip.current.scrollLeft = here.offsetLeft - (strip.current.clientWidth - here.offsetWidth) / 2
  }, [pathname])

  return (
    <nav aria-label={label} className="border-border border-b">
      <ul
        ref={strip}
        className="shaded-edges relative flex w-full gap-1 overflow-x-auto px-2 [scrollbar-width:none] sm:px-4 md:pl-[calc(max(0px,50%-24rem)+1rem)]"
      >
        {tabs.map((tab) => (
          <li key={tab.href} className="shrink-0">
            <Link
              href={tab.href}
              aria-current={isCurrentTab(tab) ? 'page' : undefined}
              className={cn(
                'inline-flex h-11 items-center border-transparent border-b-2 px-2 text-muted-foreground text-sm -outline-offset-2 transition-colors hover:text-foreground',
                isCurrentTab(tab) && 'border-primary font-medium text-foreground',
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
