/** The registry of the library without the fields, widgets and templates that `theme.ts` replaces. */
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js'
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js'
import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js'
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator } from '@rjsf/utils'

const Nothing = () => null

export default function getDefaultRegistry() {
  return {
    fields: {
      ...{ ArrayField, BooleanField, ObjectField, SchemaField, StringField },
      AnyOfField: MultiSchemaField,
      OneOfField: MultiSchemaField,
    },
    // Our `FieldTemplate` shows descriptions and errors itself.
    templates: {
      DescriptionFieldTemplate: Nothing,
      FieldHelpTemplate: Nothing,
      FieldErrorTemplate: Nothing,
      ButtonTemplates: {},
    },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: {
      idPrefix: DEFAULT_ID_PREFIX,
      idSeparator: DEFAULT_ID_SEPARATOR,
      useFallbackUiForUnsupportedType: false,
    },
  }
}
