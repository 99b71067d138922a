'use client'

import { OctagonX, Play, Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { type PlanTool, toolFor } from '#lib/plans/model/document/plan-tool.ts'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { ErrorView } from '../../output/error-view.tsx'
import { formatDuration } from '../../output/format-duration.ts'
import { ResultView } from '../../output/result-view.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { stepPreview } from '../document/step-labels.ts'
import { Approvals, type DecideApproval } from './plan-approvals.tsx'
import { type ResumePlan, ResumePlanCard, StoppedNote, WaitingNote } from './plan-run-notes.tsx'
import { isPlanOver, PLAN_STATES } from './plan-run-states.ts'
import { PlanStepLine } from './plan-step-line.tsx'
import { useLivePlanRun } from './use-live-plan-run.ts'

type PlanRunActions = {
  confirm: (id: string) => Promise<ActionResult<void>>
  cancel: (id: string) => Promise<ActionResult<void>>
  decide: DecideApproval
  addSample: (path: string) => Promise<ActionResult<void>>
  resume: ResumePlan
  runForReal: (id: string) => Promise<ActionResult<PlanRunView>>
  /** Undoes all changes, or none if one was changed since. */
  undo: (id: string) => Promise<ActionResult<void>>
}

type Props = {
  initial: PlanRunView
  tools: [string, PlanTool][]
  samplePaths: string[]
  actions: PlanRunActions
}

export function PlanRunDetails({ initial, tools, samplePaths, actions }: Props) {
  const run = useLivePlanRun(initial)
  const catalog = new Map(tools)
  const edited = withEditedArgs(run)
  const plan = edited as Json
  const failed = run.failedStepId
  return (
    <div className="grid grid-cols-1 gap-6">
      <PlanRunStatusLine run={run} />
      <Buttons run={run} actions={actions} />
      {run.state === 'waiting' && run.startedAtMs === undefined && (
        <WaitingNote run={run} catalog={catalog} />
      )}
      <Approvals run={run} decide={actions.decide} />
      {run.error &&
        (failed === undefined ? (
          <ErrorView error={run.error} />
        ) : (
          <StoppedNote run={run} samplePaths={samplePaths} addSample={actions.addSample} />
        ))}
      <ol aria-label="Steps" className="grid grid-cols-1 gap-3">
        {run.steps.map((step, index) => {
          const found = toolFor(catalog, step.tool)
          const written = edited.steps[index]
          return (
            <PlanStepLine
              key={step.stepId}
              step={step}
              number={index + 1}
              title={found?.title ?? step.tool}
              preview={
                written ? stepPreview(plan, catalog, written as { [key: string]: Json }) : step.preview
              }
              tool={found}
              isOver={isPlanOver(run.state)}
              isOpen={step.stepId === failed || (run.dryRun && run.plannedTexts !== undefined)}
              isUndone={run.isUndone}
              plannedTexts={run.plannedTexts}
            />
          )
        })}
      </ol>
      {run.outputs && (
        <Card className="grid gap-3 p-4 sm:p-5">
          <h2 className="font-semibold">Results</h2>
          <ResultFiles run={run} />
          <ResultView value={run.outputs} />
        </Card>
      )}
      {run.canResume && <ResumePlanCard key={run.id} run={run} tools={tools} resume={actions.resume} />}
    </div>
  )
}

/**
 * Returns the plan with the arguments with which it was resumed. The sentences that the plan has for these steps are left out:
 * they may name the former ones.
 */
export function withEditedArgs({
  plan,
  editedArgs = {},
}: Pick<PlanRunView, 'plan' | 'editedArgs'>): PlanRunView['plan'] {
  const steps = plan.steps.map(({ preview, ...step }) => {
    const args = Object.hasOwn(editedArgs, step.id) ? editedArgs[step.id] : undefined
    return args ? { ...step, args } : { ...step, ...(preview !== undefined && { preview }) }
  })
  return { ...plan, steps }
}

/** Links to the files that the plan made or changed and that its results name. */
export function ResultFiles({
  run,
}: {
  run: Pick<PlanRunView, 'dryRun' | 'isUndone' | 'steps' | 'outputs'>
}) {
  if (run.dryRun || run.isUndone) return null
  const changed = new Set(
    run.steps.flatMap(({ results }) =>
      results.flatMap(({ effects: { created = [], modified = [], renamed = [] } = {} }) => [
        ...created,
        ...modified,
        ...renamed.map(({ to }) => to),
      ]),
    ),
  )
  const named = Object.values(run.outputs ?? {}).filter(
    (value): value is string => typeof value === 'string' && changed.has(value),
  )
  if (named.length === 0) return null
  return (
    <ul aria-label="Files" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {[...new Set(named)].map((path) => (
        <li key={path}>
          <TextLink href={paths.vaultFile(path)}>Open {path}</TextLink>
        </li>
      ))}
    </ul>
  )
}

function Buttons({ run, actions }: { run: PlanRunView; actions: PlanRunActions }) {
  const router = useRouter()
  const [pendingAction, setPendingAction] = useState<'confirm' | 'cancel'>()
  const [isPending, start] = useTransition()
  const perform = (action: 'confirm' | 'cancel') => {
    setPendingAction(action)
    start(async () => {
      const result = await attemptAction(() => actions[action](run.id))
      if (!result.ok) toast.error(result.error.message)
      router.refresh()
    })
  }
  if (!run.canConfirm && !run.canCancel && !run.canUndo && !run.canRunForReal) return null
  return (
    <div className="flex flex-wrap gap-2">
      {run.canConfirm && (
        <Button pending={isPending && pendingAction === 'confirm'} onClick={() => perform('confirm')}>
          <Play aria-hidden /> Run plan
        </Button>
      )}
      {run.canCancel && (
        <Button
          variant="outline"
          pending={isPending && pendingAction === 'cancel'}
          onClick={() => perform('cancel')}
        >
          <OctagonX aria-hidden /> Cancel
        </Button>
      )}
      {run.canRunForReal && <RunForRealButton run={run} runForReal={actions.runForReal} />}
      {run.canUndo && (
        <ConfirmDialog
          title="Undo this run?"
          description={describeUndo(run)}
          confirmLabel="Undo changes"
          destructive={false}
          onConfirm={() => actions.undo(run.id)}
          onDone={() => {
            toast('Changes undone.')
            router.refresh()
          }}
        >
          <Button variant="outline">
            <Undo2 aria-hidden /> Undo changes
          </Button>
        </ConfirmDialog>
      )}
    </div>
  )
}

function RunForRealButton({ run, runForReal }: { run: PlanRunView } & Pick<PlanRunActions, 'runForReal'>) {
  const router = useRouter()
  return (
    <ConfirmDialog
      title="Run this plan for real?"
      description="The plan makes the changes that this dry run shows, on behalf of your organisation. If files have changed since, the result may differ."
      confirmLabel="Run for real"
      destructive={false}
      onConfirm={() => runForReal(run.id)}
      onDone={({ id }) => router.push(paths.planRun(id))}
    >
      <Button>
        <Play aria-hidden /> Run for real
      </Button>
    </ConfirmDialog>
  )
}

/** Describes what an undo restores, including the changes of the run that this one has resumed. */
function describeUndo({ resumedFromId, resumedById }: PlanRunView): string {
  const earlier = resumedFromId ? ' or the run it resumed' : ''
  const later = resumedById
    ? ' The changes of the resumed run stay. To undo both, undo that run instead.'
    : ''
  return `Every file that this run${earlier} changed will be restored. If one of them has been edited since, nothing is restored and you see which file it was.${later}`
}

function PlanRunStatusLine({ run }: { run: PlanRunView }) {
  const isApproval = run.state === 'waiting' && run.startedAtMs !== undefined
  const { variant } = PLAN_STATES[run.state]
  const label = isApproval ? 'Waiting for approval' : PLAN_STATES[run.state].label
  const done = run.steps.filter(({ status }) => status === 'ok' || status === 'skipped').length
  const isOver = isPlanOver(run.state)
  const tookMs = run.startedAtMs && run.endedAtMs ? run.endedAtMs - run.startedAtMs : undefined
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge variant={variant}>{label}</Badge>
        {run.dryRun && <Badge variant="info">Dry run: no changes</Badge>}
        {run.isUndone && <Badge variant="warning">Changes undone</Badge>}
        <span className="text-muted-foreground text-sm tabular-nums">
          {done} of {plural(run.steps.length, 'step')} done
          {tookMs !== undefined && ` · ${formatDuration(tookMs)}`}
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
