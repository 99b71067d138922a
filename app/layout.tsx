import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { BackgroundRuns } from '#components/run/background-runs.tsx'
import { Footer } from '#components/shell/footer.tsx'
import { Header } from '#components/shell/header.tsx'
import { NonceProvider } from '#components/shell/nonce-provider.tsx'
import { PageCommands } from '#components/shell/page-commands.tsx'
import { Toaster } from '#components/shell/toaster.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { parseTheme, THEME_COOKIE } from '#lib/contract/market/theme.ts'
import { countUnread } from '#lib/notices/notices.ts'
import { listOrganisations } from '#lib/organisations/list-organisations.ts'
import { NONCE_HEADER } from '#lib/protocol/page-headers.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { listSkillCommands, runCommand, signOut, switchOrganisation } from './actions.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Guildhall', template: '%s · Guildhall' },
  description:
    'A marketplace where a skill is a contract: it says what goes in and keeps its word on what comes out.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfcfb' },
    { media: '(prefers-color-scheme: dark)', color: '#0c1110' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made ahead of time would carry no nonce, and its scripts would be refused.
  await connection()
  const nonce = (await headers()).get(NONCE_HEADER) ?? ''
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  const ctx = await contextFromCookie()
  const [organisations, unreadCount] = await Promise.all([listOrganisations(ctx), countUnread(ctx)])

  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body className="flex min-h-dvh flex-col">
        <NonceProvider nonce={nonce}>
          {/* An agent that has only an address finds what is written for it. */}
          <link rel="alternate" type="text/plain" title="For agents" href={paths.llms} />
          <a
            href="#main"
            className="sr-only z-50 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            Skip to content
          </a>
          <Header
            viewer={ctx.viewer}
            organisations={organisations}
            unreadCount={unreadCount}
            switchOrganisation={switchOrganisation}
            signOut={signOut}
            commands={{ listSkillCommands, runCommand }}
          />
          <main id="main" tabIndex={-1} className="flex-1 outline-none">
            {children}
          </main>
          <Footer />
          <Toaster />
          {ctx.viewer && <BackgroundRuns />}
          {ctx.viewer && <PageCommands />}
        </NonceProvider>
      </body>
    </html>
  )
}
