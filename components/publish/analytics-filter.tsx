'use client'

import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/input.tsx'

type AnalyticsFilterProps = {
  days: number
  periods: readonly number[]
  skill: string | undefined
  skillNames: string[]
}

export function AnalyticsFilter({ days, periods, skill = '', skillNames }: AnalyticsFilterProps) {
  return (
    <form className="flex flex-wrap items-end gap-3">
      <Field label="Period">
        {(wired) => (
          <Select {...wired} name="days" defaultValue={String(days)}>
            {periods.map((each) => (
              <option key={each} value={each}>
                Last {each} days
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Skill" className="min-w-0 max-w-full">
        {(wired) => (
          <Select {...wired} name="skill" defaultValue={skill}>
            <option value="">All skills</option>
            {skillNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="outline">
        Show
      </Button>
    </form>
  )
}
