/** `repairWith`, as servers ask it. Ground. */
import type { Json } from '../json/json.ts'
import { canonicalSchema } from './canonical-schema.ts'
import { type Repaired, repairWith } from './repair-with.ts'

export type { Repaired } from './repair-with.ts'

/** The mended schema, which `canonicalSchema` takes; null when there is nothing to mend, or no way to. */
export function repairSchema(authored: Json | undefined): Repaired | null {
  return repairWith(canonicalSchema, authored)
}
