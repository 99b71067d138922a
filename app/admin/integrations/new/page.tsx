import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ProviderForm } from '#components/integrations/provider-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { requireAdmin } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { createProvider } from '../actions.ts'

export const metadata: Metadata = { title: 'Add a provider' }

export default async function NewProviderPage() {
  await orNotFound(contextFromCookie().then(requireAdmin))
  const callbackUrl = publicOrigin(await headers()) + paths.connectCallback
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.providers}>Integration providers</BackLink>}
      title="Add a provider"
    >
      <ProviderForm callbackUrl={callbackUrl} save={createProvider} />
    </Page>
  )
}
