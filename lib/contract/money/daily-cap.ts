/** What a key may spend in a day, as forms and the command line send it. Ground. */
import { z } from 'zod'
import { parseAmount } from './money.ts'

/** Decimal USDC, read as micro-USDC; null or "" for no cap of its own. */
export const DailyCap = z
  .string()
  .trim()
  .nullish()
  .transform((text, context) => {
    if (!text) return null
    const micros = parseAmount(text)
    if (micros !== null) return micros
    context.addIssue({ code: 'custom', message: 'Give an amount like 1 or 0.50, or leave it empty.' })
    return z.NEVER
  })
