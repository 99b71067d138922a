'use client'

import { formatAmount } from '#lib/kernel/money.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'

/** Money, without its currency, as the reader writes numbers. */
export function Amount({ of }: { of: string }) {
  return formatAmount(of, useReaderLocale())
}

/** For example "1.50 USDC". */
export function Usdc({ of }: { of: string }) {
  return (
    <>
      <Amount of={of} /> USDC
    </>
  )
}

export function Count({ of }: { of: number }) {
  return of.toLocaleString(useReaderLocale())
}
