import { Plug } from 'lucide-react'
import type { Metadata } from 'next'
import { AccountsToConnect } from '#components/integrations/accounts-to-connect.tsx'
import { IntegrationList } from '#components/integrations/integration-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { ConnectOutcome } from '#lib/integrations/finish-connect.ts'
import { getIntegrationsPage } from '#lib/integrations/integrations-page.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import {
  allowSkillSet,
  connectWithKey,
  disconnectAccount,
  startConnect,
  withdrawSkillSet,
} from './actions.ts'

export const metadata: Metadata = { title: 'Integrations' }

/** `for` is the "publisher.skillset" that needs accounts, `back` the page that needed them. */
type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function IntegrationsPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const page = await orNotFound(getIntegrationsPage(await contextFromCookie(), params.get('for')))
  const { organisationName, canEdit, lines, wanted } = page
  const outcome = params.get('outcome')
  const next = safeNext(params.get('back'))
  const back = next === '/' ? undefined : next
  const actions = {
    connectWithKey,
    startConnect,
    allowSkillSet,
    disconnect: disconnectAccount,
    withdrawSkillSet,
  }
  return (
    <Page
      width="reading"
      title="Integrations"
      description={`Accounts at other services that skills use for ${organisationName}. Credentials are stored encrypted and only sent to the hosts of their service: the code of a skill never sees them.`}
    >
      {!(wanted && outcome === 'connected') && <Outcome outcome={outcome} />}
      {wanted && <AccountsToConnect {...{ wanted, canEdit, back, actions }} />}
      {lines.length > 0 ? (
        <IntegrationList {...{ lines, canEdit, actions }} />
      ) : (
        <EmptyState icon={Plug} title="No integrations yet">
          The operator of this site has not added any services to connect.
        </EmptyState>
      )}
      {!canEdit && lines.length > 0 && (
        <p className="text-muted-foreground text-sm">
          Owners and admins of {organisationName} connect accounts.
        </p>
      )}
      <p className="text-muted-foreground text-sm">
        <TextLink href={paths.docsIntegrations} className="text-foreground">
          How integrations work
        </TextLink>
        , and what a SkillSet can do with an account.
      </p>
    </Page>
  )
}

// biome-ignore format: table
const OUTCOMES: Record<ConnectOutcome, { variant: 'success' | 'warning' | 'destructive'; title: string; text: string }> = {
  connected: { variant: 'success',     title: 'The account is connected',      text: 'Skills that you allow can use it now.' },
  denied:    { variant: 'warning',     title: 'The account was not connected', text: 'You did not agree at the service. Nothing has changed.' },
  expired:   { variant: 'warning',     title: 'The account was not connected', text: 'This attempt has expired, was already used, or was started by someone else or in another organisation. Connect it again.' },
  failed:    { variant: 'destructive', title: 'The account was not connected', text: 'The service did not confirm the access. Try again in a few minutes. If this continues, ask the operator of this site.' },
}

function Outcome({ outcome }: { outcome: string | null }) {
  const outcomeView =
    outcome !== null && Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome as ConnectOutcome] : null
  if (!outcomeView) return null
  return (
    <Alert variant={outcomeView.variant} title={outcomeView.title}>
      {outcomeView.text}
    </Alert>
  )
}
