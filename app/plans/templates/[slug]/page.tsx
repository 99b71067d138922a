import type { Metadata } from 'next'
import { TemplateView } from '#components/plans/template-view.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { getPlanTemplate } from '#lib/plans/saved/list-plans.ts'
import { listToolsForPlan } from '#lib/plans/tools/find-plan-tools.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { addTemplateFiles, createPlan } from '../../actions.ts'

export const metadata: Metadata = { title: 'Template' }

type Props = { params: Promise<{ slug: string }> }

export default async function TemplatePage({ params }: Props) {
  const { slug } = await params
  const ctx = await contextFromCookie()
  const template = await orNotFound(getPlanTemplate(ctx, slug))
  const tools = await listToolsForPlan(ctx, template.text)
  return (
    <PageContent className="grid grid-cols-1 gap-6">
      <TemplateView template={template} tools={tools} create={createPlan} addFiles={addTemplateFiles} />
    </PageContent>
  )
}
