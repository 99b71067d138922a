'use client'

import { useState, useTransition } from 'react'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { RETENTION_DAYS, type RetentionDays } from '#lib/organisations/retention-days.ts'
import type { Retention } from '#lib/organisations/retention-setting.ts'
import { formatRunCount } from '#lib/run-model/run-states.ts'
import { plural } from '#lib/text/plural.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/input.tsx'
import { toast } from '../ui/toast.ts'

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

  async function saveRetention(): Promise<string | undefined> {
    const result = await save(chosen)
    if (!result.ok) return result.error.message
    toast.success(
      chosen === null ? 'Runs are now stored forever.' : `Runs are now stored for ${plural(chosen, 'day')}.`,
    )
  }

  const submit = () =>
    startSaving(async () => {
      if (lost > 0) return setAsking(true)
      const sentence = await saveRetention()
      if (sentence) toast.error(sentence)
    })

  if (!canChange) {
    return (
      <p className="text-sm">
        {days === null ? 'Stored forever.' : `Stored for ${plural(days, 'day')}.`}{' '}
        <span className="text-muted-foreground">
          Only owners and admins of {organisationName} can change this.
        </span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DaysField value={chosen} onChange={setChosen} />
      <Button pending={isSaving} onClick={submit} disabled={chosen === days}>
        Save
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={`Keep runs for ${plural(chosen ?? 0, 'day')}?`}
          what={`${formatRunCount(lost, 'run is', 'runs are')} older. Their inputs and outputs will be permanently deleted within minutes.`}
          verb="Delete and save"
          onConfirm={saveRetention}
        />
      )}
    </div>
  )
}

type DaysFieldProps = { value: RetentionDays | null; onChange: (days: RetentionDays | null) => void }

function DaysField({ value, onChange }: DaysFieldProps) {
  return (
    <Field label="Keep for" className="w-full sm:w-60">
      {(wired) => (
        <Select
          {...wired}
          value={value ?? ''}
          onChange={({ target }) =>
            onChange(RETENTION_DAYS.find((each) => String(each) === target.value) ?? null)
          }
        >
          <option value="">Forever</option>
          {RETENTION_DAYS.map((each) => (
            <option key={each} value={each}>
              {plural(each, 'day')}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
