/** How the form library draws here: our own templates and widgets over its core. */
import type { FormProps } from '@rjsf/core'
import type { RegistryFieldsType, RegistryWidgetsType } from '@rjsf/utils'
import { ChoiceFrame, CycleFrame, OptionalFrame } from './choice-frames.tsx'
import { ChecksWidget, CheckWidget, SelectWidget } from './choice-widgets.tsx'
import { DateTimeWidget } from './date-time-widget.tsx'
import { FieldFrame } from './field-frame.tsx'
import { JsonField } from './json-field.tsx'
import { ItemFrame, ListFrame } from './list-frame.tsx'
import { ObjectFrame } from './object-frame.tsx'
import { ANY_VALUE } from './render-schema.ts'
import { NumberField, TextWidget } from './text-widget.tsx'

export const templates = {
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: ObjectFrame,
  ArrayFieldTemplate: ListFrame,
  ArrayFieldItemTemplate: ItemFrame,
  MultiSchemaFieldTemplate: ChoiceFrame,
  OptionalDataControlsTemplate: OptionalFrame,
  CyclicSchemaExpandTemplate: CycleFrame,
} satisfies FormProps['templates']

export const widgets: RegistryWidgetsType = {
  TextWidget,
  TextareaWidget: TextWidget,
  PasswordWidget: TextWidget,
  EmailWidget: TextWidget,
  URLWidget: TextWidget,
  DateWidget: TextWidget,
  TimeWidget: TextWidget,
  ColorWidget: TextWidget,
  DateTimeWidget,
  SelectWidget,
  RadioWidget: SelectWidget,
  CheckboxWidget: CheckWidget,
  CheckboxesWidget: ChecksWidget,
}

export const fields: RegistryFieldsType = { NumberField, FallbackField: JsonField, [ANY_VALUE]: JsonField }

/** Defaults are filled in, nothing else is: what nobody touched stays absent. */
export const DEFAULTS = {
  arrayMinItems: { populate: 'requiredOnly' },
  emptyObjectFields: 'skipEmptyDefaults',
} as const satisfies FormProps['experimental_defaultFormStateBehavior']
