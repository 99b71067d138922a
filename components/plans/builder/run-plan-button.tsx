'use client'

import { FlaskConical, Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ComponentProps, useRef, useState, useTransition } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { DRY_RUN } from '#lib/plans/model/checks/check-tools.ts'
import { skillEffectLines } from '#lib/plans/model/policy/effect-lines.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'
import { listStepObjects } from '../document/edit-plan.ts'
import { stepPreview } from '../document/step-labels.ts'
import { PlanRefusal } from '../forms/plan-refusal.tsx'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { StepNumber } from '../parts/reference-chip.tsx'
import { RiskBadge } from '../parts/risk-badge.tsx'
import { useSavedPlan } from './plan-builder-context.tsx'

export function RunPlanButton({ goTo }: { goTo: (pointer: string) => void }) {
  const { plan, check } = usePlanEditing()
  const [isConfirming, setConfirming] = useState(false)
  const { start, isStarting, failure } = useStartPlan(goTo)
  const focusTarget = useRef<string>(undefined)
  const errors = check.issues.filter(({ severity }) => severity === 'error')

  /** Returns a handler that leads to the first problem instead, because the server would refuse the plan. */
  const unlessInvalid = (proceed: () => void) => () => {
    const [first] = errors
    if (!first) return proceed()
    toast.error(
      listStepObjects(plan).length === 0
        ? 'Add a step before you run the plan.'
        : fixFirstMessage(errors.length),
    )
    goTo(first.path)
  }
  return (
    <>
      <Button
        variant="outline"
        pending={isStarting === 'dry'}
        title={dryRunTitle(check)}
        disabled={findDryRunIssue(check) !== undefined}
        onClick={unlessInvalid(() => start({ dryRun: true }))}
      >
        <FlaskConical aria-hidden /> Dry run
      </Button>
      <Button onClick={unlessInvalid(() => setConfirming(true))}>
        <Play aria-hidden /> Run
      </Button>
      <Dialog open={isConfirming} onOpenChange={setConfirming}>
        {isConfirming && (
          <ConfirmRunDialog
            isStarting={isStarting === 'run'}
            failure={failure}
            onConfirm={() => start({ dryRun: false })}
            goTo={(pointer) => {
              focusTarget.current = pointer
              setConfirming(false)
            }}
            onCloseAutoFocus={(event) => {
              if (focusTarget.current === undefined) return
              event.preventDefault()
              goTo(focusTarget.current)
              focusTarget.current = undefined
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function fixFirstMessage(count: number): string {
  return count > 1
    ? `Fix ${count} problems before you run the plan.`
    : 'Fix the problem before you run the plan.'
}

type Check = ReturnType<typeof usePlanEditing>['check']

function findDryRunIssue({ issues }: Check) {
  return issues.find(({ keyword }) => keyword === DRY_RUN)
}

function dryRunTitle(check: Check): string {
  const refusal = findDryRunIssue(check)
  return refusal
    ? `Step “${refusal.stepId}”: ${refusal.message}.`
    : 'Shows what would happen and changes nothing'
}

/** Saves the plan before it starts it, because the server runs the saved one. */
function useStartPlan(goTo: (pointer: string) => void) {
  const { store, slug, run } = useSavedPlan()
  const { showRefused } = usePlanEditing()
  const router = useRouter()
  const [kind, setKind] = useState<'dry' | 'run'>()
  const [failure, setFailure] = useState<PublicError>()
  const [isPending, begin] = useTransition()

  const start = ({ dryRun }: { dryRun: boolean }) => {
    setKind(dryRun ? 'dry' : 'run')
    setFailure(undefined)
    begin(async () => {
      if (!(await store.flush())) return refuse(NOT_SAVED)
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const result = await attemptAction(() =>
        run({ savedPlanId: slug, dryRun, confirmed: !dryRun, timeZone }),
      )
      if (result.ok) router.push(paths.planRun(result.data.id))
      else refuse(result.error)
    })
    function refuse(error: PublicError) {
      const { details = [], message } = error
      const [first] = details
      showRefused(details)
      if (!dryRun) return setFailure(error)
      toast.error(first ? fixFirstMessage(details.length) : message)
      if (first) goTo(first.path)
    }
  }
  return { start, isStarting: isPending ? kind : undefined, failure }
}

const NOT_SAVED: PublicError = {
  code: 'CONFLICT',
  message: 'The plan could not be saved, so it was not started.',
  recoverable: true,
}

type ConfirmRunProps = Pick<ComponentProps<typeof DialogContent>, 'onCloseAutoFocus'> & {
  isStarting: boolean
  failure?: PublicError
  onConfirm: () => void
  goTo: (pointer: string) => void
}

function ConfirmRunDialog({ isStarting, failure, onConfirm, goTo, onCloseAutoFocus }: ConfirmRunProps) {
  const { plan, catalog, check, toolOf } = usePlanEditing()
  const steps = listStepObjects(plan).map(({ step, index }) => {
    const tool = toolOf(step.tool)
    const { riskLevel = 'commands' } = tool ?? {}
    return { index, riskLevel, preview: stepPreview(plan, catalog, step), reach: skillEffectLines(tool) }
  })
  const changing = steps.filter(({ riskLevel }) => riskLevel !== 'read-only')
  const reading = steps.length - changing.length
  return (
    <DialogContent
      title="Run this plan?"
      onCloseAutoFocus={onCloseAutoFocus}
      description={
        changing.length > 0 ? 'The plan will make these changes on behalf of your organisation:' : undefined
      }
    >
      {changing.length > 0 && (
        <ol className="grid max-h-[45vh] gap-2 overflow-y-auto" aria-label="Changes">
          {changing.map(({ index, preview, riskLevel, reach }) => (
            <li
              key={index}
              className="flex items-start gap-2.5 rounded-md border border-border px-3 py-2 text-sm"
            >
              <StepNumber number={index + 1} />
              <span className="grid min-w-0 flex-1 gap-0.5 [overflow-wrap:anywhere]">
                {preview}
                {reach.length > 0 && <span className="text-muted-foreground text-xs">{reach.join(' ')}</span>}
              </span>
              <RiskBadge level={riskLevel} />
            </li>
          ))}
        </ol>
      )}
      <p className="text-muted-foreground text-sm">
        {reading > 0 && `${plural(reading, 'step only reads', 'steps only read')}. `}
        {check.price.label === 'free' ? 'The run is free.' : `The run costs ${check.price.label}.`}
      </p>
      {failure && <PlanRefusal error={failure} goTo={goTo} />}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button pending={isStarting} onClick={onConfirm}>
          Run plan
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
