import { SlidersHorizontal } from 'lucide-react'
import type { Metadata } from 'next'
import { ConfigForm } from '#components/config/config-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { getConfigForm } from '#lib/config/get-config-form.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { saveConfig } from './actions.ts'

export const metadata: Metadata = { title: 'SkillSet settings' }

type Props = { params: Promise<{ publisher: string; skillset: string }> }

export default async function ConfigPage({ params }: Props) {
  const ref = await params
  const form = await orNotFound(getConfigForm(await contextFromCookie(), ref))
  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        eyebrow={<BackLink href={paths.skillSet(form.publisher, form.slug)}>{form.name}</BackLink>}
        title={`Settings of ${form.name}`}
        description={`Used by version ${form.versionNumber} when ${form.organisationName} runs its skills. Values are encrypted; secrets are never shown again.`}
      />
      {form.fields.length > 0 ? (
        <ConfigForm form={form} save={saveConfig.bind(null, ref)} />
      ) : (
        <EmptyState icon={SlidersHorizontal} title="Nothing to set">
          {form.name} runs without any settings.
        </EmptyState>
      )}
    </Page>
  )
}
