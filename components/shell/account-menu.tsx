'use client'

import {
  Building2,
  Check,
  KeyRound,
  LibraryBig,
  LogOut,
  Package,
  Settings,
  ShieldCheck,
  Star,
  UserRound,
  Wallet,
} from 'lucide-react'
import { type ComponentProps, cloneElement, type ReactElement, useTransition } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dialogs/dropdown-menu.tsx'
import { Link } from '../ui/link.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'
import type { AccountMenuProps } from './header-menus.tsx'

type OpenedProps = AccountMenuProps & { trigger: ReactElement<ComponentProps<'button'>> }

export function OpenedAccountMenu({
  trigger,
  viewer,
  organisations,
  switchOrganisation,
  signOut,
}: OpenedProps) {
  const [pending, start] = useTransition()

  function switchTo(id: string) {
    start(async () => {
      const result = await attemptAction(() => switchOrganisation(id))
      if (!result.ok) toast.error(result.error.message)
    })
  }

  function leave() {
    start(async () => {
      const result = await attemptAction(signOut)
      if (!result.ok) toast.error(result.error.message)
    })
  }

  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        {cloneElement(trigger, { 'aria-busy': pending || undefined })}
      </DropdownMenuTrigger>
      <DropdownMenuContent isInline align="end" className="w-64">
        <div className="px-2.5 py-2">
          <p className="truncate font-medium text-sm">{viewer.name}</p>
          <p className="truncate text-muted-foreground text-xs">{viewer.email}</p>
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Working in</DropdownMenuLabel>
        {organisations.map(({ id, name, isPersonal }) => (
          <DropdownMenuItem key={id} onSelect={() => switchTo(id)}>
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
        <MenuLink href={paths.starred} Icon={Star} label="Starred" />
        <MenuLink href={paths.collections} Icon={LibraryBig} label="Collections" />
        <MenuLink href={paths.installed} Icon={Package} label="Installed" />
        <MenuLink href={paths.keys} Icon={KeyRound} label="API keys" />
        <MenuLink href={paths.wallet} Icon={Wallet} label="Wallet" />
        {viewer.role === 'ADMIN' && <MenuLink href={paths.admin} Icon={ShieldCheck} label="Admin" />}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={leave}>
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
