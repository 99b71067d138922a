'use client'

import type { StatementQuery } from '#lib/money/get-statement.ts'
import { STATEMENT_LINE_LABELS, type StatementAccount } from '#lib/money/model/statement-labels.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { PeriodFields, SelectField } from '../ui/forms/field.tsx'

type StatementFiltersProps = {
  account: StatementAccount
  here: string
  query: StatementQuery
  isFiltered: boolean
}

export function StatementFilters({ account, here, query, isFiltered }: StatementFiltersProps) {
  return (
    <form action={here} className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Kind"
        className="w-full sm:w-56"
        name="kind"
        defaultValue={query.kind ?? ''}
        options={[['', 'All kinds'], ...Object.entries(STATEMENT_LINE_LABELS[account])]}
      />
      <PeriodFields from={query.from} to={query.to} className="w-[calc(50%-0.375rem)] sm:w-40" />
      <Button type="submit" variant="outline">
        Filter
      </Button>
      {isFiltered && (
        <LinkButton href={here} variant="ghost">
          Clear
        </LinkButton>
      )}
    </form>
  )
}
