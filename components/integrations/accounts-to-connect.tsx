'use client'

import { CircleCheck } from 'lucide-react'
import type { IntegrationNeed } from '#lib/integrations/integration-needs.ts'
import type { IntegrationsPage } from '#lib/integrations/integrations-page.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { SectionCard } from '../ui/card.tsx'
import { useAction } from '../ui/use-action.ts'
import { connectLabel } from './account-notice.tsx'
import { type ConnectActions, ConnectButton } from './connect-button.tsx'

type AccountActions = ConnectActions & {
  allowSkillSet: (request: unknown) => Promise<ActionResult<void>>
}

type AccountsToConnectProps = {
  wanted: NonNullable<IntegrationsPage['wanted']>
  canEdit: boolean
  back?: string | undefined
  actions: AccountActions
}

export function AccountsToConnect({ wanted, canEdit, back, actions }: AccountsToConnectProps) {
  const { skillSet, title, needs } = wanted
  const isReady = needs.every(({ state }) => state === 'ready')
  const backLink = back && (
    <LinkButton href={back} size="sm" variant={isReady ? 'primary' : 'outline'}>
      Back to the skill
    </LinkButton>
  )
  if (isReady)
    return (
      <Alert variant="success" title={`${title} can use your accounts`} action={backLink}>
        {back ? 'Your input is still in the form.' : 'Nothing else is needed.'}
      </Alert>
    )
  return (
    <SectionCard
      id="wanted"
      title={`${title} needs ${needs.length === 1 ? 'an account' : `${needs.length} accounts`}`}
      description={`${title} can then do in your organisation’s name what ${needs.length === 1 ? 'the account allows' : 'they allow'}.`}
      className="grid gap-4"
    >
      <ul className="grid gap-4">
        {needs.map((need) => (
          <li key={need.slug} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <NeedText need={need} />
            {canEdit && need.provider && (
              <NeedButton need={need} {...{ skillSet, back, actions }} provider={need.provider} />
            )}
          </li>
        ))}
      </ul>
      {!canEdit && (
        <p className="text-muted-foreground text-sm">
          Ask an owner or admin of your organisation to open this page and connect it.
        </p>
      )}
      {backLink && <div>{backLink}</div>}
    </SectionCard>
  )
}

function NeedText({ need: { name, slug, state, provider } }: { need: IntegrationNeed }) {
  return (
    <div className="grid min-w-0 flex-1 basis-60 gap-0.5 text-sm">
      <span className="flex items-center gap-1.5 font-medium">
        {name}
        {state === 'ready' && <CircleCheck className="size-4 text-success" aria-label="ready" />}
      </span>
      <span className="text-muted-foreground [overflow-wrap:anywhere]">
        {provider
          ? `Credential sent to ${provider.hosts.join(', ')} only.${
              provider.scopes.length > 0 ? ` Access: ${provider.scopes.join(', ')}.` : ''
            }`
          : `This site has no integration called ${slug}.`}
      </span>
    </div>
  )
}

type NeedButtonProps = Pick<AccountsToConnectProps, 'back' | 'actions'> & {
  need: IntegrationNeed
  provider: NonNullable<IntegrationNeed['provider']>
  skillSet: string
}

function NeedButton({ need, provider, skillSet, back, actions }: NeedButtonProps) {
  const [pending, start] = useAction()
  if (need.state === 'ready' || need.state === 'disabled' || need.state === 'unknown') return null
  if (need.state !== 'not-allowed')
    return (
      <ConnectButton {...{ provider, actions, skillSet }} {...(back && { back })}>
        {connectLabel(need)}
      </ConnectButton>
    )
  return (
    <Button
      size="sm"
      pending={pending}
      onClick={() => start(() => actions.allowSkillSet({ provider: need.slug, skillSet }))}
    >
      {connectLabel(need)}
    </Button>
  )
}
