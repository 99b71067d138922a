'use client'

import type { ComponentProps, ReactElement, ReactNode } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dialogs/dropdown-menu.tsx'
import { Link } from '../ui/link.tsx'

type OpenedProps = {
  trigger: ReactElement<ComponentProps<'button'>>
  pages: { label: string; href: string; isCurrent: boolean; mark?: ReactNode }[]
}

export function OpenedNavMenu({ trigger, pages }: OpenedProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent isInline align="start">
        {pages.map(({ label, href, isCurrent, mark }) => (
          <DropdownMenuItem key={href} asChild className="min-h-10">
            <Link href={href} aria-current={isCurrent ? 'page' : undefined}>
              {label}
              {mark && <span className="ml-auto">{mark}</span>}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
