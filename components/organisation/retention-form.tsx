'use client'

/** How long runs are kept. What a shorter time deletes is said before it does. */
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import { RETENTION_DAYS, type RetentionDays } from '#lib/contract/market/retention.ts'
import type { Retention } from '#lib/organisations/retention.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type RetentionFormProps = {
  retention: Retention
  save: (days: RetentionDays | null) => Promise<ActionResult<void>>
}

export function RetentionForm({ retention, save }: RetentionFormProps) {
  const { days, canChange, older, organisationName } = retention
  const [chosen, setChosen] = useState<RetentionDays | null>(days)
  const [isAsking, setAsking] = useState(false)
  const [isSaving, startSaving] = useTransition()
  const lost = chosen === null ? 0 : older[chosen]

  async function keep(): Promise<string | undefined> {
    const result = await save(chosen)
    if (!result.ok) return result.error.message
    toast.success(chosen === null ? 'Runs are kept for ever.' : `Runs are kept for ${chosen} days.`)
  }

  const submit = () =>
    startSaving(async () => {
      if (lost > 0) return setAsking(true)
      const sentence = await keep()
      if (sentence) toast.error(sentence)
    })

  if (!canChange) {
    return (
      <p className="text-sm">
        {days === null ? 'Kept for ever.' : `Kept for ${days} days.`}{' '}
        <span className="text-muted-foreground">
          Only owners and admins of {organisationName} can change this.
        </span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Keep them" className="w-full sm:w-60">
        {(wired) => (
          <Select
            {...wired}
            value={chosen ?? ''}
            onChange={({ target }) =>
              setChosen(RETENTION_DAYS.find((each) => String(each) === target.value) ?? null)
            }
          >
            <option value="">For ever</option>
            {RETENTION_DAYS.map((each) => (
              <option key={each} value={each}>
                {each} days
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button pending={isSaving} onClick={submit} disabled={chosen === days}>
        Save
      </Button>
      {isAsking && (
        <Confirm
          open
          onOpenChange={setAsking}
          title={`Keep runs for ${chosen} days?`}
          what={`${lost === 1 ? 'One run is' : `${new Intl.NumberFormat('en-GB').format(lost)} runs are`} older. Their inputs and outputs are deleted within minutes, and cannot be brought back.`}
          verb="Delete and save"
          onConfirm={keep}
        />
      )}
    </div>
  )
}
