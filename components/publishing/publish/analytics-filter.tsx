'use client'

import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'

type AnalyticsFilterProps = {
  days: number
  periods: readonly number[]
  skill: string | undefined
  skillNames: string[]
}

export function AnalyticsFilter({ days, periods, skill = '', skillNames }: AnalyticsFilterProps) {
  return (
    <form className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Period"
        name="days"
        defaultValue={String(days)}
        options={periods.map((period) => [period, `Last ${period} days`] as const)}
      />
      <SelectField
        label="Skill"
        className="min-w-0 max-w-full"
        name="skill"
        defaultValue={skill}
        options={[['', 'All skills'], ...skillNames]}
      />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </form>
  )
}
