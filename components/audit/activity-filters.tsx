'use client'

import {
  ACTIVITY_KINDS,
  ACTIVITY_LABELS,
  type ActivityQuery,
  activitySearch,
} from '#lib/audit/audit-query.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { CHANNEL_LABELS } from '#lib/runs/model/run-channels.ts'
import { RUN_LABELS } from '#lib/runs/model/run-states.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Field, PeriodFields, SelectField } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'

const SUBJECT_FIELDS = {
  runs: { label: 'Skill or run ID', placeholder: 'text_tools, run_…' },
  tools: { label: 'Tool', placeholder: 'vault.writeFile' },
  plans: { label: 'Goal', placeholder: 'Part of the goal' },
  vault: { label: 'Path', placeholder: 'Notes/' },
} as const

export function ActivityFilters({ query, tools }: { query: ActivityQuery; tools: readonly string[] }) {
  const { kind, ...filters } = query
  return (
    <div className="grid gap-4">
      <KindLinks query={query} />
      <form action={paths.activity} className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:items-end">
        {kind !== 'runs' && <input type="hidden" name="kind" value={kind} />}
        <Field label="Organisation">
          {(controlProps) => (
            <Input
              {...controlProps}
              name="organisation"
              defaultValue={query.organisation}
              placeholder="Part of the name"
            />
          )}
        </Field>
        <Field label="Person">
          {(controlProps) => (
            <Input {...controlProps} name="person" defaultValue={query.person} placeholder="Name or email" />
          )}
        </Field>
        <SubjectField query={query} tools={tools} />
        {(kind === 'runs' || kind === 'tools') && (
          <SelectField
            label="Status"
            name="state"
            defaultValue={query.state}
            options={[['', 'Any'], ...Object.entries(RUN_LABELS)]}
          />
        )}
        <SelectField
          label="Channel"
          name="channel"
          defaultValue={query.channel}
          options={[['', 'Any'], ...Object.entries(CHANNEL_LABELS)]}
        />
        <PeriodFields from={query.from} to={query.to} />
        <div className="flex gap-2">
          <Button type="submit">Filter</Button>
          {Object.values(filters).some(Boolean) && (
            <LinkButton href={`${paths.activity}${kind === 'runs' ? '' : `?kind=${kind}`}`} variant="ghost">
              Clear
            </LinkButton>
          )}
        </div>
      </form>
    </div>
  )
}

function KindLinks({ query }: { query: ActivityQuery }) {
  return (
    <nav aria-label="Kinds of activity" className="flex flex-wrap gap-2">
      {ACTIVITY_KINDS.map((kind) => (
        <LinkButton
          key={kind}
          href={`${paths.activity}${activitySearch({ ...query, kind, what: '', state: '' })}`}
          size="sm"
          variant={kind === query.kind ? 'secondary' : 'ghost'}
          aria-current={kind === query.kind ? 'page' : undefined}
        >
          {ACTIVITY_LABELS[kind]}
        </LinkButton>
      ))}
    </nav>
  )
}

function SubjectField({ query: { kind, what }, tools }: { query: ActivityQuery; tools: readonly string[] }) {
  const { label, placeholder } = SUBJECT_FIELDS[kind]
  return (
    <>
      <Field label={label}>
        {(controlProps) => (
          <Input
            {...controlProps}
            name="what"
            defaultValue={what}
            placeholder={placeholder}
            list="tools-there-are"
          />
        )}
      </Field>
      {kind === 'tools' && (
        <datalist id="tools-there-are">
          {tools.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  )
}
