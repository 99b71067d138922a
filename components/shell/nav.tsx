'use client'

import { Menu } from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { Destination } from '#lib/contract/market/destinations.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { Link } from '../ui/link.tsx'

type NavProps = { pages: Destination[] }

/** The main pages in a row; on narrow screens `NavMenu` takes their place. */
export function Nav({ pages }: NavProps) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex items-center gap-0.5">
        {pages.map(({ label, href }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isHere(pathname, href) ? 'page' : undefined}
              className={cn(
                'rounded-md px-2.5 py-1.5 text-muted-foreground text-sm transition-colors hover:text-foreground',
                isHere(pathname, href) && 'font-medium text-foreground',
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

export function NavMenu({ pages }: NavProps) {
  const pathname = usePathname()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="lg:hidden" aria-label="Pages">
          <Menu aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent inPlace align="start">
        {pages.map(({ label, href }) => (
          <DropdownMenuItem key={href} asChild className="min-h-10">
            <Link href={href} aria-current={isHere(pathname, href) ? 'page' : undefined}>
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function isHere(pathname: string, href: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
}
