'use client'

import { useMemo } from 'react'
import { correctNumbers } from '#lib/contracts/forms/records/record-cells.ts'
import type { RecordColumn } from '#lib/contracts/forms/records/record-columns.ts'
import type { FormValue } from '#lib/contracts/forms/values/form-value.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { useBrowserLanguage } from '../../browser/use-browser-language.ts'
import { Button } from '../../ui/button.tsx'

type CorrectNumbersProps = {
  columns: readonly RecordColumn[]
  value: FormValue
  change: (value: FormValue) => void
}

/** Offers to write numbers plainly that came from a sheet of another language. */
export function CorrectNumbers({ columns, value, change }: CorrectNumbersProps) {
  const locale = useBrowserLanguage()
  const { corrected, value: next } = useMemo(
    () => correctNumbers(columns, value, locale),
    [columns, value, locale],
  )
  const [first] = corrected
  if (!first) return null
  const example = `“${first.typed}” becomes ${first.plain}`
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {corrected.length === 1 ? `${example}.` : `Use a point for decimals, and no separators: ${example}.`}
      <Button size="sm" variant="outline" onClick={() => change(next)}>
        Fix {corrected.length === 1 ? 'this number' : `all ${plural(corrected.length, 'number')}`}
      </Button>
    </p>
  )
}
