'use client'

/** One plan run, live while it goes on, with everything that can be done with it. */
import { OctagonX, Play, Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import type { Json } from '#lib/contract/json/json.ts'
import { type PlanTool, toolFor } from '#lib/contract/plan/plan-tool.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { ErrorView } from '../../output/error-view.tsx'
import { ResultView } from '../../output/result-view.tsx'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { stepPreview } from '../builder/step-preview.ts'
import { StoppedNote, WaitingNote } from './plan-run-notes.tsx'
import { PlanRunStanding } from './plan-run-standing.tsx'
import { isPlanOver } from './plan-states.ts'
import { PlanStepLine } from './plan-step-line.tsx'
import { type ResumePlan, ResumePlanCard } from './resume-plan.tsx'
import { useLivePlanRun } from './use-live-plan-run.ts'

export type PlanRunActions = {
  confirm: (id: string) => Promise<ActionResult<null>>
  cancel: (id: string) => Promise<ActionResult<null>>
  resume: ResumePlan
  /** Puts back every file that it changed, or none when one of them was changed since. */
  undo: (id: string) => Promise<ActionResult<null>>
}

type Props = { initial: PlanRunView; tools: [string, PlanTool][]; actions: PlanRunActions }

export function PlanRunDesk({ initial, tools, actions }: Props) {
  const run = useLivePlanRun(initial)
  const catalog = new Map(tools)
  const plan = run.plan as unknown as Json
  const failed = run.failedStepId
  return (
    <div className="grid grid-cols-1 gap-6">
      <PlanRunStanding run={run} />
      <Buttons run={run} actions={actions} />
      {run.state === 'waiting' && <WaitingNote run={run} catalog={catalog} />}
      {run.error && (failed === undefined ? <ErrorView error={run.error} /> : <StoppedNote run={run} />)}
      <ol aria-label="Steps" className="grid grid-cols-1 gap-3">
        {run.steps.map((step, index) => {
          const found = toolFor(catalog, step.tool)
          const written = run.plan.steps[index]
          return (
            <PlanStepLine
              key={step.stepId}
              step={step}
              number={index + 1}
              title={found?.title ?? step.tool}
              preview={
                written
                  ? stepPreview(plan, catalog, written as unknown as { [key: string]: Json })
                  : step.preview
              }
              tool={found}
              isOver={isPlanOver(run.state)}
              isOpen={step.stepId === failed}
            />
          )
        })}
      </ol>
      {run.outputs && (
        <Card className="grid gap-3 p-4 sm:p-5">
          <h2 className="font-semibold">Results of the plan</h2>
          <ResultView value={run.outputs} />
        </Card>
      )}
      {run.canResume && <ResumePlanCard key={run.id} run={run} tools={tools} resume={actions.resume} />}
    </div>
  )
}

function Buttons({ run, actions }: { run: PlanRunView; actions: PlanRunActions }) {
  const router = useRouter()
  const [doing, setDoing] = useState<'confirm' | 'cancel'>()
  const [isPending, start] = useTransition()
  const act = (what: 'confirm' | 'cancel') => {
    setDoing(what)
    start(async () => {
      const answer = await actions[what](run.id)
      if (!answer.ok) toast.error(answer.error.message)
      router.refresh()
    })
  }
  if (!run.canConfirm && !run.canCancel && !run.canUndo) return null
  return (
    <div className="flex flex-wrap gap-2">
      {run.canConfirm && (
        <Button pending={isPending && doing === 'confirm'} onClick={() => act('confirm')}>
          <Play aria-hidden /> Yes, run it
        </Button>
      )}
      {run.canCancel && (
        <Button variant="outline" pending={isPending && doing === 'cancel'} onClick={() => act('cancel')}>
          <OctagonX aria-hidden /> Cancel
        </Button>
      )}
      {run.canUndo && (
        <Confirm
          title="Put the files back?"
          what={undoWords(run)}
          verb="Undo the changes"
          destructive={false}
          onConfirm={async () => {
            const answer = await actions.undo(run.id)
            if (!answer.ok) return answer.error.message
            toast(`The files are what they were before ${run.resumedFromId ? 'the plan began' : 'this run'}.`)
            router.refresh()
            return undefined
          }}
        >
          <Button variant="outline">
            <Undo2 aria-hidden /> Undo the changes
          </Button>
        </Confirm>
      )}
    </div>
  )
}

/** What a plan did is what its runs did, down to this one. */
function undoWords({ resumedFromId, resumedById }: PlanRunView): string {
  const earlier = resumedFromId ? ' or the run that it went on from' : ''
  const later = resumedById
    ? ' What the run that went on from this one changed stays: undo that one to take back both.'
    : ''
  return `Every file that this run${earlier} changed becomes what it was before. If somebody has changed one of them since, nothing is put back and you are told which.${later}`
}
