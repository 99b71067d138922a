'use client'

import { useState } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import type { VersionAge } from '#lib/organisations/version-age.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { VERSION_AGES } from '#lib/settings/version-ages.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/forms/field.tsx'
import { useAction } from '../ui/use-action.ts'

type VersionAgeFormProps = {
  age: VersionAge
  save: (hours: number) => Promise<ActionResult<void>>
}

export function VersionAgeForm({ age, save }: VersionAgeFormProps) {
  const [chosen, setChosen] = useState(age.hours)
  const [isSaving, startSaving] = useAction()
  if (!age.canChange) {
    return (
      <p className="text-sm">
        {labelOf(age.hours)}.{' '}
        <span className="text-muted-foreground">
          Only owners and admins of {age.organisationName} can change this.
        </span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Wait at least"
        className="w-full sm:w-60"
        value={chosen}
        onChange={(value) => setChosen(VERSION_AGES.find((hours) => String(hours) === value) ?? 0)}
        options={VERSION_AGES.map((hours) => [hours, labelOf(hours)] as const)}
      />
      <Button
        pending={isSaving}
        disabled={chosen === age.hours}
        onClick={() => startSaving(() => save(chosen), 'The minimum age of versions is saved.')}
      >
        Save
      </Button>
    </div>
  )
}

function labelOf(hours: number): string {
  if (hours === 0) return 'As long as this site does'
  return hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour')
}
