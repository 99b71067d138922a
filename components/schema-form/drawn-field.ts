/** What a field knows of itself, for whatever draws it. */
import type { ReactNode } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import type { FieldProps } from './form-context.ts'
import type { Held } from './held.ts'
import type { Spot } from './spot.ts'

export type DrawnField = FieldProps & {
  id: string
  label: string
  spot: Spot
  facts: JsonSchema
  /** The value as JSON; undefined when there is none. */
  json: Json | undefined
  /** Selectors of branches and types, when there is something to choose. */
  kinds: ReactNode
  /** Undefined clears it. */
  change: (next: Held) => void
  /** Leaves it out. */
  remove: () => void
}
