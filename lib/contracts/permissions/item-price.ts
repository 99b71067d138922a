/** Prices per item of the output, in words and compared. */
import { parseMicros } from '../../kernel/money.ts'
import type { SkillDocument } from '../document/skillset-document.ts'

type Pricing = NonNullable<SkillDocument['pricing']>

/**
 * Returns "0.05 USDC per run", or "0.002 USDC for each item of /items, at most 1 USDC per run"; for the text of instructions
 * "2 USDC once for all versions of a major".
 */
export function describePrice({ amount, currency, perItem }: Pricing, kind?: SkillDocument['kind']): string {
  if (kind === 'instruction') return `${amount} ${currency} once for all versions of a major`
  if (!perItem) return `${amount} ${currency} per run`
  return `${perItem.amount} ${currency} for each item of ${perItem.list}, at most ${amount} ${currency} per run`
}

/** Tells whether the same output may cost more: each item does, other items count, or all runs cost the maximum. */
export function raisesItemPrice({ perItem: old }: Pricing, { perItem: now }: Pricing): boolean {
  if (!old) return false
  return !now || now.list !== old.list || parseMicros(now.amount) > parseMicros(old.amount)
}
