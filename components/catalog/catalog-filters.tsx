'use client'

import {
  BEST_OF_ALL,
  CATEGORY_LABELS,
  PRICE_LABELS,
  RUNTIME_LABELS,
  SORT_LABELS,
} from '#lib/catalog-model/catalog-labels.ts'
import { type CatalogQuery, EVERYTHING, PRICES, RUNTIMES, SORTS } from '#lib/catalog-model/catalog-query.ts'
import { CATEGORIES } from '#lib/skillset/document/skillset-document.ts'
import { RISK_LABELS } from '#lib/skillset/permissions/permission-lines.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Label, Select } from '../ui/forms/input.tsx'

type CatalogFiltersProps = { query: CatalogQuery; onChange: (changes: Partial<CatalogQuery>) => void }

const RISKS = ['read-only', 'writes', 'commands'] as const

export function CatalogFilters({ query, onChange }: CatalogFiltersProps) {
  const { category, runtime, risk, price, verified } = query
  const isWordless = query.q.trim() === ''
  const isFiltered = category || runtime || risk || price || verified

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <Select
        name="category"
        aria-label="Category"
        className="w-44 max-sm:w-[calc(50%-0.375rem)]"
        value={category ?? ''}
        onChange={({ target }) => onChange({ category: CATEGORIES.find((each) => each === target.value) })}
      >
        <Choices all="All categories" values={CATEGORIES} labels={CATEGORY_LABELS} />
      </Select>
      <Select
        name="runtime"
        aria-label="Runtime"
        className="w-36 max-sm:w-[calc(50%-0.375rem)]"
        value={runtime ?? ''}
        onChange={({ target }) => onChange({ runtime: RUNTIMES.find((each) => each === target.value) })}
      >
        <Choices all="Any runtime" values={RUNTIMES} labels={RUNTIME_LABELS} />
      </Select>
      <Select
        name="risk"
        aria-label="Risk"
        className="w-40 max-sm:w-[calc(50%-0.375rem)]"
        value={risk ?? ''}
        onChange={({ target }) => onChange({ risk: RISKS.find((each) => each === target.value) })}
      >
        <Choices all="Any risk" values={RISKS} labels={RISK_LABELS} />
      </Select>
      <Select
        name="price"
        aria-label="Price"
        className="w-36 max-sm:w-[calc(50%-0.375rem)]"
        value={price ?? ''}
        onChange={({ target }) => onChange({ price: PRICES.find((each) => each === target.value) })}
      >
        <Choices all="Any price" values={PRICES} labels={PRICE_LABELS} />
      </Select>
      <Select
        name="sort"
        aria-label="Sort by"
        className="w-36 max-sm:w-[calc(50%-0.375rem)] sm:order-last sm:ml-auto"
        value={query.sort}
        onChange={({ target }) =>
          onChange({ sort: SORTS.find((each) => each === target.value) ?? EVERYTHING.sort })
        }
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {isWordless && sort === 'best' ? BEST_OF_ALL : SORT_LABELS[sort]}
          </option>
        ))}
      </Select>
      <Label className="flex h-9 items-center gap-2 font-normal">
        <Checkbox
          name="verified"
          value="1"
          checked={verified}
          onCheckedChange={(checked) => onChange({ verified: checked === true })}
        />
        Verified publishers
      </Label>
      {isFiltered && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() =>
            onChange({
              category: undefined,
              runtime: undefined,
              risk: undefined,
              price: undefined,
              verified: false,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </div>
  )
}

type ChoicesProps = { all: string; values: readonly string[]; labels: Record<string, string> }

function Choices({ all, values, labels }: ChoicesProps) {
  return (
    <>
      <option value="">{all}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {labels[value]}
        </option>
      ))}
    </>
  )
}
