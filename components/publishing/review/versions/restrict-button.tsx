'use client'

import { useId, useState } from 'react'
import type { RestrictionKind } from '#lib/contracts/versions/restriction.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../../ui/button.tsx'
import { ReasonDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { POLICY_TEMPLATES } from '../policies/policy-templates.ts'

type RestrictChoice = {
  label: string
  /** A sentence of RESTRICTION_EFFECTS. */
  effect: string
  request: { kind: RestrictionKind } & (
    | { versionId: string }
    | { skillSetId: string }
    | { publisherId: string }
  )
}

export type Restrict = (request: RestrictChoice['request'], reason: string) => Promise<ActionResult<void>>

type RestrictButtonProps = {
  label: string
  name: string
  choices: [RestrictChoice, ...RestrictChoice[]]
  restrict: Restrict
  size?: 'sm'
}

export function RestrictButton({ label, name, choices, restrict, size }: RestrictButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const group = useId()
  const choice = choices[chosen] ?? choices[0]
  return (
    <>
      <Button variant="outline" size={size} onClick={() => setOpen(true)}>
        {label}…
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`${label}: ${name}`}
          description="Reversible: you can lift it under Admin → Restrictions."
          field={{
            label: 'Reason',
            help: 'Sent to the publisher, and shown to those whose calls are refused.',
            isRequired: true,
          }}
          templates={POLICY_TEMPLATES}
          confirmLabel={choice.label}
          destructive
          onConfirm={(reason) => restrict(choice.request, reason)}
          onDone={() => {
            toast.success(`${name} is ${choice.request.kind === 'hidden' ? 'hidden' : 'suspended'}.`)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        >
          <fieldset className="grid gap-2.5">
            <legend className="pb-1.5 font-medium text-sm">What to do</legend>
            {choices.map(({ label, effect }, index) => (
              <label key={label} className="flex cursor-pointer items-start gap-2.5 text-sm">
                <input
                  type="radio"
                  name={group}
                  checked={index === chosen}
                  onChange={() => setChosen(index)}
                  className="mt-1 size-4 shrink-0 accent-primary"
                />
                <span>
                  {label}
                  <span className="block text-muted-foreground">{effect}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </ReasonDialog>
      )}
    </>
  )
}
