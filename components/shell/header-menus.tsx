'use client'

import {
  Activity,
  Building2,
  Check,
  Coins,
  History,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Package,
  Settings,
  Sun,
  UserRound,
  Wallet,
} from 'lucide-react'
import { useTransition } from 'react'
import { toast } from 'sonner'
import type { Viewer } from '#lib/context/context.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { paths } from '#lib/site/paths.ts'
import { parseTheme } from '#lib/site/theme.ts'
import { useTheme } from '../browser/use-theme.ts'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dialogs/dropdown-menu.tsx'
import { Link } from '../ui/link.tsx'
import { initialsOf } from './initials.ts'

export type AccountMenuProps = {
  viewer: Viewer
  organisations: { id: string; name: string; isPersonal: boolean }[]
  switchOrganisation: (id: string) => Promise<ActionResult<void>>
  signOut: () => Promise<void>
}

export function AccountMenu({ viewer, organisations, switchOrganisation, signOut }: AccountMenuProps) {
  const [pending, start] = useTransition()

  function actFor(id: string) {
    start(async () => {
      const result = await switchOrganisation(id)
      if (!result.ok) toast.error(result.error.message)
    })
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Account: ${viewer.name}, working in ${viewer.organisationName}`}
        aria-busy={pending || undefined}
        className="grid size-9 shrink-0 place-items-center rounded-full"
      >
        {/* Decorative: as text it would become part of the button's name. */}
        <span
          data-initials={initialsOf(viewer.name)}
          className="grid size-8 place-items-center rounded-full bg-accent font-semibold text-accent-foreground text-xs before:content-[attr(data-initials)]"
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent isInline align="end" className="w-64">
        <div className="px-2.5 py-2">
          <p className="truncate font-medium text-sm">{viewer.name}</p>
          <p className="truncate text-muted-foreground text-xs">{viewer.email}</p>
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Working in</DropdownMenuLabel>
        {organisations.map(({ id, name, isPersonal }) => (
          <DropdownMenuItem key={id} onSelect={() => actFor(id)}>
            {isPersonal ? <UserRound aria-hidden /> : <Building2 aria-hidden />}
            <span className="truncate">{isPersonal ? 'Personal' : name}</span>
            {id === viewer.organisationId && (
              <>
                <Check className="ml-auto" aria-hidden />
                <span className="sr-only">(chosen)</span>
              </>
            )}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <MenuLink href={paths.settings} Icon={Settings} label="Your profile" />
        <MenuLink href={paths.organisation} Icon={Building2} label="Organisation" />
        <MenuLink href={paths.installed} Icon={Package} label="Installed" />
        <MenuLink href={paths.keys} Icon={KeyRound} label="API keys" />
        <MenuLink href={paths.wallet} Icon={Wallet} label="Wallet" />
        {viewer.role === 'ADMIN' && <MenuLink href={paths.status} Icon={Activity} label="Status" />}
        {viewer.role === 'ADMIN' && <MenuLink href={paths.activity} Icon={History} label="Activity" />}
        {viewer.role === 'ADMIN' && <MenuLink href={paths.money} Icon={Coins} label="Money" />}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => start(signOut)}>
          <LogOut aria-hidden />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function MenuLink({ href, Icon, label }: { href: string; Icon: typeof Settings; label: string }) {
  return (
    <DropdownMenuItem asChild>
      <Link href={href}>
        <Icon aria-hidden />
        {label}
      </Link>
    </DropdownMenuItem>
  )
}

const THEME_CHOICES = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const

export function ThemeToggle() {
  const [theme, choose] = useTheme()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Sun className="dark:hidden" aria-hidden />
          <Moon className="hidden dark:block" aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent isInline align="end" className="min-w-40">
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => choose(parseTheme(value))}>
          {THEME_CHOICES.map(({ theme, label, Icon }) => (
            <DropdownMenuRadioItem key={theme} value={theme}>
              <Icon aria-hidden />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
