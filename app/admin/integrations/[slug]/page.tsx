import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ProviderForm } from '#components/integrations/provider-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { getProviderSettings } from '#lib/integrations/manage-providers.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { updateProvider } from '../actions.ts'

export const metadata: Metadata = { title: 'Integration provider' }

type Props = { params: Promise<{ slug: string }> }

export default async function ProviderPage({ params }: Props) {
  const { slug } = await params
  const provider = await orNotFound(contextFromCookie().then((ctx) => getProviderSettings(ctx, slug)))
  const callbackUrl = publicOrigin(await headers()) + paths.connectCallback
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.providers}>Integration providers</BackLink>}
      title={provider.name}
    >
      <ProviderForm provider={provider} callbackUrl={callbackUrl} save={updateProvider} />
    </Page>
  )
}
