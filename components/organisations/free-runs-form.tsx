'use client'

import { useState } from 'react'
import type { RunStorage } from '#lib/blobs/quotas/run-storage.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { formatRunCount } from '#lib/runs/model/run-states.ts'
import { FREE_RUNS_DAYS, type FreeRunsDays } from '#lib/settings/retention-days.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/input.tsx'

type FreeRunsFormProps = {
  storage: Pick<RunStorage, 'older' | 'canFree' | 'organisationName'>
  free: (days: FreeRunsDays) => Promise<ActionResult<void>>
}

export function FreeRunsForm({ storage, free }: FreeRunsFormProps) {
  const { older, canFree, organisationName } = storage
  const [days, setDays] = useState<FreeRunsDays>(90)
  const [isConfirming, setConfirming] = useState(false)
  const runs = formatRunCount(older[days])

  if (!canFree)
    return (
      <p className="text-muted-foreground text-sm">
        Only owners and admins of {organisationName} can delete inputs and outputs.
      </p>
    )
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Delete inputs and outputs of" className="w-full sm:w-72">
        {(controlProps) => (
          <Select
            {...controlProps}
            value={days}
            onChange={({ target }) =>
              setDays(FREE_RUNS_DAYS.find((day) => String(day) === target.value) ?? 90)
            }
          >
            {FREE_RUNS_DAYS.map((day) => (
              <option key={day} value={day}>
                {day === 0 ? 'all runs' : `runs older than ${day} days`} ({formatRunCount(older[day])})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="outline" disabled={older[days] === 0} onClick={() => setConfirming(true)}>
        Free space
      </Button>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setConfirming}
          title={`Delete inputs and outputs of ${runs}?`}
          description="Logs, shared links and plan runs from that time are also deleted. The runs stay in the history with their receipts. This cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => free(days)}
          onDone="Inputs and outputs are being deleted."
        />
      )}
    </div>
  )
}
