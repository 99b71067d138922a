import type { Json } from '../../json/json.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'
import { type Repaired, repairWith } from './repair-with.ts'

export type { Repaired } from './repair-with.ts'

export function repairSchema(authored: Json | undefined): Repaired | null {
  return repairWith(canonicalSchema, authored)
}
