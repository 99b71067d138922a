import { z } from 'zod'
import { parseAmount } from '../../kernel/money.ts'

/** An amount that a person may leave empty: USDC in micros, or null. */
export const OptionalAmount = z
  .string()
  .trim()
  .nullish()
  .transform((text, context) => {
    if (!text) return null
    const micros = parseAmount(text)
    if (micros !== null) return micros
    context.addIssue({ code: 'custom', message: 'Enter an amount like 1 or 0.50, or leave this empty.' })
    return z.NEVER
  })
