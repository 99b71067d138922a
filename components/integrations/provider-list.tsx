'use client'

import type { ProviderSettings } from '#lib/integrations/manage-providers.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { CardList } from '../ui/link-rows.tsx'

type ProviderListProps = {
  providers: ProviderSettings[]
  remove: (slug: string) => Promise<ActionResult<void>>
}

export function ProviderList({ providers, remove }: ProviderListProps) {
  return (
    <CardList>
      {providers.map((provider) => (
        <li key={provider.slug} className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 py-4">
          <div className="grid min-w-0 flex-1 basis-64 gap-1 text-sm">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {provider.name}{' '}
              <code className="font-normal text-muted-foreground text-xs">{provider.slug}</code>
              {provider.isDisabled && <Badge variant="warning">Off</Badge>}
            </p>
            <p className="text-muted-foreground [overflow-wrap:anywhere]">
              {provider.kind === 'oauth2' ? 'OAuth 2.0' : 'API key'} · {provider.hosts.join(', ')} ·{' '}
              {provider.connections === 0
                ? 'no accounts connected'
                : `${plural(provider.connections, 'account')} connected`}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <LinkButton
              href={paths.provider(provider.slug)}
              variant="outline"
              size="sm"
              aria-label={`Edit ${provider.name}`}
            >
              Edit
            </LinkButton>
            <RemoveButton provider={provider} remove={remove} />
          </div>
        </li>
      ))}
    </CardList>
  )
}

function RemoveButton({
  provider: { slug, name, connections },
  remove,
}: { provider: ProviderSettings } & Pick<ProviderListProps, 'remove'>) {
  return (
    <ConfirmButton
      title={`Remove ${name}?`}
      description={`${connections === 0 ? 'No account is connected.' : `The credentials of ${plural(connections, 'account')} will be deleted, and revoked at ${name} where it supports that.`} Skills that need ${slug} can no longer run here. To stop it for a while, turn it off instead.`}
      confirmLabel="Remove"
      onConfirm={() => remove(slug)}
      onDone={`${name} is removed.`}
      label={`Remove ${name}`}
    />
  )
}
