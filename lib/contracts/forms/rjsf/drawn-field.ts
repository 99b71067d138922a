import type { ErrorSchema, RJSFSchema, WidgetProps } from '@rjsf/utils'
import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import type { ControlKind } from '../fields/control-kind.ts'
import type { FieldModel, FieldSlot } from '../fields/field-model.ts'
import type { FieldOption } from '../fields/field-options.ts'
import type { ABSENT, FormValue } from '../values/form-value.ts'

export type Choice = {
  key: string
  chosen: number
  mayBeNone: boolean
  /** The position among choices of the same value. */
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
  /** The errors of the field itself, not those of inner fields. */
  errors: readonly string[]
  /** States that the value will be converted, such as “5” to 5. */
  hint: string | undefined
  help: string | undefined
  /** Attributes of the element that takes the focus. */
  control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
    'aria-required': true | undefined
  }
  /** Changes the value; undefined clears the field. */
  change: (next: FormValue | typeof ABSENT) => void
  begin: () => void
  /** Shows more fields of a large object. */
  draw: (names: readonly string[]) => void
}

const FIELD = Symbol('field')

export function drawnField(schema: RJSFSchema, field: DrawnField): RJSFSchema {
  // The library renders nothing without keywords.
  return { $comment: field.kind, ...schema, [FIELD]: field } as RJSFSchema
}

export function readDrawnField(schema: RJSFSchema): DrawnField {
  return (schema as { [FIELD]?: DrawnField })[FIELD] as DrawnField
}

/** Returns the field of a widget, whose changes go through the library. */
export function widgetField({ schema, onChange }: WidgetProps): DrawnField {
  return { ...readDrawnField(schema), change: onChange }
}
