'use client'

import type { AccountConnection } from '#lib/integrations/account-connection.ts'
import type { IntegrationLine } from '#lib/integrations/integrations-page.ts'
import type { Revocation } from '#lib/integrations/revoke-credential.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DocsLink } from '../contracts/provider-facts.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.ts'
import { useAction } from '../ui/use-action.ts'
import { type ConnectActions, ConnectButton } from './connect-button.tsx'

type IntegrationActions = ConnectActions & {
  disconnect: (slug: unknown) => Promise<ActionResult<{ revocation: Revocation }>>
  withdrawSkillSet: (request: unknown) => Promise<ActionResult<void>>
}

type IntegrationListProps = { lines: IntegrationLine[]; canEdit: boolean; actions: IntegrationActions }

export function IntegrationList({ lines, canEdit, actions }: IntegrationListProps) {
  return (
    <CardList>
      {lines.map((line) => (
        <li key={line.provider.slug} className="grid grid-cols-1 gap-3 px-5 py-4">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
            <About line={line} />
            {canEdit && <LineActions line={line} actions={actions} />}
          </div>
          {line.connection && <Problem provider={line.provider.name} connection={line.connection} />}
          {line.uses.length > 0 && <Uses line={line} canEdit={canEdit} actions={actions} />}
        </li>
      ))}
    </CardList>
  )
}

function About({ line: { provider, connection } }: { line: IntegrationLine }) {
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {provider.name}
        <StateBadge connection={connection} isDisabled={provider.isDisabled} />
      </p>
      {provider.description && <p className="text-muted-foreground">{provider.description}</p>}
      {connection && (
        <p className="text-muted-foreground [overflow-wrap:anywhere]">
          {[connection.label, connection.hint && `Key ending in …${connection.hint}`]
            .filter(Boolean)
            .join(', ')}
          {connection.label || connection.hint ? ' · connected ' : 'Connected '}
          <Time at={connection.connectedAtMs} />
          {connection.expiresAtMs !== null && (
            <>
              {' · '}
              {connection.state === 'expired' ? 'expired' : 'expires'} <Time at={connection.expiresAtMs} />
            </>
          )}
        </p>
      )}
      <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
        Sends its credential to {provider.hosts.join(', ')} only.
        {provider.scopes.length > 0 && ` Access: ${provider.scopes.join(', ')}.`}
      </p>
      {provider.docsUrl && <DocsLink href={provider.docsUrl}>About {provider.name}</DocsLink>}
    </div>
  )
}

type StateBadgeProps = { connection: AccountConnection | null; isDisabled: boolean }

function StateBadge({ connection, isDisabled }: StateBadgeProps) {
  if (isDisabled) return <Badge variant="warning">Turned off by the operator</Badge>
  if (!connection) return null
  if (connection.state === 'connected')
    return connection.missingScopes.length > 0 ? (
      <Badge variant="warning">New consent needed</Badge>
    ) : (
      <Badge variant="success">Connected</Badge>
    )
  return <Badge variant="warning">{STATE_LABELS[connection.state]}</Badge>
}

const STATE_LABELS = { expired: 'Expired', broken: 'Not accepted', rejected: 'Rejected' }

function Problem({ provider, connection }: { provider: string; connection: AccountConnection }) {
  const { state, missingScopes } = connection
  if (state === 'broken')
    return (
      <p className="text-sm">
        {provider} no longer accepts this access: it was revoked there, or it was not used for too long.
        Connect it again. Until then, runs that need it are refused.
      </p>
    )
  if (state === 'expired')
    return <p className="text-sm">This access cannot be renewed. Connect it again to get a new one.</p>
  if (state === 'rejected')
    return (
      <p className="text-sm">
        {provider} answered “401 Unauthorized” to a request with this access. If it was revoked or has expired
        there, replace it. If not, the skill may have asked for more than it allows. Runs still use it.
      </p>
    )
  if (missingScopes.length > 0)
    return (
      <p className="text-sm">
        This site now asks {provider} for more access: {missingScopes.join(', ')}. Connect it again to agree.
      </p>
    )
  return null
}

function LineActions({
  line: { provider, connection },
  actions,
}: {
  line: IntegrationLine
  actions: IntegrationActions
}) {
  const isHealthy = connection?.state === 'connected' && connection.missingScopes.length === 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!provider.isDisabled && (
        <ConnectButton provider={provider} actions={actions} variant={isHealthy ? 'ghost' : 'outline'}>
          {connection
            ? provider.kind === 'api_key' && (isHealthy || connection.state === 'rejected')
              ? 'Replace key'
              : 'Connect again'
            : 'Connect'}
          <span className="sr-only"> {provider.name}</span>
        </ConnectButton>
      )}
      {connection && <DisconnectButton provider={provider} disconnect={actions.disconnect} />}
    </div>
  )
}

const NOT_REVOKED = {
  unsupported: (name: string) =>
    `Disconnected. ${name} does not support revocation: remove this site in your account there.`,
  failed: (name: string) =>
    `Disconnected. ${name} did not confirm the revocation, which is tried again for a day. You can also remove this site in your account there.`,
}

function DisconnectButton({
  provider: { slug, name, kind },
  disconnect,
}: Pick<IntegrationLine, 'provider'> & Pick<IntegrationActions, 'disconnect'>) {
  return (
    <ConfirmButton
      title={`Disconnect ${name}?`}
      description={`The credential is deleted, and no SkillSet may use the account any more. Runs, plans and automations that need it are refused.${
        kind === 'oauth2' ? ` It is also revoked at ${name}, if ${name} supports that.` : ''
      }`}
      confirmLabel="Disconnect"
      onConfirm={() => disconnect(slug)}
      onDone={({ revocation }) => {
        if (kind === 'oauth2' && revocation !== 'revoked') toast.info(NOT_REVOKED[revocation](name))
        else toast.success(`${name} is disconnected.`)
      }}
      label={`Disconnect ${name}`}
    />
  )
}

function Uses({
  line: { provider, uses },
  canEdit,
  actions,
}: { line: IntegrationLine } & Omit<IntegrationListProps, 'lines'>) {
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-muted-foreground">SkillSets that may use it, besides installed ones:</p>
      <ul className="grid gap-1">
        {uses.map(({ id, name, title }) => {
          const [handle = '', slug = ''] = name.split('.')
          return (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <TextLink href={paths.skillSet(handle, slug)}>{title}</TextLink>
              {canEdit && (
                <WithdrawButton
                  label={`Withdraw ${title}’s use of ${provider.name}`}
                  withdraw={() => actions.withdrawSkillSet({ provider: provider.slug, skillSetId: id })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function WithdrawButton({ label, withdraw }: { label: string; withdraw: () => Promise<ActionResult<void>> }) {
  const [pending, start] = useAction()
  return (
    <Button variant="link" size="sm" pending={pending} aria-label={label} onClick={() => start(withdraw)}>
      Withdraw
    </Button>
  )
}
