import type { ErrorSchema, RJSFSchema, WidgetProps } from '@rjsf/utils'
import type { Json, JsonSchema } from '../json/json.ts'
import type { ControlKind } from './control-kind.ts'
import type { FieldModel } from './field-model.ts'
import type { FieldOption } from './field-options.ts'
import type { FieldSlot } from './form-schema.ts'
import type { ABSENT, FormValue } from './form-value.ts'

export type Choice = {
  key: string
  chosen: number
  mayBeNone: boolean
  /** Of the same value. */
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
  disabled: boolean
  kind: ControlKind | 'choice' | 'checks' | 'placeholder'
  field: FieldModel
  facts: JsonSchema
  json: Json | undefined
  value: FormValue
  checks?: FieldOption[]
  choice?: Choice
  errorSchema: ErrorSchema | undefined
  /** Its own. */
  errors: readonly string[]
  /** What was converted. */
  hint: string | undefined
  help: string | undefined
  /** For the element that takes the focus. */
  control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
    'aria-required': true | undefined
  }
  /** Undefined clears it. */
  change: (next: FormValue | typeof ABSENT) => void
  begin: () => void
  /** Of a large object. */
  draw: (names: readonly string[]) => void
}

const FIELD = Symbol('field')

export function drawnField(schema: RJSFSchema, field: DrawnField): RJSFSchema {
  // Without keywords nothing is rendered.
  return { $comment: field.kind, ...schema, [FIELD]: field } as RJSFSchema
}

export function drawnFieldOf(schema: RJSFSchema): DrawnField {
  return (schema as { [FIELD]?: DrawnField })[FIELD] as DrawnField
}

/** The field of a widget, changed by way of the library. */
export function widgetField({ schema, onChange }: WidgetProps): DrawnField {
  return { ...drawnFieldOf(schema), change: onChange }
}
