'use client'

/** Check, dry run, run: with everything that would be changed said before it is. */
import { FlaskConical, Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import { reachWords } from '#lib/contract/plan/reach-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { RiskBadge } from '../risk-badge.tsx'
import { stepsOf } from './edit-plan.ts'
import { usePlan } from './plan-desk.tsx'
import { useSavedPlan } from './plan-studio.tsx'
import { StepNumber } from './reference-chip.tsx'
import { stepPreview } from './step-preview.ts'

export function RunPlan({ goTo }: { goTo: (pointer: string) => void }) {
  const { plan, check } = usePlan()
  const [isAsking, setAsking] = useState(false)
  const { start, isStarting, failure } = useStart()
  const errors = check.issues.filter(({ severity }) => severity === 'error')

  /** What is wrong is shown instead of what would be refused. */
  const orMend = (go: () => void) => () => {
    const [first] = errors
    if (!first) return go()
    toast.error(mendFirst())
    goTo(first.path)
  }
  function mendFirst(): string {
    if (stepsOf(plan).length === 0) return 'Add a step first: there is nothing to run yet.'
    if (errors.length > 1) return `${errors.length} things have to be fixed first.`
    return 'One thing has to be fixed first.'
  }
  return (
    <>
      <Button
        variant="outline"
        pending={isStarting === 'dry'}
        title="Shows what would happen and changes nothing"
        onClick={orMend(() => start({ dryRun: true }))}
      >
        <FlaskConical aria-hidden /> Dry run
      </Button>
      <Button onClick={orMend(() => setAsking(true))}>
        <Play aria-hidden /> Run
      </Button>
      <Dialog open={isAsking} onOpenChange={setAsking}>
        {isAsking && (
          <Asked
            isStarting={isStarting === 'run'}
            failure={failure}
            onConfirm={() => start({ dryRun: false })}
          />
        )}
      </Dialog>
    </>
  )
}

/** What is run is what is saved: the last letter included. */
function useStart() {
  const { store, slug, run } = useSavedPlan()
  const router = useRouter()
  const [kind, setKind] = useState<'dry' | 'run'>()
  const [failure, setFailure] = useState<string>()
  const [isPending, begin] = useTransition()

  const start = ({ dryRun }: { dryRun: boolean }) => {
    setKind(dryRun ? 'dry' : 'run')
    setFailure(undefined)
    begin(async () => {
      const say = (message: string) => (dryRun ? toast.error(message) : setFailure(message))
      if (!(await store.flush())) return void say('The plan could not be saved, so it was not started.')
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const answer = await run({ savedPlanId: slug, dryRun, confirmed: !dryRun, timeZone })
      if (answer.ok) router.push(paths.planRun(answer.data.id))
      else say(answer.error.details?.[0]?.message ?? answer.error.message)
    })
  }
  return { start, isStarting: isPending ? kind : undefined, failure }
}

type AskedProps = { isStarting: boolean; failure?: string; onConfirm: () => void }

function Asked({ isStarting, failure, onConfirm }: AskedProps) {
  const { plan, catalog, check, toolOf } = usePlan()
  const steps = stepsOf(plan).map(({ step, index }) => {
    const tool = toolOf(step.tool)
    const { riskLevel = 'commands' } = tool ?? {}
    return { index, riskLevel, preview: stepPreview(plan, catalog, step), reach: reachWords(tool) }
  })
  const changing = steps.filter(({ riskLevel }) => riskLevel !== 'read-only')
  const reading = steps.length - changing.length
  return (
    <DialogContent
      title="Run this plan?"
      description={
        changing.length > 0 ? 'It will do this, in your organisation’s vault and in its name:' : undefined
      }
    >
      {changing.length > 0 && (
        <ol className="grid max-h-[45vh] gap-2 overflow-y-auto" aria-label="What it changes">
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
        {reading > 0 && `${reading === 1 ? 'One step only reads' : `${reading} steps only read`}. `}
        {check.price.words === 'free' ? 'It is free.' : `It costs ${check.price.words}.`}
      </p>
      {failure && <Alert variant="destructive">{failure}</Alert>}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Not now</Button>
        </DialogClose>
        <Button pending={isStarting} onClick={onConfirm}>
          {changing.length > 0 ? 'Yes, run it' : 'Run it'}
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
