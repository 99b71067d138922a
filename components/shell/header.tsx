import { Bell } from 'lucide-react'
import type { Viewer } from '#lib/context/context.ts'
import { destinationsFor } from '#lib/kernel/site/destinations.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { CommandMenu } from '../command-palette/command-menu.tsx'
import type { CommandActions } from '../command-palette/use-commands.ts'
import { LinkButton } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { AccountMenu, type AccountMenuProps, NavMenu, ThemeToggle } from './header-menus.tsx'
import { Logo } from './logo.tsx'
import { Nav } from './nav.tsx'

type HeaderProps = Omit<AccountMenuProps, 'viewer'> & {
  site: { name: string; logo: string | null }
  viewer: Viewer | null
  unreadCount: number
  commands: CommandActions
}

export function Header({ site, viewer, unreadCount, commands, ...account }: HeaderProps) {
  const inHeader = destinationsFor(viewer?.role ?? null).filter((page) => page.inHeader)
  return (
    <header className="sticky top-0 z-40 border-border border-b bg-background/90 backdrop-blur-sm">
      <div className="mx-auto flex h-(--header-height) w-full max-w-(--site-width) items-center gap-1 px-2 sm:gap-2 sm:px-6">
        <NavMenu pages={inHeader} />
        <Link
          href={paths.home}
          className="mr-3 flex items-center gap-2 rounded-md font-semibold tracking-tight max-sm:mr-0"
        >
          <Logo src={site.logo} />
          <span className="max-w-40 truncate max-[25rem]:max-w-20 max-[22rem]:sr-only">{site.name}</span>
        </Link>
        <Nav pages={inHeader} />
        <div className="ml-auto flex items-center gap-1">
          <CommandMenu role={viewer?.role ?? null} actions={commands} />
          {/* The name of the site needs the room; the palette has it too. */}
          <span className="max-sm:hidden">
            <ThemeToggle />
          </span>
          {viewer ? (
            <>
              <NoticesLink count={unreadCount} />
              <AccountMenu viewer={viewer} {...account} />
            </>
          ) : (
            <>
              <LinkButton href={paths.signIn()} variant="ghost" size="sm">
                Sign in
              </LinkButton>
              <LinkButton href={paths.signUp()} size="sm">
                Sign up
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

function NoticesLink({ count }: { count: number }) {
  return (
    <LinkButton
      href={paths.notices}
      variant="ghost"
      size="icon"
      aria-label={count > 0 ? `Notifications, ${count} unread` : 'Notifications'}
    >
      <Bell aria-hidden />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 left-[52%] grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 font-semibold text-[10px] text-primary-foreground"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </LinkButton>
  )
}
