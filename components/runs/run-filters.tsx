'use client'

import { paths } from '#lib/kernel/site/paths.ts'
import { CHANNEL_LABELS, MAX_RUN_QUERY_CHARS } from '#lib/runs/model/run-channels.ts'
import { RUN_LABELS } from '#lib/runs/model/run-states.ts'
import type { RunQuery } from '#lib/runs/views/list-runs.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field, PeriodFields, SelectField } from '../ui/forms/field.tsx'
import { Input, Label } from '../ui/forms/input.tsx'

type RunFiltersProps = { query: RunQuery; skills: string[]; isFiltered: boolean }

export function RunFilters({ query, skills, isFiltered }: RunFiltersProps) {
  return (
    <form action={paths.runs} className="flex flex-wrap items-end gap-3">
      {query.tests && <input type="hidden" name="tests" value="1" />}
      <Field label="Search" className="w-full sm:w-auto sm:flex-1 sm:basis-80">
        {(controlProps) => (
          <Input
            {...controlProps}
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={MAX_RUN_QUERY_CHARS}
            placeholder="Words in the input or output"
          />
        )}
      </Field>
      <SelectField
        label="Skill"
        className="w-full sm:w-auto sm:flex-1 sm:basis-80"
        name="skill"
        defaultValue={query.skill ?? ''}
        options={[['', 'All skills'], ...skills]}
      />
      <ChoiceField label="State" name="state" all="Any state" options={RUN_LABELS} chosen={query.state} />
      {!query.tests && (
        <ChoiceField
          label="Channel"
          name="channel"
          all="Any channel"
          options={CHANNEL_LABELS}
          chosen={query.channel}
        />
      )}
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
          <LinkButton href={query.tests ? paths.testRuns : paths.runs} variant="ghost">
            Clear
          </LinkButton>
        )}
      </span>
    </form>
  )
}

type ChoiceFieldProps = {
  label: string
  name: string
  all: string
  options: Record<string, string>
  chosen: string | undefined
}

function ChoiceField({ label, name, all, options, chosen = '' }: ChoiceFieldProps) {
  return (
    <SelectField
      label={label}
      className="w-[calc(50%-0.375rem)] sm:w-40"
      name={name}
      defaultValue={chosen}
      options={[['', all], ...Object.entries(options)]}
    />
  )
}
