'use client'

import { type ReactNode, useId, useState } from 'react'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { Field, InputField } from '../../../ui/forms/field.tsx'
import { Label, Select, Textarea } from '../../../ui/forms/input.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { RowButtons } from '../../../ui/row-buttons.tsx'
import { CollapsedFields } from '../layout/studio-section.tsx'
import { formatChoices, parseChoices, readChoices, withChoices } from './choice-lines.ts'
import { FieldDetails } from './field-details.tsx'
import { FIELD_KINDS, type FieldKind, fieldKind, withFieldKind } from './field-kinds.ts'
import type { SchemaRow } from './schema-table.ts'

type FieldRowProps = {
  row: SchemaRow
  usedNames: string[]
  isFirst: boolean
  isLast: boolean
  onChange: (row: SchemaRow) => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
  advice?: ReactNode
}

export function FieldRow(props: FieldRowProps) {
  const { row, usedNames, isFirst, isLast, onChange, onMove, onRemove, advice } = props
  const id = useId()
  const kind = fieldKind(row.property)
  const property = isObject(row.property) ? row.property : {}
  const set = (keyword: string, value: Json | undefined) => {
    const { [keyword]: _, ...rest } = property
    // A keyword that is there already keeps its position in the document.
    const isReplaced = keyword in property && value !== undefined
    const next = isReplaced
      ? { ...property, [keyword]: value }
      : { ...rest, ...(value !== undefined && { [keyword]: value }) }
    onChange({ ...row, property: next })
  }
  return (
    <li className="@container min-w-0 rounded-lg border border-border bg-card p-4">
      <fieldset className="grid gap-4">
        <legend className="sr-only">Field {row.name}</legend>
        <div className="grid items-start gap-4 @md:grid-cols-[minmax(0,1fr)_9rem_auto]">
          <NameField row={row} usedNames={usedNames} onChange={(name) => onChange({ ...row, name })} />
          <KindField
            kind={kind}
            onChange={(next) => onChange({ ...row, property: withFieldKind(property, next) })}
          />
          <div className="flex items-center gap-2 @md:flex-col @md:items-start @md:gap-3 @md:pt-0.5">
            <Label htmlFor={`${id}-required`}>Required</Label>
            <Switch
              id={`${id}-required`}
              checked={row.required}
              onCheckedChange={(required) => onChange({ ...row, required })}
            />
          </div>
        </div>
        <InputField
          label="Description"
          help="Its meaning and format, with an example."
          value={typeof property.description === 'string' ? property.description : ''}
          onChange={(text) => set('description', text)}
        />
        {kind === 'choice' && (
          <ChoicesField property={property} onChange={(next) => onChange({ ...row, property: next })} />
        )}
        {kind ? (
          <CollapsedFields summary="Title, default, examples and limits" isOpen={hasDetails(property)}>
            <FieldDetails property={property} kind={kind} set={set} />
          </CollapsedFields>
        ) : (
          <p className="text-muted-foreground text-sm">
            This field combines schemas. Edit its rules in the JSON view.
          </p>
        )}
        {advice}
        <RowButtons
          item={row.name}
          className="justify-end"
          actions={{
            up: !isFirst && (() => onMove(-1)),
            down: !isLast && (() => onMove(1)),
            remove: onRemove,
          }}
        />
      </fieldset>
    </li>
  )
}

type KindFieldProps = { kind: FieldKind | undefined; onChange: (kind: FieldKind) => void }

function KindField({ kind, onChange }: KindFieldProps) {
  return (
    <Field label="Type">
      {(controlProps) => (
        <Select
          {...controlProps}
          value={kind ?? ''}
          onChange={({ target }) => onChange(target.value as FieldKind)}
        >
          {kind === undefined && (
            <option value="" disabled>
              As in the JSON
            </option>
          )}
          {Object.entries(FIELD_KINDS).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type ChoicesFieldProps = { property: JsonObject; onChange: (property: JsonObject) => void }

function ChoicesField({ property, onChange }: ChoicesFieldProps) {
  const type = property.type === 'integer' || property.type === 'number' ? property.type : 'string'
  const [text, setText] = useEditedText({
    value: readChoices(property) ?? [],
    format: formatChoices,
    parse: (typed) => parseChoices(typed, type),
    onChange: (choices) => onChange(withChoices(property, choices)),
  })
  return (
    <Field label="Allowed values" help="One per line. Add a label after an equals sign: km = Kilometres.">
      {(controlProps) => (
        <Textarea
          {...controlProps}
          rows={2}
          className="min-h-9 font-mono"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
}

const ALWAYS_SHOWN = [
  'type',
  'description',
  'enum',
  'oneOf',
  'format',
  'items',
  'properties',
  'additionalProperties',
]

function hasDetails(property: JsonObject): boolean {
  return Object.keys(property).some((keyword) => !ALWAYS_SHOWN.includes(keyword))
}

type NameFieldProps = { row: SchemaRow; usedNames: string[]; onChange: (name: string) => void }

/** Passes a name on only when it is neither empty nor taken: in the schema it would overwrite another field. */
function NameField({ row, usedNames, onChange }: NameFieldProps) {
  const [typed, setTyped] = useState<string>()
  const problem = typed === undefined ? undefined : fieldNameError(typed, usedNames)
  return (
    <InputField
      label="Name"
      errors={problem ? [problem] : []}
      isCode
      onBlur={() => setTyped(undefined)}
      value={typed ?? row.name}
      onChange={(value) => {
        setTyped(value)
        if (!fieldNameError(value, usedNames)) onChange(value)
      }}
    />
  )
}

function fieldNameError(name: string, usedNames: string[]): string | undefined {
  if (name === '') return 'Enter a name.'
  if (name === '__proto__') return 'This name is reserved.'
  return usedNames.includes(name) ? 'Another field has this name.' : undefined
}
