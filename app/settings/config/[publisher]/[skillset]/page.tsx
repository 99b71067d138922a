import { SlidersHorizontal } from 'lucide-react'
import type { Metadata } from 'next'
import { ConfigForm } from '#components/config/config-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { getConfigForm } from '#lib/config/get-config-form.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { orNotFound, redirectFormerName } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { saveConfig } from './actions.ts'

export const metadata: Metadata = { title: 'SkillSet settings' }

type Props = {
  params: Promise<{ publisher: string; skillset: string }>
  /** `back` is the page that needed the settings. */
  searchParams: Promise<{ back?: string | string[] }>
}

export default async function ConfigPage({ params, searchParams }: Props) {
  const ref = await params
  const back = safeNext((await searchParams).back)
  const form = await orNotFound(getConfigForm(await contextFromCookie(), ref))
  await redirectFormerName(paths.config(ref.publisher, ref.skillset), paths.config(form.publisher, form.slug))
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.skillSet(form.publisher, form.slug)}>{form.name}</BackLink>}
      title={`${form.name} settings`}
      description={`Used by version ${form.versionNumber} when ${form.organisationName} runs its skills. Values are encrypted. Secrets cannot be viewed after you save them.`}
    >
      {form.fields.length > 0 ? (
        <ConfigForm form={form} save={saveConfig.bind(null, ref)} back={back === '/' ? undefined : back} />
      ) : (
        <EmptyState icon={SlidersHorizontal} title="No settings">
          {form.name} does not need any settings.
        </EmptyState>
      )}
    </Page>
  )
}
