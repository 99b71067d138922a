'use client'

import { useId, useState } from 'react'
import { deprecationLabel } from '#lib/contracts/versions/version-states.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, ReasonDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { InputField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/toast.ts'

type DeprecateButtonProps = {
  title: string
  /** `from` is "2027-01-31", or empty for today. */
  deprecate: (notice: string, from: string) => Promise<ActionResult<unknown>>
}

export function DeprecateButton({ title, deprecate }: DeprecateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [from, setFrom] = useState('')
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Deprecate…
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Deprecate ${title}?`}
          description="The version keeps working, but users are advised to switch. You can undo it for 72 hours."
          field={{
            label: 'Notice',
            help: 'What to use instead, and why. Organisations that installed it are notified.',
            isRequired: true,
          }}
          confirmLabel="Deprecate"
          onConfirm={(notice) => deprecate(notice, from)}
          onDone={() => {
            toast.success(`${deprecationLabel(from === '' ? null : new Date(from))}: ${title}.`)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        >
          <InputField
            label="From"
            optional
            help="The day on which the deprecation takes effect. Default: today."
            type="date"
            value={from}
            onChange={setFrom}
          />
        </ReasonDialog>
      )}
    </>
  )
}

type RestoreButtonProps = {
  title: string
  isYanked: boolean
  restore: () => Promise<ActionResult<unknown>>
}

/** Takes back a deprecation or a take-down, for 72 hours. */
export function RestoreButton({ title, isYanked, restore }: RestoreButtonProps) {
  return (
    <ConfirmDialog
      title={`${isYanked ? 'Make available again' : 'Take back the deprecation of'}: ${title}`}
      description={
        isYanked
          ? 'The version runs again, and everyone who was told of the take-down is told. This is possible for 72 hours after it.'
          : 'Users are no longer advised to switch. This is possible for 72 hours after the deprecation.'
      }
      confirmLabel={isYanked ? 'Make available' : 'Take back'}
      destructive={false}
      onConfirm={restore}
      onDone={`${title} is available again.`}
    >
      <Button variant="outline">{isYanked ? 'Undo the take-down…' : 'Undo the deprecation…'}</Button>
    </ConfirmDialog>
  )
}

type TakeDownButtonsProps = {
  name: string
  versionNumber: string
  yankVersion: (reason: string) => Promise<ActionResult<unknown>>
  takeDownAll?: (reason: string) => Promise<ActionResult<unknown>>
}

type Scope = 'version' | 'all'

export function TakeDownButtons({ name, versionNumber, yankVersion, takeDownAll }: TakeDownButtonsProps) {
  const [isOpen, setOpen] = useState(false)
  const [scope, setScope] = useState<Scope>('version')
  return (
    <>
      <Button variant="outline" className="text-destructive" onClick={() => setOpen(true)}>
        Take down…
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Take down ${name}?`}
          description="A version that is taken down can no longer be run or installed, not even by organisations that installed it. You can undo it for 72 hours. The version number cannot be used again."
          field={{
            label: 'Reason',
            help: 'Shown on the page and sent to organisations that installed it.',
            isRequired: true,
          }}
          confirmLabel="Take down"
          destructive
          onConfirm={(reason) => (scope === 'all' && takeDownAll ? takeDownAll(reason) : yankVersion(reason))}
          onDone={() => {
            toast.success(
              scope === 'all' ? `${name} was taken down.` : `${name} ${versionNumber} was taken down.`,
            )
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        >
          {takeDownAll && <ScopeChoice versionNumber={versionNumber} scope={scope} setScope={setScope} />}
        </ReasonDialog>
      )}
    </>
  )
}

type ScopeChoiceProps = { versionNumber: string; scope: Scope; setScope: (scope: Scope) => void }

function ScopeChoice({ versionNumber, scope, setScope }: ScopeChoiceProps) {
  const name = useId()
  const choices = [
    {
      value: 'version',
      label: `Only version ${versionNumber}`,
      help: 'The previous version replaces it, if there is one.',
    },
    { value: 'all', label: 'Every public version', help: 'Removes the whole SkillSet from the catalogue.' },
  ] as const
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 font-medium text-sm">What to take down</legend>
      {choices.map(({ value, label, help }) => (
        <label key={value} className="flex cursor-pointer items-start gap-2.5 text-sm">
          <input
            type="radio"
            name={name}
            value={value}
            checked={scope === value}
            onChange={() => setScope(value)}
            className="mt-1 size-4 shrink-0 accent-primary"
          />
          <span>
            {label}
            <span className="block text-muted-foreground">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
