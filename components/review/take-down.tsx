'use client'

/**
 * "Take down" with its dialog: one version for its publisher, or everything public of a SkillSet for admins.
 *
 * For the SkillSet's page, which passes the actions; without `takeDownAll` only the version can be chosen.
 */
import { useId, useState } from 'react'
import { toast } from 'sonner'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button } from '../ui/button.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export type TakeDownProps = {
  /** "Text tools" */
  name: string
  /** The version the page shows, which must be live. */
  versionNumber: string
  yankVersion: (reason: string) => Promise<ActionResult<unknown>>
  takeDownAll?: (reason: string) => Promise<ActionResult<unknown>>
}

type Scope = 'version' | 'all'

export function TakeDown({ name, versionNumber, yankVersion, takeDownAll }: TakeDownProps) {
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
          consequence="Nobody can run or install it any more, not even those who have it. This cannot be undone, and the number cannot be used again."
          field={{
            label: 'Reason',
            help: 'Everyone who opens the page reads it, and those who have it installed get a notice.',
            isRequired: true,
          }}
          verb="Take down"
          isDestructive
          act={(reason) => (scope === 'all' && takeDownAll ? takeDownAll(reason) : yankVersion(reason))}
          onDone={() => {
            toast.success(
              scope === 'all' ? `${name} is taken down.` : `${name} ${versionNumber} is taken down.`,
            )
            setOpen(false)
          }}
          onLeave={() => setOpen(false)}
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
      about: 'The one before it takes its place, if there is one.',
    },
    { value: 'all', label: 'Every public version', about: 'The whole SkillSet leaves the catalogue.' },
  ] as const
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 font-medium text-sm">What to take down</legend>
      {choices.map(({ value, label, about }) => (
        <label key={value} className="flex cursor-pointer items-start gap-2.5 text-sm">
          <input
            type="radio"
            name={name}
            value={value}
            checked={scope === value}
            onChange={() => setScope(value)}
            className="mt-1 size-4 accent-primary"
          />
          <span>
            {label}
            <span className="block text-muted-foreground">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
