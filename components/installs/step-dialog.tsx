'use client'

/** A step to a version, before it is made: what changes, what it may do from now on, what will be missing. */
import { useEffect, useId, useState, useTransition } from 'react'
import type { SkillSetRef } from '#lib/db/published.ts'
import type { PublicError } from '#lib/errors.ts'
import type { PlannedChange } from '#lib/installs/plan-change.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'
import { Label } from '../ui/label.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChangeList } from './change-list.tsx'
import type { InstallActions } from './install-actions.ts'
import { PermissionList } from './permission-list.tsx'

export type StepDialogProps = {
  skillSet: SkillSetRef & { name: string }
  /** What is installed now. */
  from: { number: string } | null
  to: { versionId: string; number: string }
  actions: InstallActions
  onDone: (number: string) => void
  onClose: () => void
}

/** Mounted when it opens; asks the server what the step means. */
export function StepDialog({ skillSet, from, to, actions, onDone, onClose }: StepDialogProps) {
  const [plan, setPlan] = useState<PlannedChange>()
  const [failure, setFailure] = useState<PublicError>()
  const { publisher, skillset, name } = skillSet

  useEffect(() => {
    let isOpen = true
    actions.planStep({ publisher, skillset }, to.versionId).then((result) => {
      if (!isOpen) return
      if (result.ok) setPlan(result.data)
      else setFailure(result.error)
    })
    return () => {
      isOpen = false
    }
  }, [actions, publisher, skillset, to.versionId])

  const title = from ? `${name}: ${from.number} → ${to.number}` : `Install ${name} ${to.number}`
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title}>
        {failure && <Alert variant="destructive">{failure.message}</Alert>}
        {!plan && !failure && <Skeleton className="h-32" />}
        {plan && (
          <Step
            plan={plan}
            fail={setFailure}
            onDone={() => onDone(to.number)}
            make={(consent) => {
              const ref = { publisher, skillset }
              const agreed = { versionId: to.versionId, consent }
              return plan.from
                ? actions.changeVersion(ref, { ...agreed, fromVersionId: plan.from.id })
                : actions.installVersion(ref, agreed)
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

type StepProps = {
  plan: PlannedChange
  make: (consent: boolean) => ReturnType<InstallActions['installVersion']>
  fail: (error: PublicError | undefined) => void
  onDone: () => void
}

function Step({ plan, make, fail, onDone }: StepProps) {
  const [agreed, setAgreed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [pending, start] = useTransition()
  const agreeId = useId()
  const { from, to, changelog, changes, consents, missingConfig } = plan

  function confirm() {
    if (consents.length > 0 && !agreed) return setAsked(true)
    start(async () => {
      const result = await make(agreed)
      fail(result.ok ? undefined : result.error)
      if (result.ok) onDone()
    })
  }

  return (
    <>
      {from && (
        <section className="grid gap-2">
          <h3 className="font-medium text-sm">What changes</h3>
          {changelog && <Markdown text={changelog} className="text-muted-foreground" />}
          {changes.length > 0 ? (
            <ChangeList changes={changes} />
          ) : (
            <p className="text-muted-foreground text-sm">Nothing that a caller would notice.</p>
          )}
        </section>
      )}
      {!from && consents.length === 0 && (
        <p className="text-pretty text-muted-foreground text-sm">
          There is nothing to agree to: it only computes from what it is given. Runs stay on {to.number} until
          somebody upgrades.
        </p>
      )}
      {consents.length > 0 && (
        <section className="grid gap-3 rounded-lg border border-warning/40 p-4">
          <h3 className="font-medium text-sm">{from ? 'New: what it may also do' : 'What it may do'}</h3>
          <PermissionList lines={consents} />
          <div className="flex items-center gap-2.5">
            <Checkbox
              id={agreeId}
              checked={agreed}
              onCheckedChange={(checked) => setAgreed(checked === true)}
              aria-invalid={(isAsked && !agreed) || undefined}
              aria-describedby={isAsked && !agreed ? `${agreeId}-error` : undefined}
            />
            <Label htmlFor={agreeId}>I agree to this for my organisation</Label>
          </div>
          {isAsked && !agreed && (
            <p id={`${agreeId}-error`} role="alert" className="text-destructive text-sm">
              Tick the box to agree, or cancel.
            </p>
          )}
        </section>
      )}
      {missingConfig.length > 0 && (
        <Alert variant="warning" title="Settings needed afterwards">
          {missingConfig.join(', ')}. Its skills run once these are set.
        </Alert>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button pending={pending} onClick={confirm}>
          {from ? `Change to ${to.number}` : `Install ${to.number}`}
        </Button>
      </DialogFooter>
    </>
  )
}
