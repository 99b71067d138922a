'use client'

import { BEST_OF_ALL, PRICE_LABELS, RUNTIME_LABELS, SORT_LABELS } from '#lib/catalog/model/catalog-labels.ts'
import { type CatalogQuery, EVERYTHING, PRICES, RUNTIMES, SORTS } from '#lib/catalog/model/catalog-query.ts'
import type { Category } from '#lib/contracts/document/categories.ts'
import { RISK_LABELS } from '#lib/contracts/permissions/permission-lines.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Label, Select } from '../ui/forms/input.tsx'

/** How many skills each option would leave, as text, by keys such as "category:text". */
export type OptionCounts = Record<string, string>

type CatalogFiltersProps = {
  query: CatalogQuery
  /** Those of the site. A retired one is listed only while it is chosen. */
  categories: readonly Category[]
  counts?: OptionCounts
  onChange: (changes: Partial<CatalogQuery>) => void
}

const HALF_ON_PHONES = 'max-sm:w-[calc(50%-0.375rem)]'

const NO_FILTERS = {
  category: undefined,
  runtime: undefined,
  risk: undefined,
  price: undefined,
  verified: false,
}

const RISKS = ['read-only', 'writes', 'commands'] as const

export function CatalogFilters({ query, categories, counts, onChange }: CatalogFiltersProps) {
  const { category, runtime, risk, price, verified } = query
  const filterProps = { query, counts, onChange }
  const isFiltered = category || runtime || risk || price || verified

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <Filter
        name="category"
        width="w-44"
        options={{
          all: 'All categories',
          values: categories.filter(({ id, isRetired }) => !isRetired || id === category).map(({ id }) => id),
          labels: Object.fromEntries(categories.map(({ id, label }) => [id, label])),
        }}
        {...filterProps}
      />
      <Filter
        name="runtime"
        width="w-36"
        options={{ all: 'Any runtime', values: RUNTIMES, labels: RUNTIME_LABELS }}
        {...filterProps}
      />
      <Filter
        name="risk"
        width="w-40"
        options={{ all: 'Any risk', values: RISKS, labels: RISK_LABELS }}
        {...filterProps}
      />
      <Filter
        name="price"
        width="w-36"
        options={{ all: 'Any price', values: PRICES, labels: PRICE_LABELS }}
        {...filterProps}
      />
      <SortSelect {...filterProps} />
      <Label className="flex h-9 items-center gap-2 font-normal">
        <Checkbox
          name="verified"
          value="1"
          checked={verified}
          onCheckedChange={(checked) => onChange({ verified: checked })}
        />
        Verified publishers
      </Label>
      {isFiltered && (
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

function SortSelect({ query, onChange }: Pick<CatalogFiltersProps, 'query' | 'onChange'>) {
  const hasNoQuery = query.q.trim() === ''
  return (
    <Select
      name="sort"
      aria-label="Sort by"
      className="w-36 max-sm:w-[calc(50%-0.375rem)] sm:order-last sm:ml-auto"
      value={query.sort}
      onChange={({ target }) =>
        onChange({ sort: SORTS.find((sort) => sort === target.value) ?? EVERYTHING.sort })
      }
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {hasNoQuery && sort === 'best' ? BEST_OF_ALL : SORT_LABELS[sort]}
        </option>
      ))}
    </Select>
  )
}

type FilterProps = Omit<CatalogFiltersProps, 'categories'> & {
  name: 'category' | 'runtime' | 'risk' | 'price'
  width: string
  options: { all: string; values: readonly string[]; labels: Record<string, string> }
}

function Filter({ name, width, options: { all, values, labels }, query, counts, onChange }: FilterProps) {
  return (
    <Select
      name={name}
      aria-label={name[0]!.toUpperCase() + name.slice(1)}
      className={cn(width, HALF_ON_PHONES)}
      value={query[name] ?? ''}
      onChange={({ target }) => onChange({ [name]: values.find((value) => value === target.value) })}
    >
      <option value="">{all}</option>
      {values
        // A choice that would leave nothing is not offered.
        .filter((value) => counts?.[`${name}:${value}`] !== '0' || query[name] === value)
        .map((value) => (
          <option key={value} value={value}>
            {labels[value]}
            {counts?.[`${name}:${value}`] && ` (${counts[`${name}:${value}`]})`}
          </option>
        ))}
    </Select>
  )
}
