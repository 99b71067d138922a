import { Plug } from 'lucide-react'
import type { Metadata } from 'next'
import { ProviderList } from '#components/integrations/provider-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { listProviderSettings } from '#lib/integrations/manage-providers.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { removeProvider } from './actions.ts'

export const metadata: Metadata = { title: 'Integration providers' }

export default async function ProvidersPage() {
  const providers = await orNotFound(contextFromCookie().then(listProviderSettings))
  const add = <LinkButton href={paths.providerNew}>Add provider</LinkButton>
  return (
    <Page
      width="reading"
      title="Integration providers"
      description="Services whose accounts organisations can connect for skills to use. A SkillSet that needs one can be published once it is here."
      actions={add}
    >
      {providers.length > 0 ? (
        <ProviderList providers={providers} remove={removeProvider} />
      ) : (
        <EmptyState icon={Plug} title="No providers yet">
          Add a service with API keys or OAuth 2.0. Organisations then connect their accounts in their
          settings.
        </EmptyState>
      )}
    </Page>
  )
}
