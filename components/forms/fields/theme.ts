import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import type { RegistryFieldsType, RegistryWidgetsType, RJSFSchema, TemplatesType } from '@rjsf/utils'
import { CheckWidget, ConstantWidget } from '../widgets/check-widget.tsx'
import { CheckboxesWidget } from '../widgets/checkboxes-widget.tsx'
import { ChoicesWidget } from '../widgets/choices-widget.tsx'
import { BlobWidget, FileWidget } from '../widgets/file-widgets.tsx'
import { JsonWidget } from '../widgets/json-widget.tsx'
import { NullWidget } from '../widgets/null-widget.tsx'
import { NumberWidget } from '../widgets/number-widget.tsx'
import { PlaceholderWidget } from '../widgets/placeholder-widget.tsx'
import { KindWidget, SelectWidget } from '../widgets/select-widget.tsx'
import {
  ClockTimeWidget,
  DateTimeWidget,
  DurationWidget,
  TextWidget,
  VaultPathWidget,
} from '../widgets/text-widget.tsx'
import type { FormContext } from './contract-form.tsx'
import { FieldTemplate, MultiSchemaTemplate } from './field-template.tsx'
import { FormField } from './form-field.tsx'
import { ListField, ListItemTemplate, ListTemplate } from './list-template.tsx'
import { ObjectTemplate } from './object-template.tsx'

type Fields = RegistryFieldsType<unknown, RJSFSchema, FormContext>

export const FIELDS: Fields = {
  // Keeps values of another type, which the library's field would overwrite.
  SchemaField: FormField as Fields[string],
  ArrayField: ListField as Fields[string],
  // The library's NumberField reads "1,000" as 1 in some languages, and "1e999" as infinite.
  NumberField: StringField,
}

export const TEMPLATES = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ListTemplate,
  ArrayFieldItemTemplate: ListItemTemplate,
  MultiSchemaFieldTemplate: MultiSchemaTemplate,
} as Partial<TemplatesType<unknown, RJSFSchema, FormContext>>

// biome-ignore format: list
export const WIDGETS = {
  TextWidget, NumberWidget, SelectWidget, KindWidget, DateTimeWidget, ClockTimeWidget, DurationWidget, FileWidget, BlobWidget, VaultPathWidget,
  CheckWidget, CheckboxesWidget, ChoicesWidget, ConstantWidget, NullWidget, JsonWidget,
  PlaceholderWidget,
} as RegistryWidgetsType<unknown, RJSFSchema, FormContext>
