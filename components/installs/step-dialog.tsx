'use client'

/** A step to a version or a range, before it is made: what is followed, what changes, what has to be agreed to. */
import { useState, useTransition } from 'react'
import type { SkillSetRef } from '#lib/db/published.ts'
import type { PublicError } from '#lib/errors.ts'
import type { PlannedChange } from '#lib/installs/plan-change.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { InstallActions } from './install-actions.ts'
import { RangeChoice } from './range-choice.tsx'
import { StepDetails } from './step-details.tsx'
import { type AskedPlan, usePlan } from './use-plan.ts'

export type StepDialogProps = {
  skillSet: SkillSetRef & { name: string }
  /** What runs now. */
  from: { number: string } | null
  /** What is offered, and the range it begins with as it would be typed. */
  to: { number: string; range: string }
  actions: InstallActions
  onDone: (plan: PlannedChange) => void
  onClose: () => void
}

/** Mounted when it opens; asks the server what each choice means. */
export function StepDialog({ skillSet, from, to, actions, onDone, onClose }: StepDialogProps) {
  const [range, setRange] = useState(to.range)
  const [agreedTo, setAgreedTo] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<PublicError>()
  const [pending, start] = useTransition()
  const asked = usePlan(actions.planStep, skillSet, range)
  const { plan } = asked
  // Agreed to for one version only: another choice may do other things.
  const agreed = plan !== undefined && agreedTo === plan.to.id

  function confirm() {
    if (!plan) return
    if (plan.consents.length > 0 && !agreed) return setAsked(true)
    start(async () => {
      setFailure(undefined)
      const { publisher, skillset } = skillSet
      const step = { range, versionId: plan.to.id, consent: agreed }
      const result = plan.from
        ? await actions.changeVersion({ publisher, skillset }, { ...step, fromVersionId: plan.from.id })
        : await actions.installVersion({ publisher, skillset }, step)
      if (result.ok) onDone(plan)
      else setFailure(result.error)
    })
  }

  const isRangeRefused = asked.whyNot !== undefined || asked.error?.details?.[0]?.path === '/range'
  const refusal = failure ?? (isRangeRefused ? undefined : asked.error)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={titleOf(skillSet.name, from, plan?.to ?? to)}>
        <RangeChoice
          number={to.number}
          value={range}
          onChange={setRange}
          error={asked.whyNot ?? (isRangeRefused ? asked.error?.message : undefined)}
          leadsTo={leadsTo(asked)}
        />
        {refusal && <Alert variant="destructive">{refusal.message}</Alert>}
        {!plan && !asked.error && !asked.whyNot && <Skeleton className="h-24" />}
        {plan && (
          <StepDetails
            plan={plan}
            agreed={agreed}
            onAgree={(is) => setAgreedTo(is ? plan.to.id : undefined)}
            isMissing={isAsked && !agreed}
          />
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button pending={pending} disabled={!plan} onClick={confirm}>
            {verbOf(from, plan?.to ?? to)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type Numbered = { number: string }

function titleOf(name: string, from: Numbered | null, to: Numbered): string {
  if (!from) return `Install ${name} ${to.number}`
  return from.number === to.number ? `Updates of ${name}` : `${name}: ${from.number} → ${to.number}`
}

function verbOf(from: Numbered | null, to: Numbered): string {
  if (!from) return `Install ${to.number}`
  return from.number === to.number ? 'Save' : `Change to ${to.number}`
}

function leadsTo({ plan }: AskedPlan): string | undefined {
  if (!plan || plan.range === null) return undefined
  const { migratesFrom, range, to } = plan
  if (migratesFrom === null) return `${range} resolves to ${to.number}.`
  return `${range} resolves to ${to.number}, which takes the input of ${migratesFrom}.x by a migration.`
}
