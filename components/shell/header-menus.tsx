/** The menus of the header, which are loaded on demand. */
'use client'

import { Menu, Moon, Sun } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { lazy } from 'react'
import type { Viewer } from '#lib/context/context.ts'
import type { SitePage } from '#lib/kernel/site/destinations.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { LazyMenu } from '../ui/dialogs/lazy-menu.tsx'
import { formatInitials } from './initials.ts'
import { isCurrentSection } from './nav.tsx'

export type AccountMenuProps = {
  viewer: Viewer
  organisations: { id: string; name: string; isPersonal: boolean }[]
  switchOrganisation: (id: string) => Promise<ActionResult<void>>
  signOut: () => Promise<void>
}

const loadAccountMenu = async () => ({ default: (await import('./account-menu.tsx')).OpenedAccountMenu })
const OpenedAccountMenu = lazy(loadAccountMenu)

export function AccountMenu(props: AccountMenuProps) {
  const { viewer, organisations } = props
  const isShared = organisations.some(({ id, isPersonal }) => id === viewer.organisationId && !isPersonal)
  const trigger = (
    <button
      type="button"
      aria-label={`Account: ${viewer.name}, working in ${viewer.organisationName}`}
      className="flex h-9 min-w-9 shrink-0 items-center justify-center gap-2 rounded-full"
    >
      {isShared && (
        <span
          aria-hidden
          data-organisation={viewer.organisationName}
          className="max-w-20 truncate rounded-full border border-border bg-card px-2.5 py-1 font-medium text-xs before:content-[attr(data-organisation)] sm:max-w-40"
        />
      )}
      {/* Text would become part of the button's name. */}
      <span
        data-initials={formatInitials(viewer.name)}
        className="grid size-8 place-items-center rounded-full bg-accent font-semibold text-accent-foreground text-xs before:content-[attr(data-initials)]"
      />
    </button>
  )
  return (
    <LazyMenu trigger={trigger} preload={loadAccountMenu}>
      <OpenedAccountMenu trigger={trigger} {...props} />
    </LazyMenu>
  )
}

const loadThemeMenu = async () => ({ default: (await import('./theme-menu.tsx')).OpenedThemeMenu })
const OpenedThemeMenu = lazy(loadThemeMenu)

export function ThemeToggle() {
  const trigger = (
    <Button variant="ghost" size="icon" aria-label="Theme">
      <Sun className="dark:hidden" aria-hidden />
      <Moon className="hidden dark:block" aria-hidden />
    </Button>
  )
  return (
    <LazyMenu trigger={trigger} preload={loadThemeMenu}>
      <OpenedThemeMenu trigger={trigger} />
    </LazyMenu>
  )
}

const loadNavMenu = async () => ({ default: (await import('../ui/dialogs/nav-menu.tsx')).OpenedNavMenu })
const OpenedNavMenu = lazy(loadNavMenu)

export function NavMenu({ pages }: { pages: SitePage[] }) {
  const pathname = usePathname()
  const trigger = (
    <Button variant="ghost" size="icon" className="lg:hidden" aria-label="Pages">
      <Menu aria-hidden />
    </Button>
  )
  const menuPages = pages.map(({ label, href }) => ({
    label,
    href,
    isCurrent: isCurrentSection(pathname, href),
  }))
  return (
    <LazyMenu trigger={trigger} preload={loadNavMenu}>
      <OpenedNavMenu trigger={trigger} pages={menuPages} />
    </LazyMenu>
  )
}
