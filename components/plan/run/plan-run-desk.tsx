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
import { durationText } from '../../output/duration-text.ts'
import { ErrorView } from '../../output/error-view.tsx'
import { ResultView } from '../../output/result-view.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { stepPreview } from '../builder/step-preview.ts'
import { isPlanOver, PLAN_STATES } from './plan-states.ts'
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
      <Standing run={run} />
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
              isDryRun={run.dryRun}
              isOpen={step.stepId === failed}
            />
          )
        })}
      </ol>
      {run.outputs && (
        <Card className="grid gap-3 p-4 sm:p-5">
          <h2 className="font-semibold">What the plan gives back</h2>
          <ResultView value={run.outputs} />
        </Card>
      )}
      {run.canResume && <ResumePlanCard key={run.id} run={run} tools={tools} resume={actions.resume} />}
    </div>
  )
}

/** How far it has come, in words and as a bar; announced when it has ended. */
function Standing({ run }: { run: PlanRunView }) {
  const { label, variant } = PLAN_STATES[run.state]
  const done = run.steps.filter(({ status }) => status === 'ok' || status === 'skipped').length
  const isOver = isPlanOver(run.state)
  const tookMs = run.startedAtMs && run.endedAtMs ? run.endedAtMs - run.startedAtMs : undefined
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge variant={variant}>{label}</Badge>
        {run.dryRun && <Badge variant="info">Dry run: nothing is changed</Badge>}
        <span className="text-muted-foreground text-sm tabular-nums">
          {done} of {run.steps.length} {run.steps.length === 1 ? 'step' : 'steps'} done
          {tookMs !== undefined && ` · ${durationText(tookMs)}`}
          {run.charged && ` · ${run.charged} USDC`}
        </span>
      </div>
      {!isOver && run.state !== 'waiting' && (
        <div
          role="progressbar"
          aria-label="Steps done"
          aria-valuemin={0}
          aria-valuemax={run.steps.length}
          aria-valuenow={done}
          className="h-1.5 overflow-hidden rounded-full bg-muted"
        >
          <div
            className="h-full rounded-full bg-primary transition-[width] duration-300"
            style={{ width: `${(100 * done) / run.steps.length}%` }}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {isOver && `${label}.`}
      </p>
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
          what="Every file that this run changed becomes what it was before. If somebody has changed one of them since, nothing is put back and you are told which."
          verb="Undo the changes"
          destructive={false}
          onConfirm={async () => {
            const answer = await actions.undo(run.id)
            if (!answer.ok) return answer.error.message
            toast('The files are what they were before this run.')
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

/** Where it stopped; why stands at the step, and what to do about it below. */
function StoppedNote({ run }: { run: PlanRunView }) {
  const number = run.steps.findIndex(({ stepId }) => stepId === run.failedStepId) + 1
  return (
    <Alert variant="destructive" title={`It stopped at step ${number}`}>
      {run.error?.message}
      {run.canResume && (
        <p>
          <a href="#go-on" className="underline underline-offset-4">
            Go on from there
          </a>
          {' once it is mended: what is done is not done again.'}
        </p>
      )}
    </Alert>
  )
}

/** What it asks a yes for. */
function WaitingNote({ run, catalog }: { run: PlanRunView; catalog: Map<string, PlanTool> }) {
  const asked = run.verdicts.filter(({ verdict }) => verdict === 'confirm')
  const plan = run.plan as unknown as Json
  return (
    <Alert variant="warning" title="Nothing has run yet: it waits for a yes">
      <p>Your organisation wants a person to agree to {asked.length === 1 ? 'this' : 'these'}:</p>
      <ul className="list-disc pl-5">
        {asked.map(({ stepId }) => {
          const step = run.plan.steps.find(({ id }) => id === stepId)
          return (
            <li key={stepId}>
              {step ? stepPreview(plan, catalog, step as unknown as { [key: string]: Json }) : stepId}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
