'use client'

import { Copy } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import type { PlanTemplateView } from '#lib/plans/saved/list-plans.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { JsonBlock } from '../output/json-block.tsx'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { BackLink, PageHeader } from '../ui/page-header.tsx'
import { TabsContent } from '../ui/tabs.tsx'
import { toast } from '../ui/toast.ts'
import { useAction } from '../ui/use-action.ts'
import { stepsOf } from './document/edit-plan.ts'
import { stepPreview, stepTitle } from './document/step-labels.ts'
import { PlanEditingProvider, usePlanEditing, usePlanEditingValue } from './shared/plan-editing.tsx'
import { PlanGraph, type PlanLook, PlanTabs, PlanTotals } from './shared/plan-overview.tsx'
import { StepNumber } from './shared/reference-chip.tsx'
import { RiskBadge } from './shared/risk-badge.tsx'
import { type CreatePlan, useTemplateCopy } from './template-list.tsx'

type Props = {
  template: PlanTemplateView
  tools: [string, PlanTool][]
  create: CreatePlan
  addFiles: (slug: string) => Promise<ActionResult<number>>
}

export function TemplateView({ template, tools, create, addFiles }: Props) {
  const { slug, title, summary, text } = template
  const [view, setView] = useState<PlanLook>('steps')
  const plan = useMemo<Json>(() => JSON.parse(text), [text])
  const catalog = useMemo(() => new Map(tools), [tools])
  const isOnlyShown = useCallback(() => {}, [])
  const planEditing = usePlanEditingValue(plan, catalog, isOnlyShown, {})
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
      <PlanTotals />
      <Assumptions plan={plan} />
      <SampleFiles template={template} addFiles={addFiles} />
      <PlanTabs label="Template view" look={view} onLook={setView}>
        <TabsContent value="steps">
          <ol aria-label="Steps" className="grid grid-cols-1 gap-3">
            {stepsOf(plan).map(({ step, index }) => (
              <StepToRead key={index} step={step} index={index} />
            ))}
          </ol>
        </TabsContent>
        <TabsContent value="graph">
          <PlanGraph onOpen={() => setView('steps')} />
        </TabsContent>
        <TabsContent value="json">
          <JsonBlock value={plan} label="The template as JSON" />
        </TabsContent>
      </PlanTabs>
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
    <Alert variant="info" title="It reads files that your vault does not have">
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
        {assumptions.map((each) => (
          <li key={String(each)}>{String(each)}</li>
        ))}
      </ul>
    </section>
  )
}

function itemOf({ foreach }: JsonObject): [string, Json][] {
  if (!isObject(foreach)) return []
  const name = typeof foreach.itemName === 'string' ? foreach.itemName : 'item'
  return [[`each ${name} of`, foreach.from ?? null]]
}

export function StepToRead({ step, index }: { step: JsonObject; index: number }) {
  const { plan, catalog, toolOf } = usePlanEditing()
  const { riskLevel = 'read-only' } = toolOf(step.tool) ?? {}
  const args = [...itemOf(step), ...Object.entries(isObject(step.args) ? step.args : {})]
  return (
    <li>
      <Card className="flex min-w-0 items-start gap-3 p-4">
        <StepNumber number={index + 1} className="mt-0.5" />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{stepTitle(catalog, step)}</span>
            <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
              {String(step.tool)}
            </code>
          </p>
          <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {stepPreview(plan, catalog, step)}
          </p>
          <p className="flex flex-wrap gap-1.5 empty:hidden">
            {riskLevel !== 'read-only' && <RiskBadge level={riskLevel} />}
            {isObject(step.foreach) && <Badge variant="info">for each item</Badge>}
          </p>
          {args.length > 0 && (
            <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
              {args.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted-foreground">{name}</dt>
                  <dd className="min-w-0 whitespace-pre-wrap font-mono text-xs leading-5 [overflow-wrap:anywhere]">
                    {typeof value === 'string' ? value : JSON.stringify(value)}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </Card>
    </li>
  )
}
