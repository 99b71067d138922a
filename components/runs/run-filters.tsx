'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { CHANNEL_LABELS, MAX_RUN_QUERY_CHARS } from '#lib/runs/model/run-channels.ts'
import { RUN_LABELS } from '#lib/runs/model/run-states.ts'
import type { RunQuery } from '#lib/runs/views/list-runs.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field, PeriodFields, SelectField } from '../ui/forms/field.tsx'
import { Input, Label } from '../ui/forms/input.tsx'

const FOLDED = 'max-sm:group-data-folded:hidden'

type RunFiltersProps = {
  query: RunQuery
  skills: { name: string; title: string }[]
  isFiltered: boolean
}

export function RunFilters({ query, skills, isFiltered }: RunFiltersProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  return (
    <form
      action={paths.runs}
      className="group flex flex-wrap items-end gap-3"
      data-folded={isUnfolded ? undefined : ''}
    >
      {query.tests && <input type="hidden" name="tests" value="1" />}
      <Field label="Search" className="w-full sm:w-auto sm:flex-1 sm:basis-80">
        {(controlProps) => (
          <Input
            {...controlProps}
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={MAX_RUN_QUERY_CHARS}
            placeholder="Words in the input, output or error"
          />
        )}
      </Field>
      {/* On a phone the other filters would fill the first screen. */}
      <Button
        type="button"
        variant="outline"
        className="sm:hidden"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <SlidersHorizontal aria-hidden /> {isUnfolded ? 'Fewer filters' : 'More filters'}
      </Button>
      <SelectField
        label="Skill"
        className={cn('w-full sm:w-auto sm:flex-1 sm:basis-80', FOLDED)}
        name="skill"
        defaultValue={query.skill ?? ''}
        options={[['', 'All skills'], ...toSkillOptions(skills)]}
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
      <PeriodFields
        from={query.from}
        to={query.to}
        className={cn('w-[calc(50%-0.375rem)] sm:w-40', FOLDED)}
      />
      <span className={cn('flex h-9 items-center gap-2', FOLDED)}>
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

/** Titles that several skills share are told apart by the name. */
function toSkillOptions(skills: readonly { name: string; title: string }[]): [name: string, label: string][] {
  const shared = new Set(
    skills
      .filter(({ title }, index) => skills.findIndex((other) => other.title === title) !== index)
      .map(({ title }) => title),
  )
  return skills.map(({ name, title }) => [name, shared.has(title) ? `${title} (${name})` : title])
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
      className={cn('w-[calc(50%-0.375rem)] sm:w-40', FOLDED)}
      name={name}
      defaultValue={chosen}
      options={[['', all], ...Object.entries(options)]}
    />
  )
}
