'use client'

import type { FieldType } from '#lib/json-schema/parse/field-map.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { Field, InputField, SelectField } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { formatTyped, formatTypedLines, parseTyped, parseTypedLines } from '../fields/typed-text.ts'
import { baseType, type FieldKind } from './field-kinds.ts'

type DetailsProps = {
  property: JsonObject
  kind: FieldKind
  set: (keyword: string, value: Json | undefined) => void
}

// biome-ignore format: table
const LIMITS: Partial<Record<FieldKind, [keyword: string, label: string][]>> = {
  string:   [['minLength', 'Min. length'], ['maxLength', 'Max. length']],
  longText: [['minLength', 'Min. length'], ['maxLength', 'Max. length']],
  number:   [['minimum', 'Minimum'], ['maximum', 'Maximum']],
  integer:  [['minimum', 'Minimum'], ['maximum', 'Maximum']],
  array:    [['minItems', 'Min. items'], ['maxItems', 'Max. items']],
}

const KINDS_WITHOUT_DEFAULT: FieldKind[] = ['file', 'object', 'oneOf', 'constant']

export function FieldDetails(props: DetailsProps) {
  const { kind, property, set } = props
  const type = valueType(kind, property)
  const hasFormat = kind === 'string' && property.format !== undefined
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @lg:grid-cols-3">
        <TextKeyword {...props} keyword="title" label="Title" help="The label in the form." />
        {kind === 'boolean' ? (
          <BooleanDefault {...props} />
        ) : (
          KINDS_WITHOUT_DEFAULT.includes(kind) || (
            <ValueKeyword
              label="Default"
              type={type}
              value={property.default}
              onChange={(value) => set('default', value)}
            />
          )
        )}
        {(LIMITS[kind] ?? []).map(([keyword, label]) => (
          <ValueKeyword
            key={keyword}
            label={label}
            type="number"
            value={property[keyword]}
            onChange={(value) => set(keyword, value)}
          />
        ))}
        {kind === 'string' && (
          <TextKeyword
            {...props}
            keyword="pattern"
            label="Pattern"
            help="A regular expression, for example ^[A-Z]{2}$."
            isCode
          />
        )}
        {hasFormat && <TextKeyword {...props} keyword="format" label="Format" isCode />}
        {kind === 'constant' && <TextKeyword {...props} keyword="const" label="Value" />}
        {(kind === 'number' || kind === 'integer') && (
          <>
            <TextKeyword
              {...props}
              keyword="x-unit"
              label="Unit"
              help="Beside the number, such as km or %."
            />
            <TextKeyword
              {...props}
              keyword="x-currency"
              label="Currency"
              help="Three letters, such as EUR, for an amount of money."
              isUpperCase
            />
          </>
        )}
        {kind !== 'constant' && (
          <TextKeyword
            {...props}
            keyword="x-section"
            label="Section"
            help="Fields with the same section stand together below this heading."
          />
        )}
        {kind !== 'boolean' && !KINDS_WITHOUT_DEFAULT.includes(kind) && (
          <ExamplesKeyword property={property} type={type} set={set} />
        )}
      </div>
    </div>
  )
}

function valueType(kind: FieldKind, { type }: JsonObject): FieldType {
  const base = kind === 'choice' ? (type ?? 'string') : baseType(kind)
  return base as FieldType
}

type TextKeywordProps = DetailsProps & {
  keyword: string
  label: string
  help?: string
  isCode?: boolean
  isUpperCase?: boolean
}

function TextKeyword({ property, set, keyword, label, help, isCode, isUpperCase }: TextKeywordProps) {
  const value = property[keyword]
  const change = (text: string) => set(keyword, (isUpperCase ? text.toUpperCase() : text) || undefined)
  return (
    <Field label={label} optional help={help}>
      {(controlProps) => (
        <Input
          {...controlProps}
          className={isCode ? 'font-mono' : undefined}
          autoComplete="off"
          spellCheck={!isCode}
          value={formatTyped(value)}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

function BooleanDefault({ property, set }: DetailsProps) {
  return (
    <SelectField
      label="Default"
      optional
      value={formatTyped(property.default)}
      onChange={(value) => set('default', value === '' ? undefined : value === 'true')}
      options={[
        ['', 'None'],
        ['true', 'Yes'],
        ['false', 'No'],
      ]}
    />
  )
}

type ValueKeywordProps = {
  label: string
  type: FieldType
  value: Json | undefined
  /** Is also called with text that does not fit the type, which the checks report. */
  onChange: (value: Json | undefined) => void
}

function ValueKeyword({ label, type, value, onChange }: ValueKeywordProps) {
  const [text, setText] = useEditedText({
    value,
    format: formatTyped,
    parse: (typed) => parseTyped(typed, type),
    onChange,
  })
  return (
    <InputField
      label={label}
      optional
      inputMode={type === 'number' || type === 'integer' ? 'decimal' : undefined}
      value={text}
      onChange={setText}
    />
  )
}

type ExamplesProps = { property: JsonObject; type: FieldType; set: DetailsProps['set'] }

function ExamplesKeyword({ property: { examples }, type, set }: ExamplesProps) {
  const [text, setText] = useEditedText<Json[] | undefined>({
    value: Array.isArray(examples) ? examples : undefined,
    format: formatTypedLines,
    parse: (typed) => parseTypedLines(typed, type),
    onChange: (values) => set('examples', values),
  })
  return (
    <Field label="Examples" optional help="One per line." className="@lg:col-span-3">
      {(controlProps) => (
        <Textarea
          {...controlProps}
          rows={1}
          className="min-h-9"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
}
