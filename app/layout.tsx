import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { IdentityPrompt } from '#components/accounts/identity-prompt.tsx'
import { OperatorContact } from '#components/accounts/operator-contact.tsx'
import { NonceProvider } from '#components/browser/nonce-provider.tsx'
import { ReaderProvider } from '#components/browser/reader.tsx'
import { RememberZone } from '#components/browser/remember-zone.tsx'
import { SignedInListeners } from '#components/runs/signed-in-listeners.tsx'
import { Header } from '#components/shell/header.tsx'
import { NavigationFocus } from '#components/shell/navigation-focus.tsx'
import { Toaster } from '#components/shell/toaster.tsx'
import { isEmbedPath, paths } from '#lib/kernel/site/paths.ts'
import {
  isApplePlatform,
  parseReaderLocale,
  parseReaderZone,
  ZONE_COOKIE,
} from '#lib/kernel/site/reader-locale.ts'
import { parseTheme, THEME_COOKIE } from '#lib/kernel/site/theme.ts'
import { countUnread } from '#lib/notices/send-notice.ts'
import { listOrganisations } from '#lib/organisations/organisations.ts'
import { NONCE_HEADER, PATH_HEADER } from '#lib/protocols/http/requests/page-headers.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { readSetting } from '#lib/settings/read-settings.ts'
import { listSkillCommands, runCommand, signOut, switchOrganisation } from './actions.ts'
import * as identity from './settings/confirm-identity/actions.ts'
import './globals.css'
import { Link } from '../components/ui/link.tsx'

const IDENTITY_ACTIONS = {
  readMeans: identity.readReauthMeans,
  byPassword: identity.confirmByPassword,
  byCode: identity.confirmByCode,
  beginPasskey: identity.beginPasskeyReauth,
  byPasskey: identity.confirmByPasskey,
}

export async function generateMetadata(): Promise<Metadata> {
  const name = await readSetting((await contextFromCookie()).db, 'name')
  return {
    title: { default: name, template: `%s · ${name}` },
    description:
      'A marketplace where every skill is a contract: it defines its input and guarantees its output.',
  }
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfcfb' },
    { media: '(prefers-color-scheme: dark)', color: '#0c1110' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Renders each page on request: a static page would have no nonce, and its scripts would be blocked.
  await connection()
  const requested = await headers()
  const nonce = requested.get(NONCE_HEADER) ?? ''
  const path = requested.get(PATH_HEADER) ?? ''
  if (isEmbedPath(path)) return <EmbeddedLayout {...{ nonce, path, children }} />
  const jar = await cookies()
  const theme = parseTheme(jar.get(THEME_COOKIE)?.value)
  const reader = {
    locale: parseReaderLocale(requested.get('accept-language')),
    zone: parseReaderZone(jar.get(ZONE_COOKIE)?.value),
    nowMs: Date.now(),
    isApple: isApplePlatform(requested.get('user-agent')),
  }
  const ctx = await contextFromCookie()
  const [organisations, unreadCount, name, logo, announcement, terms, contact] = await Promise.all([
    listOrganisations(ctx),
    countUnread(ctx),
    readSetting(ctx.db, 'name'),
    readSetting(ctx.db, 'logo'),
    readSetting(ctx.db, 'announcement'),
    readSetting(ctx.db, 'terms'),
    readSetting(ctx.db, 'contact'),
  ])

  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <body className="flex min-h-dvh flex-col">
        <NonceProvider nonce={nonce}>
          <ReaderProvider reader={reader}>
            {/* Lets agents discover the text written for them. */}
            <link rel="alternate" type="text/plain" title="For agents" href={paths.llms} />
            <a
              href="#main"
              className="sr-only z-50 rounded-md bg-primary font-medium text-primary-foreground focus:not-sr-only focus:fixed focus:top-[calc(var(--header-height)+0.5rem)] focus:left-2 focus:px-4 focus:py-2"
            >
              Skip to content
            </a>
            <Header
              site={{ name, logo }}
              viewer={ctx.viewer}
              organisations={organisations}
              unreadCount={unreadCount}
              switchOrganisation={switchOrganisation}
              signOut={signOut}
              commands={{ listSkillCommands, runCommand }}
            />
            {announcement && (
              <section
                aria-label="Announcement"
                className="border-border border-b bg-muted px-4 py-2 text-center text-sm"
              >
                {announcement}
              </section>
            )}
            <main id="main" tabIndex={-1} className="flex-1 outline-none">
              {children}
            </main>
            <Footer name={name} terms={terms} contact={contact} />
            <NavigationFocus />
            <Toaster />
            {ctx.viewer && (
              <>
                <SignedInListeners />
                <IdentityPrompt actions={IDENTITY_ACTIONS} />
              </>
            )}
            <RememberZone known={reader.zone} />
          </ReaderProvider>
        </NonceProvider>
      </body>
    </html>
  )
}

/** Renders only the page, in the theme that the embedding site requests: `?theme=dark`. */
function EmbeddedLayout({ nonce, path, children }: { nonce: string; path: string; children: ReactNode }) {
  const theme = parseTheme(new URLSearchParams(path.split('?')[1]).get('theme') ?? undefined)
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <body>
        <NonceProvider nonce={nonce}>
          <main id="main">{children}</main>
        </NonceProvider>
      </body>
    </html>
  )
}

type FooterProps = { name: string; terms: string; contact: string }

function Footer({ name, terms, contact }: FooterProps) {
  return (
    <footer className="border-border border-t">
      <div className="mx-auto flex w-full max-w-(--site-width) flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 text-muted-foreground text-sm sm:px-6">
        <p>{name}: a marketplace where a skill is a contract.</p>
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          <Link href={paths.home} className="hover:text-foreground">
            Catalogue
          </Link>
          <Link href={paths.docs} className="hover:text-foreground">
            Docs
          </Link>
          <Link href={paths.docsPublishing} className="hover:text-foreground">
            Publish a skill
          </Link>
          <Link href={paths.removals} className="hover:text-foreground">
            Log of removals
          </Link>
          <Link href={paths.about} className="hover:text-foreground">
            About
          </Link>
          <Link href={paths.publicStatus} className="hover:text-foreground">
            Status
          </Link>
          <Link href={paths.privacy} className="hover:text-foreground">
            Privacy
          </Link>
          {terms && (
            <a href={terms} className="hover:text-foreground">
              Terms
            </a>
          )}
          {/* A plain text file outside the site's layout. */}
          <a href={paths.llms} className="hover:text-foreground">
            For agents
          </a>
          {contact && (
            <span>
              Contact: <OperatorContact contact={contact} />
            </span>
          )}
        </p>
      </div>
    </footer>
  )
}
