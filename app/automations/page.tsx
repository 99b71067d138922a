import { CalendarClock } from 'lucide-react'
import type { Metadata } from 'next'
import { UnconfirmedAddress } from '#components/accounts/unconfirmed-address.tsx'
import { AutomationList } from '#components/automations/automation-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { getEmailStatus } from '#lib/accounts/confirm-email.ts'
import { listAutomations } from '#lib/automations/list-automations.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { resendVerification } from '../settings/actions.ts'

export const metadata: Metadata = { title: 'Automations' }

export default async function AutomationsPage() {
  const ctx = await contextFromCookie()
  const [automations, email] = await orNotFound(Promise.all([listAutomations(ctx), getEmailStatus(ctx)]))
  return (
    <Page
      title="Automations"
      description="Skills and plans that run automatically: on a schedule, when a webhook sends a message, or when files in the vault change."
    >
      <UnconfirmedAddress status={email} resend={resendVerification} lost="automations" />
      {automations.length > 0 ? (
        <AutomationList automations={automations} />
      ) : (
        <EmptyState
          icon={CalendarClock}
          title="No automations yet"
          action={<LinkButton href={paths.home}>Find a skill</LinkButton>}
        >
          Open a skill and fill in its form, or open a plan, then choose Automate.
        </EmptyState>
      )}
    </Page>
  )
}
