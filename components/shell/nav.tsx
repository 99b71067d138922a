'use client'

import { usePathname } from 'next/navigation'
import type { SitePage } from '#lib/kernel/site/destinations.ts'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'

type NavProps = { pages: SitePage[] }

export function Nav({ pages }: NavProps) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex items-center gap-0.5">
        {pages.map(({ label, href }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isCurrentSection(pathname, href) ? 'page' : undefined}
              className={cn(
                'rounded-md px-2.5 py-1.5 text-muted-foreground text-sm transition-colors hover:text-foreground',
                isCurrentSection(pathname, href) && 'font-medium text-foreground',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function isCurrentSection(pathname: string, href: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
}
