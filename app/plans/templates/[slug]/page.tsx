import type { Metadata } from 'next'
import { TemplateView } from '#components/plan/template-view.tsx'
import { Page } from '#components/shell/page.tsx'
import { toolsForPlan } from '#lib/plans/find-plan-tools.ts'
import { getPlanTemplate } from '#lib/plans/list-plans.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { createPlan } from '../../actions.ts'

export const metadata: Metadata = { title: 'Template' }

type Props = { params: Promise<{ slug: string }> }

/** A template, to be looked at before one takes a copy of it. */
export default async function TemplatePage({ params }: Props) {
  const { slug } = await params
  const ctx = await contextFromCookie()
  const template = await orNotFound(getPlanTemplate(ctx, slug))
  const tools = await toolsForPlan(ctx, template.text)
  return (
    <Page className="grid grid-cols-1 gap-6">
      <TemplateView template={template} tools={tools} create={createPlan} />
    </Page>
  )
}
