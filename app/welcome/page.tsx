import { Bot, ListChecks, Play, Upload } from 'lucide-react'
import type { Metadata } from 'next'
import { UnconfirmedAddress } from '#components/accounts/unconfirmed-address.tsx'
import { RequestCredit } from '#components/money/request-credit.tsx'
import { Page } from '#components/shell/page.tsx'
import { Usdc } from '#components/ui/amount.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { getEmailStatus } from '#lib/accounts/confirm-email.ts'
import { requireViewer } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { isCreditRequested } from '#lib/money/credit-requests.ts'
import { getWallet } from '#lib/money/wallet.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { resendVerification } from '../settings/actions.ts'
import { requestCredit } from '../settings/wallet/actions.ts'

export const metadata: Metadata = { title: 'Welcome' }

const ABOUT_USDC = 'Amounts are in USDC, a digital dollar: 1 USDC is worth 1 US dollar.'

const FIRST_STEPS = [
  {
    Icon: Play,
    title: 'Run a skill',
    text: 'Find one, fill in its form and get a checked result. Many are free.',
    href: paths.home,
  },
  {
    Icon: ListChecks,
    title: 'Try a plan',
    text: 'Combine skills into steps, with your files. Start from a template.',
    href: paths.plans,
  },
  {
    Icon: Bot,
    title: 'Connect your agent',
    text: 'Use the same skills from Claude, Cursor or VS Code over MCP.',
    href: paths.docsMcp,
  },
  {
    Icon: Upload,
    title: 'Publish a skill',
    text: 'Describe what it takes and returns, add the code, and set a price if you like.',
    href: paths.publish,
  },
]

export default async function WelcomePage() {
  const ctx = await contextFromCookie()
  const [wallet, email, isRequested] = await orNotFound(
    Promise.all([getWallet(ctx), getEmailStatus(ctx), isCreditRequested(ctx)]),
  )
  const viewer = requireViewer(ctx)
  return (
    <Page
      width="reading"
      title={`Welcome, ${viewer.name}`}
      description="Four things to try in your first minutes."
    >
      <UnconfirmedAddress status={email} resend={resendVerification} />
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {FIRST_STEPS.map(({ Icon, title, text, href }) => (
          <li key={href} className="grid">
            <Card className="relative grid content-start gap-2 p-5 hover:bg-muted">
              <Icon className="size-5 text-primary" aria-hidden />
              <h2 className="font-semibold text-base tracking-tight">
                <Link href={href} className="after:absolute after:inset-0">
                  {title}
                </Link>
              </h2>
              <p className="text-pretty text-muted-foreground text-sm">{text}</p>
            </Card>
          </li>
        ))}
      </ol>
      <Card className="grid gap-3 p-5">
        <h2 className="font-semibold text-base tracking-tight">Paid skills</h2>
        {wallet.balance === '0' ? (
          <>
            <p className="text-muted-foreground text-sm">
              Some skills have a price. {ABOUT_USDC} Your wallet is empty: ask the admins of this site for
              credit to try them.
            </p>
            <RequestCredit isRequested={isRequested} request={requestCredit} />
          </>
        ) : (
          <p className="text-muted-foreground text-sm">
            You have <Usdc value={wallet.balance} /> to try skills with a price. {ABOUT_USDC} You see the
            price before each run.
          </p>
        )}
      </Card>
    </Page>
  )
}
