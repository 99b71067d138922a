'use client'

/** Goes on from the step that failed, with its arguments as they are or changed; what is done is not done again. */
import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState, useTransition } from 'react'
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { PlanTool } from '#lib/contract/plan/plan-tool.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PartForm } from '../builder/part-form.tsx'
import { PlanDeskProvider, usePlanDesk } from '../builder/plan-desk.tsx'
import { argsSchema } from '../builder/step-schema.ts'

export type ResumePlan = (
  id: string,
  request: { confirmed: boolean; editedArgs: string },
) => Promise<ActionResult<PlanRunView>>

type Props = { run: PlanRunView; tools: [string, PlanTool][]; resume: ResumePlan }

export function ResumePlanCard({ run, tools, resume }: Props) {
  const router = useRouter()
  const [plan, setPlan] = useState<Json>(run.plan as unknown as Json)
  const catalog = useMemo(() => new Map(tools), [tools])
  const edit = useCallback((change: (plan: Json) => Json) => setPlan(change), [])
  const desk = usePlanDesk(plan, catalog, edit, { isStarted: true })
  const [failure, setFailure] = useState<string>()
  const [isPending, start] = useTransition()
  const index = run.plan.steps.findIndex(({ id }) => id === run.failedStepId)
  const step = run.plan.steps[index]
  const tool = step && desk.toolOf(step.tool)
  const args = argsAt(plan, index)
  const isEdited = step !== undefined && JSON.stringify(args) !== JSON.stringify(step.args)
  const errors = desk.check.issues.filter(({ severity }) => severity === 'error')

  const go = () =>
    start(async () => {
      setFailure(undefined)
      const editedArgs = JSON.stringify(isEdited ? { [step.id]: args } : {})
      const answer = await resume(run.id, { confirmed: true, editedArgs })
      if (answer.ok) router.push(paths.planRun(answer.data.id))
      else setFailure(answer.error.details?.[0]?.message ?? answer.error.message)
    })
  return (
    <PlanDeskProvider value={desk}>
      <Card id="go-on" className="grid scroll-mt-20 gap-4 p-4 sm:p-5">
        <div className="grid gap-1">
          <h2 className="font-semibold">Resume from here</h2>
          <p className="text-pretty text-muted-foreground text-sm">
            What is done stays done: it is neither run nor charged again.
            {tool && ' Change what the failed step is given, if that is what it takes.'}
          </p>
        </div>
        {tool && (
          <PartForm
            pointer={`/steps/${index}/args`}
            schema={argsSchema(tool.inputSchema)}
            value={args}
            onChange={(value) => desk.set(`/steps/${index}/args`, value)}
          />
        )}
        {failure && <Alert variant="destructive">{failure}</Alert>}
        <Button className="w-fit" pending={isPending} disabled={errors.length > 0} onClick={go}>
          <RotateCw aria-hidden /> {isEdited ? 'Resume with these arguments' : 'Resume'}
        </Button>
      </Card>
    </PlanDeskProvider>
  )
}

function argsAt(plan: Json, index: number): JsonObject {
  const step = isObject(plan) && Array.isArray(plan.steps) ? plan.steps[index] : undefined
  return isObject(step) && isObject(step.args) ? step.args : {}
}
