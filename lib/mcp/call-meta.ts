/** What the doors take of a call besides its arguments; here it travels in `_meta`, under names of ours. Floor 4, pure. */
import { z } from 'zod'
import { priceText } from '../contract/money/money.ts'
import { AppError } from '../errors.ts'

const Known = z.object({
  'guildhall/idempotency_key': z.string().optional(),
  'guildhall/contract_hash': z.string().optional(),
  'guildhall/max_price': z.union([z.string(), z.number()]).optional(),
})

export type CallMeta = { idempotencyKey?: string; contractHash?: string; maxPrice?: string }

/** Whether each text is what it should be is for the pipeline to say. Throws INVALID_INPUT. */
export function readCallMeta(meta: object = {}): CallMeta {
  const { success, data } = Known.safeParse(meta)
  if (!success)
    throw new AppError('INVALID_INPUT', {
      message: 'The guildhall/ fields of _meta are texts; the highest price may be a number.',
    })
  const maxPrice = data['guildhall/max_price']
  return {
    idempotencyKey: data['guildhall/idempotency_key'],
    contractHash: data['guildhall/contract_hash'],
    maxPrice: maxPrice === undefined ? undefined : priceText(maxPrice),
  }
}
