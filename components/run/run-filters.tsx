'use client'

import { paths } from '#lib/contract/market/paths.ts'
import { RUN_LABELS } from '#lib/contract/market/run-states.ts'
import type { RunQuery } from '#lib/execution/list-runs.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Label } from '../ui/label.tsx'
import { Link } from '../ui/link.tsx'
import { PeriodFields } from '../ui/period-fields.tsx'
import { Select } from '../ui/select.tsx'

type RunFiltersProps = { query: RunQuery; skills: string[]; isFiltered: boolean }

/** A plain form: the state is in the URL, and it works before the page's scripts have come. */
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
