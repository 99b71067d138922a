'use client'

import { useEffect, useRef, useState, useTransition } from 'react'
import { parseRange } from '#lib/contracts/versions/version-range.ts'
import type { PlannedChange } from '#lib/installs/plan-install-change.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { SkillSetRef } from '#lib/publishing/rows/published-versions.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { Skeleton } from '../ui/empty-state.tsx'
import { attemptAction } from '../ui/use-action.ts'
import type { InstallActions } from './install-actions.ts'
import { InstallStepDetails } from './install-step-details.tsx'
import { RangeChoice } from './range-choice.tsx'

export type InstallStepDialogProps = {
  skillSet: SkillSetRef & { name: string }
  from: { number: string } | null
  to: { number: string; range: string }
  actions: InstallActions
  onDone: (plan: PlannedChange) => void
  onClose: () => void
}

/** The dialog to install or change a version. Mount it when it opens, so that its state starts anew. */
export function InstallStepDialog({ skillSet, from, to, actions, onDone, onClose }: InstallStepDialogProps) {
  const [range, setRange] = useState(to.range)
  const [agreedTo, setAgreedTo] = useState<string>()
  const [hasTriedToConfirm, setTriedToConfirm] = useState(false)
  const [failure, setFailure] = useState<PublicError>()
  const [pending, start] = useTransition()
  const preview = useInstallPreview(actions.planStep, skillSet, range)
  const { plan } = preview
  // The consent is for one version, because permissions differ between versions.
  const agreed = plan !== undefined && agreedTo === plan.to.id

  function confirm() {
    if (!plan) return
    if (plan.consents.length > 0 && !agreed) return setTriedToConfirm(true)
    start(async () => {
      setFailure(undefined)
      const { publisher, skillset } = skillSet
      const step = { range, versionId: plan.to.id, consent: agreed }
      const result = await attemptAction(() =>
        plan.from
          ? actions.changeVersion({ publisher, skillset }, { ...step, fromVersionId: plan.from.id })
          : actions.installVersion({ publisher, skillset }, step),
      )
      if (result.ok) onDone(plan)
      else setFailure(result.error)
    })
  }

  const isRangeRefused = preview.rangeError !== undefined || preview.error?.details?.[0]?.path === '/range'
  const refusal = failure ?? (isRangeRefused ? undefined : preview.error)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={dialogTitle(skillSet.name, from, plan?.to ?? to)}>
        <RangeChoice
          number={to.number}
          value={range}
          onChange={setRange}
          error={preview.rangeError ?? (isRangeRefused ? preview.error?.message : undefined)}
          resolvesTo={describeRangeResolution(preview)}
        />
        {refusal && <Alert variant="destructive">{refusal.message}</Alert>}
        {!plan && !preview.error && !preview.rangeError && <Skeleton className="h-24" />}
        {plan && (
          <InstallStepDetails
            plan={plan}
            agreed={agreed}
            onAgree={(is) => setAgreedTo(is ? plan.to.id : undefined)}
            isMissing={hasTriedToConfirm && !agreed}
          />
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button pending={pending} disabled={!plan} onClick={confirm}>
            {confirmLabel(from, plan?.to ?? to)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type Numbered = { number: string }

function dialogTitle(name: string, from: Numbered | null, to: Numbered): string {
  if (!from) return `Install ${name} ${to.number}`
  return from.number === to.number ? `Updates for ${name}` : `${name}: ${from.number} → ${to.number}`
}

function confirmLabel(from: Numbered | null, to: Numbered): string {
  if (!from) return `Install ${to.number}`
  return from.number === to.number ? 'Save' : `Change to ${to.number}`
}

type InstallPreview = {
  plan?: PlannedChange
  error?: PublicError
  rangeError?: string
}

function describeRangeResolution({ plan }: InstallPreview): string | undefined {
  if (!plan || plan.range === null) return undefined
  const { migratesFrom, range, to } = plan
  if (migratesFrom === null) return `${range} resolves to ${to.number}.`
  return `${range} resolves to ${to.number}. A migration converts input written for ${migratesFrom}.x.`
}

const PREVIEW_DELAY_MS = 250

type LoadedPreview = { range: string; plan?: PlannedChange; error?: PublicError }

function useInstallPreview(
  planStep: InstallActions['planStep'],
  { publisher, skillset }: SkillSetRef,
  range: string,
): InstallPreview {
  const [loaded, setLoaded] = useState<LoadedPreview>()
  const hasLoaded = useRef(false)
  const parsed = parseRange(range)
  const rangeError = 'error' in parsed ? parsed.error : undefined

  useEffect(() => {
    if (rangeError) return
    let isCurrent = true
    const load = async () => {
      hasLoaded.current = true
      const result = await planStep({ publisher, skillset }, { range })
      if (isCurrent) setLoaded(result.ok ? { range, plan: result.data } : { range, error: result.error })
    }
    const timer = setTimeout(load, hasLoaded.current ? PREVIEW_DELAY_MS : 0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [planStep, publisher, skillset, range, rangeError])

  if (rangeError) return { rangeError }
  return loaded?.range === range ? { plan: loaded.plan, error: loaded.error } : {}
}
