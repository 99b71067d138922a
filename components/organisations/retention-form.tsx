'use client'

import { useState } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import type { Retention } from '#lib/organisations/retention-setting.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { formatRunCount } from '#lib/runs/model/run-states.ts'
import { RETENTION_DAYS, type RetentionDays } from '#lib/settings/retention-days.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { SelectField } from '../ui/forms/field.tsx'
import { useAction } from '../ui/use-action.ts'

type RetentionFormProps = {
  retention: Retention
  save: (days: RetentionDays | null) => Promise<ActionResult<void>>
}

export function RetentionForm({ retention, save }: RetentionFormProps) {
  const { days, canChange, older, organisationName } = retention
  const [chosen, setChosen] = useState<RetentionDays | null>(days)
  const [isConfirming, setConfirming] = useState(false)
  const [isSaving, startSaving] = useAction()
  const lost = chosen === null ? 0 : older[chosen]

  const saveChosen = () => save(chosen)
  const done = `Inputs and outputs of runs: ${retentionLabel(chosen).toLowerCase()}.`
  const submit = () => (lost > 0 ? setConfirming(true) : startSaving(saveChosen, done))

  if (!canChange) {
    return (
      <p className="text-sm">
        {retentionLabel(days)}.{' '}
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
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setConfirming}
          title={`${retentionLabel(chosen)}?`}
          description={`${formatRunCount(lost, 'run is', 'runs are')} ${chosen === 0 ? 'stored' : 'older'}. Their inputs and outputs will be permanently deleted within minutes.`}
          confirmLabel="Delete and save"
          onConfirm={saveChosen}
          onDone={done}
        />
      )}
    </div>
  )
}

function retentionLabel(days: RetentionDays | null): string {
  if (days === null) return 'Stored forever'
  return days === 0 ? 'Not stored' : `Stored for ${plural(days, 'day')}`
}

const NOTHING_STORED =
  'Asynchronous runs and plans are refused, and a call cannot be repeated with the same idempotency key to get its output.'

type DaysFieldProps = { value: RetentionDays | null; onChange: (days: RetentionDays | null) => void }

function DaysField({ value, onChange }: DaysFieldProps) {
  return (
    <SelectField
      label="Keep for"
      className="w-full sm:w-60"
      help={value === 0 ? NOTHING_STORED : undefined}
      value={value ?? ''}
      onChange={(chosen) => onChange(RETENTION_DAYS.find((day) => String(day) === chosen) ?? null)}
      options={[
        ['', 'Forever'],
        ...RETENTION_DAYS.map((day) => [day, day === 0 ? 'Do not store' : plural(day, 'day')] as const),
      ]}
    />
  )
}
