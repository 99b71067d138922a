'use client'

import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState, useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { filesRead } from '#lib/plans/model/checks/check-files.ts'
import { type PlanTool, toolFor } from '#lib/plans/model/document/plan-tool.ts'
import { skillEffectLines } from '#lib/plans/model/policy/effect-lines.ts'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { attemptAction, useAction } from '../../ui/use-action.ts'
import { stepPreview } from '../document/step-labels.ts'
import { argsSchema } from '../document/step-schema.ts'
import { PartForm } from '../forms/part-form.tsx'
import { PlanRefusal } from '../forms/plan-refusal.tsx'
import { StepChoices } from '../forms/step-choices.tsx'
import { PlanEditingProvider, usePlanEditingValue } from '../parts/plan-editing.tsx'

type StoppedNoteProps = {
  run: PlanRunView
  samplePaths: readonly string[]
  addSample: (path: string) => Promise<ActionResult<void>>
}

export function StoppedNote({ run, samplePaths, addSample }: StoppedNoteProps) {
  const [pending, start] = useAction()
  const [added, setAdded] = useState<string>()
  const file = findMissingFile(run)
  const number = run.steps.findIndex(({ stepId }) => stepId === run.failedStepId) + 1
  return (
    <Alert variant="destructive" title={`Stopped at step ${number}`}>
      {run.error?.message}
      {file !== undefined && file !== added && samplePaths.includes(file) && (
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          pending={pending}
          onClick={() =>
            start(
              () => addSample(file),
              () => setAdded(file),
            )
          }
        >
          Add a sample of {file}
        </Button>
      )}
      {added !== undefined && <p>{added} was added to your vault.</p>}
      {run.canResume && (
        <p>
          <a href="#go-on" className="underline underline-offset-4">
            Resume from there
          </a>
          {' after you fix the problem. Finished steps do not run again.'}
        </p>
      )}
      {run.resumedById && (
        <p>
          {'Resumed: '}
          <TextLink href={paths.planRun(run.resumedById)}>view the resumed run</TextLink>
        </p>
      )}
    </Alert>
  )
}

/** Returns the file that the failed step reads, if the step failed because something does not exist. */
function findMissingFile({ error, failedStepId, plan }: PlanRunView): string | undefined {
  if (error?.code !== 'NOT_FOUND') return undefined
  return filesRead(plan as Json).find(({ stepId }) => stepId === failedStepId)?.path
}

export function WaitingNote({ run, catalog }: { run: PlanRunView; catalog: Map<string, PlanTool> }) {
  const toConfirm = run.verdicts.filter(({ verdict }) => verdict === 'confirm')
  const plan = run.plan as Json
  return (
    <Alert variant="warning" title="Nothing has run yet: waiting for confirmation">
      <p>
        {run.dryRun
          ? `A dry run makes no changes itself, but it calls ${toConfirm.length === 1 ? 'a skill that can, and Guildhall cannot verify that the skill respects the dry run' : 'skills that can, and Guildhall cannot verify that they respect the dry run'}:`
          : `Your organisation requires confirmation for ${toConfirm.length === 1 ? 'this step' : 'these steps'}:`}
      </p>
      <ul className="list-disc pl-5">
        {toConfirm.map(({ stepId }) => {
          const step = run.plan.steps.find(({ id }) => id === stepId)
          const reach = step ? skillEffectLines(toolFor(catalog, step.tool)) : []
          return (
            <li key={stepId}>
              {step ? stepPreview(plan, catalog, step as { [key: string]: Json }) : stepId}
              {reach.length > 0 && <span className="block text-xs">{reach.join(' ')}</span>}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}

/** Resumes a stopped run at the failed step; steps that were completed do not run again. */
export type ResumePlan = (
  id: string,
  request: { confirmed: boolean; editedArgs: string },
) => Promise<ActionResult<PlanRunView>>

type Props = { run: PlanRunView; tools: [string, PlanTool][]; resume: ResumePlan }

export function ResumePlanCard({ run, tools, resume }: Props) {
  const router = useRouter()
  const [plan, setPlan] = useState<Json>(run.plan as Json)
  const catalog = useMemo(() => new Map(tools), [tools])
  const edit = useCallback((change: (plan: Json) => Json) => setPlan(change), [])
  const planEditing = usePlanEditingValue(plan, catalog, edit, { isStarted: true })
  const [failure, setFailure] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const index = run.plan.steps.findIndex(({ id }) => id === run.failedStepId)
  const step = run.plan.steps[index]
  const tool = step && planEditing.toolOf(step.tool)
  const args = stepArguments(plan, index)
  const isEdited = step !== undefined && JSON.stringify(args) !== JSON.stringify(step.args)
  const errors = planEditing.check.issues.filter(({ severity }) => severity === 'error')

  const resumeRun = () =>
    start(async () => {
      setFailure(undefined)
      const editedArgs = JSON.stringify(isEdited ? { [step.id]: args } : {})
      const result = await attemptAction(() => resume(run.id, { confirmed: true, editedArgs }))
      if (result.ok) router.push(paths.planRun(result.data.id))
      else {
        planEditing.showRefused(result.error.details ?? [])
        setFailure(result.error)
      }
    })
  return (
    <PlanEditingProvider value={planEditing}>
      <Card id="go-on" className="grid scroll-mt-20 gap-4 p-4 sm:p-5">
        <div className="grid gap-1">
          <h2 className="font-semibold">Resume from here</h2>
          <p className="text-pretty text-muted-foreground text-sm">
            Finished steps are not run or charged again.
            {tool && ' Change the arguments of the failed step if needed.'}
          </p>
        </div>
        {tool && (
          <StepChoices tool={tool}>
            <PartForm
              pointer={`/steps/${index}/args`}
              schema={argsSchema(tool.inputSchema)}
              value={args}
              onChange={(value) => planEditing.set(`/steps/${index}/args`, value)}
            />
          </StepChoices>
        )}
        {failure && <PlanRefusal error={failure} />}
        <Button className="w-fit" pending={isPending} disabled={errors.length > 0} onClick={resumeRun}>
          <RotateCw aria-hidden /> {isEdited ? 'Resume with these arguments' : 'Resume'}
        </Button>
      </Card>
    </PlanEditingProvider>
  )
}

function stepArguments(plan: Json, index: number): JsonObject {
  const step = isObject(plan) && Array.isArray(plan.steps) ? plan.steps[index] : undefined
  return isObject(step) && isObject(step.args) ? step.args : {}
}
