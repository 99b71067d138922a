'use client'

import { Copy } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import type { PlanTemplateView } from '#lib/plans/saved/list-plans.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { BackLink, PageHeader } from '../ui/page-header.tsx'
import { toast } from '../ui/toast.ts'
import { useAction } from '../ui/use-action.ts'
import { PlanEditingProvider, usePlanEditingValue } from './parts/plan-editing.tsx'
import { type PlanViewMode, ReadOnlyPlanTabs } from './read-only-plan-tabs.tsx'
import { type CreatePlan, useTemplateCopy } from './template-list.tsx'

type Props = {
  template: PlanTemplateView
  tools: [string, PlanTool][]
  create: CreatePlan
  addFiles: (slug: string) => Promise<ActionResult<number>>
}

export function TemplateView({ template, tools, create, addFiles }: Props) {
  const { slug, title, summary, text } = template
  const [view, setView] = useState<PlanViewMode>('steps')
  const plan = useMemo<Json>(() => JSON.parse(text), [text])
  const catalog = useMemo(() => new Map(tools), [tools])
  const ignoreEdits = useCallback(() => {}, [])
  const planEditing = usePlanEditingValue(plan, catalog, ignoreEdits, {})
  const { copy, copied } = useTemplateCopy(create)
  return (
    <PlanEditingProvider value={planEditing}>
      <PageHeader
        eyebrow={<BackLink href={paths.plans}>Plans</BackLink>}
        title={title}
        description={summary}
        actions={
          <Button
            pending={copied !== undefined}
            onClick={() => copy(slug, async () => ({ ok: true, data: { title, text } }))}
          >
            <Copy aria-hidden /> Use a copy
          </Button>
        }
      />
      <ReadOnlyPlanTabs
        label="Template view"
        jsonLabel="The template as JSON"
        view={view}
        onViewChange={setView}
      >
        <Assumptions plan={plan} />
        <SampleFiles template={template} addFiles={addFiles} />
      </ReadOnlyPlanTabs>
    </PlanEditingProvider>
  )
}

function SampleFiles({ template: { slug, missingFiles }, addFiles }: Pick<Props, 'template' | 'addFiles'>) {
  const [pending, start] = useAction()
  if (missingFiles.length === 0) return null
  const add = () =>
    start(
      () => addFiles(slug),
      (result) => toast.success(`${plural(result, 'sample file')} added to your vault.`),
    )
  return (
    <Alert variant="info" title="This template reads files that your vault does not have">
      <p>
        {missingFiles.join(', ')}. Add samples of them to try it, or change the steps of your copy to use
        files of yours.
      </p>
      <Button variant="outline" size="sm" className="mt-2 w-fit" pending={pending} onClick={add}>
        Add sample files
      </Button>
    </Alert>
  )
}

function Assumptions({ plan }: { plan: Json }) {
  const { assumptions } = isObject(plan) ? plan : {}
  if (!Array.isArray(assumptions) || assumptions.length === 0) return null
  return (
    <section aria-labelledby="assumptions" className="grid gap-1.5 text-sm">
      <h2 id="assumptions" className="font-medium">
        Assumptions
      </h2>
      <ul className="list-disc pl-5 text-muted-foreground marker:text-muted-foreground/60">
        {assumptions.map((assumption) => (
          <li key={String(assumption)}>{String(assumption)}</li>
        ))}
      </ul>
    </section>
  )
}
