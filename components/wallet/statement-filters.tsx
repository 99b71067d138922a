'use client'

import { LINE_WORDS, type StatementOf } from '#lib/contract/money/statement-words.ts'
import type { StatementQuery } from '#lib/ledger/statement.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { PeriodFields } from '../ui/period-fields.tsx'
import { Select } from '../ui/select.tsx'

type StatementFiltersProps = { of: StatementOf; here: string; query: StatementQuery; isFiltered: boolean }

/** A plain form: it works before the page's scripts have come. */
export function StatementFilters({ of, here, query, isFiltered }: StatementFiltersProps) {
  return (
    <form action={here} className="flex flex-wrap items-end gap-3">
      <Field label="Kind" className="w-full sm:w-56">
        {(wired) => (
          <Select {...wired} name="kind" defaultValue={query.kind ?? ''}>
            <option value="">Every kind</option>
            {Object.entries(LINE_WORDS[of]).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PeriodFields from={query.from} to={query.to} className="w-[calc(50%-0.375rem)] sm:w-40" />
      <Button type="submit" variant="outline">
        Filter
      </Button>
      {isFiltered && (
        <Button asChild variant="ghost">
          <Link href={here}>Clear</Link>
        </Button>
      )}
    </form>
  )
}
