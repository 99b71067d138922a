'use client'

import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Link } from '../link.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './dropdown-menu.tsx'

type OpenedProps = {
  trigger: ReactElement<ComponentProps<'button'>>
  pages: { label: string; href: string; isCurrent: boolean; mark?: ReactNode }[]
  align?: 'start' | 'end'
}

export function OpenedNavMenu({ trigger, pages, align = 'start' }: OpenedProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent isInline align={align}>
        {pages.map(({ label, href, isCurrent, mark }) => (
          <DropdownMenuItem key={href} asChild className="min-h-10">
            <Link
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className={isCurrent ? 'font-medium' : undefined}
            >
              {label}
              {mark && <span className="ml-auto">{mark}</span>}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
