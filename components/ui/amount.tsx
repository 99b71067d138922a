'use client'

import { formatAmount } from '#lib/kernel/money.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'

/** Money, without its currency, as the reader writes numbers. */
export function Amount({ value }: { value: string }) {
  return formatAmount(value, useReaderLocale())
}

/** An amount with its currency, for example "1.50 USDC". */
export function Usdc({ value }: { value: string }) {
  return (
    <>
      <Amount value={value} /> USDC
    </>
  )
}

export function Count({ value }: { value: number }) {
  return value.toLocaleString(useReaderLocale())
}
