'use client'

import { RUN_LABELS } from '#lib/run-model/run-states.ts'
import type { RunQuery } from '#lib/runs/views/list-runs.ts'
import { paths } from '#lib/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field, PeriodFields } from '../ui/forms/field.tsx'
import { Label, Select } from '../ui/forms/input.tsx'
import { Link } from '../ui/link.tsx'

type RunFiltersProps = { query: RunQuery; skills: string[]; isFiltered: boolean }

export function RunFilters({ query, skills, isFiltered }: RunFiltersProps) {
  return (
    <form action={paths.runs} className="flex flex-wrap items-end gap-3">
      <Field label="Skill" className="w-full sm:w-72">
        {(wired) => (
          <Select {...wired} name="skill" defaultValue={query.skill ?? ''}>
            <option value="">All skills</option>
            {skills.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="State" className="w-[calc(50%-0.375rem)] sm:w-40">
        {(wired) => (
          <Select {...wired} name="state" defaultValue={query.state ?? ''}>
            <option value="">Any state</option>
            {Object.entries(RUN_LABELS).map(([state, label]) => (
              <option key={state} value={state}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PeriodFields from={query.from} to={query.to} className="w-[calc(50%-0.375rem)] sm:w-40" />
      <span className="flex h-9 items-center gap-2">
        <Checkbox id="mine" name="mine" value="1" defaultChecked={query.mine} />
        <Label htmlFor="mine">Only mine</Label>
      </span>
      <span className="flex gap-2">
        <Button type="submit" variant="outline">
          Filter
        </Button>
        {isFiltered && (
          <Button asChild variant="ghost">
            <Link href={paths.runs}>Clear</Link>
          </Button>
        )}
      </span>
    </form>
  )
}
