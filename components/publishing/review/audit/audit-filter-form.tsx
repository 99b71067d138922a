'use client'

import type { AuditQuery } from '#lib/audit/audit-query.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Field, PeriodFields, SelectField } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { actionLabel } from './audit-labels.ts'

type AuditFiltersProps = { query: AuditQuery; actions: string[] }

export function AuditFilterForm({ query, actions }: AuditFiltersProps) {
  const isFiltered = Object.values(query).some(Boolean)
  return (
    <form
      action={paths.audit}
      className="grid grid-cols-2 gap-3 max-sm:[&>:first-child]:col-span-2 lg:grid-cols-[1fr_1fr_1fr_auto_auto_auto] lg:items-end"
    >
      <SelectField
        label="Action"
        name="action"
        defaultValue={query.action}
        options={[['', 'All actions'], ...actions.map((action) => [action, actionLabel(action)] as const)]}
      />
      <Field label="Person">
        {(controlProps) => (
          <Input {...controlProps} name="actor" defaultValue={query.actor} placeholder="Part of a name" />
        )}
      </Field>
      <Field label="Subject">
        {(controlProps) => (
          <Input
            {...controlProps}
            name="subject"
            defaultValue={query.subject}
            placeholder="guildhall.text_tools"
          />
        )}
      </Field>
      {query.actorId && <input type="hidden" name="actorId" value={query.actorId} />}
      <PeriodFields from={query.from} to={query.to} />
      <div className="flex gap-2">
        <Button type="submit">Filter</Button>
        {isFiltered && (
          <LinkButton href={paths.audit} variant="ghost">
            Clear
          </LinkButton>
        )}
      </div>
    </form>
  )
}
