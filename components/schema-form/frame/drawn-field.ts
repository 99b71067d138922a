/** What a field knows of itself, for the templates and widgets that draw it. */
import type { RJSFSchema } from '@rjsf/utils'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import type { ControlKind } from '../model/control-kind.ts'
import type { FieldModel } from '../model/field-model.ts'
import type { FieldOption } from '../model/field-options.ts'
import type { FieldSlot } from '../model/form-schema.ts'
import type { ABSENT, FormValue } from '../model/form-value.ts'
import type { FieldPlaceholders } from './field-placeholders.ts'

export type Choice = {
  key: string
  chosen: number
  /** Nothing need be chosen. */
  mayBeNone: boolean
  /** Among the choices of the same value. */
  position: number
}

export type DrawnField = {
  id: string
  pointer: string
  label: string
  name: string
  slot: FieldSlot
  depth: number
  required: boolean
  kind: ControlKind | 'choice' | 'checks' | 'placeholder'
  field: FieldModel
  facts: JsonSchema
  /** The value as JSON; undefined when there is none. */
  json: Json | undefined
  value: FormValue
  /** The values to tick, when it is a list of those. */
  checks?: FieldOption[]
  choice?: Choice
  /** Undefined clears it. */
  change: (next: FormValue | typeof ABSENT) => void
  /** Makes an object be there. */
  begin: () => void
  /** Null where a value cannot stand for another. */
  placeholders: FieldPlaceholders | null
}

const FIELD = Symbol('field')

export function drawnField(schema: RJSFSchema, field: DrawnField): RJSFSchema {
  // The library draws nothing for a schema without keywords.
  return { $comment: field.kind, ...schema, [FIELD]: field } as RJSFSchema
}

export function fieldOf(schema: RJSFSchema): DrawnField {
  return (schema as { [FIELD]?: DrawnField })[FIELD] as DrawnField
}
