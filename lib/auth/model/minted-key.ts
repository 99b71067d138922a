/** A key as programs see it: the one of the call, or one that was minted from it. */
import { z } from 'zod'
import { InstantText } from '../../kernel/validation/response-schemas.ts'
import { KEY_SCOPES } from './key-scopes.ts'

const Amount = z.string().nullable().meta({ description: 'Decimal USDC; null for no limit.' })

export const MintedKeySchema = z.object({
  id: z.string(),
  parent_id: z.string().nullable().meta({ description: 'Null for the key of the call.' }),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  skill_sets: z.array(z.string()),
  skills: z.array(z.string()),
  max_price: Amount,
  confirm_above: Amount,
  total: Amount,
  daily_cap: Amount,
  max_runs: z.int().nullable(),
  spent: z.string().meta({ description: 'Reserved or charged, with the keys minted from it.' }),
  runs: z.int().meta({ description: 'Calls, with those of the keys minted from it.' }),
  created_at: InstantText,
  expires_at: InstantText.nullable(),
})

export type MintedKey = z.infer<typeof MintedKeySchema>
