'use client'

import { useId, useState } from 'react'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { Field, InputField } from '../../../ui/forms/field.tsx'
import { Label, Select, Textarea } from '../../../ui/forms/input.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { useRowFocus } from '../../../ui/forms/use-row-focus.ts'
import { AddButton, RowButtons } from '../../../ui/row-buttons.tsx'
import { FieldAdvice } from '../advice/advice-list.tsx'
import { CollapsedFields } from '../layout/studio-section.tsx'
import { formatChoices, parseChoices, readChoices, withChoices } from './choice-lines.ts'
import { FieldDetails } from './field-details.tsx'
import {
  FIELD_KINDS,
  type FieldKind,
  fieldKind,
  ITEM_KINDS,
  readGroups,
  withFieldKind,
  withItemKind,
  withNewGroup,
} from './field-kinds.ts'
import { readTable, rowPointer, type SchemaRow, unusedFieldName, writeTable } from './schema-table.ts'

type FieldRowsProps = {
  rows: readonly SchemaRow[]
  /** Returns where the schema of a field is in the document. */
  pointerOf: (name: string) => string
  addLabel: string
  onChange: (rows: SchemaRow[]) => void
}

/** The fields of a schema, or of a group within one. */
export function FieldRows({ rows, pointerOf, addLabel, onChange }: FieldRowsProps) {
  const focus = useRowFocus()
  function add() {
    focus.fillNext(rows.length)
    onChange([
      ...rows,
      { name: unusedFieldName(rows), required: false, property: { type: 'string', description: '' } },
    ])
  }
  return (
    <>
      <ol {...focus.list} className="grid gap-3">
        {rows.map((row, index) => (
          <FieldRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed
            key={index}
            row={row}
            usedNames={rows.filter((_, other) => other !== index).map(({ name }) => name)}
            isFirst={index === 0}
            pointer={pointerOf(row.name)}
            isLast={index === rows.length - 1}
            onChange={(next) => onChange(rows.with(index, next))}
            onRemove={() => onChange(rows.toSpliced(index, 1))}
            onMove={(by) => onChange(moveItem(rows, index, by))}
          />
        ))}
      </ol>
      <AddButton ref={focus.add} onClick={add}>
        {addLabel}
      </AddButton>
    </>
  )
}

type GroupProps = {
  name: string
  pointer: string
  schema: JsonObject
  onChange: (schema: JsonObject) => void
}

/** The fields within a group, a list of groups, or each of several groups. */
function NestedFields({ name, pointer, schema, onChange }: GroupProps) {
  const kind = fieldKind(schema)
  const { items } = schema
  const branches = readGroups(schema)
  if (kind === 'object') return <GroupFields {...{ name, pointer, schema, onChange }} />
  if (kind === 'array' && isObject(items))
    return (
      <NestedFields
        name={name}
        pointer={`${pointer}/items`}
        schema={items}
        onChange={(next) => onChange({ ...schema, items: next })}
      />
    )
  if (!branches) return null
  return (
    <GroupChoices
      name={name}
      pointer={pointer}
      groups={branches}
      onChange={(oneOf) => onChange({ ...schema, oneOf })}
    />
  )
}

type GroupChoicesProps = {
  name: string
  pointer: string
  groups: JsonObject[]
  onChange: (groups: JsonObject[]) => void
}

/** The groups of which a caller sends one. Two stay: a field with a single group is of the type Group. */
function GroupChoices({ name, pointer, groups, onChange }: GroupChoicesProps) {
  const focus = useRowFocus()
  function add() {
    focus.fillNext(groups.length)
    onChange(withNewGroup(groups))
  }
  return (
    <div className="grid gap-3">
      <p className="text-muted-foreground text-sm">
        Callers choose one of these groups and fill in its fields. A fixed value that differs from group to
        group tells which one was chosen.
      </p>
      <ol {...focus.list} className="grid gap-3">
        {groups.map((group, index) => {
          const title = typeof group.title === 'string' ? group.title : ''
          const shownName = title || `Group ${index + 1}`
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity
              key={index}
              className="grid min-w-0 gap-3 border-border border-t pt-4 first:border-0 first:pt-0"
            >
              <InputField
                label={`Name of group ${index + 1} of “${name}”`}
                help={index === 0 ? 'What the form offers, such as “Card” or “Bank transfer”.' : undefined}
                value={title}
                onChange={(next) => onChange(groups.with(index, { ...group, title: next }))}
              />
              <GroupFields
                name={shownName}
                pointer={`${pointer}/oneOf/${index}`}
                schema={group}
                onChange={(next) => onChange(groups.with(index, next))}
              />
              <RowButtons
                item={shownName}
                className="justify-end"
                actions={{
                  up: index > 0 && (() => onChange(moveItem(groups, index, -1))),
                  down: index < groups.length - 1 && (() => onChange(moveItem(groups, index, 1))),
                  remove: groups.length > 2 && (() => onChange(groups.toSpliced(index, 1))),
                }}
              />
            </li>
          )
        })}
      </ol>
      <AddButton ref={focus.add} onClick={add}>
        Add a group to “{name}”
      </AddButton>
    </div>
  )
}

function moveItem<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  return items.toSpliced(index, 1).toSpliced(index + by, 0, items[index]!)
}

function GroupFields({ name, pointer, schema, onChange }: GroupProps) {
  const { rows } = readTable(schema)
  if (!rows) return null
  return (
    <div className="grid gap-3 border-border border-l-2 pl-3">
      <p className="font-medium text-sm">Fields of “{name}”</p>
      <FieldRows
        rows={rows}
        pointerOf={(field) => rowPointer(pointer, schema, field)}
        addLabel={`Add a field to “${name}”`}
        onChange={(next) => onChange(writeTable(next, schema) as JsonObject)}
      />
    </div>
  )
}

type FieldRowProps = {
  row: SchemaRow
  usedNames: string[]
  isFirst: boolean
  isLast: boolean
  onChange: (row: SchemaRow) => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
  /** Where the schema of the field is in the document, for advice. */
  pointer: string
}

function FieldRow(props: FieldRowProps) {
  const { row, usedNames, isFirst, isLast, onChange, onMove, onRemove, pointer } = props
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
        <div className="grid items-start gap-4 @md:grid-cols-[minmax(0,1fr)_12.5rem_auto]">
          <NameField row={row} usedNames={usedNames} onChange={(name) => onChange({ ...row, name })} />
          <KindField
            label="Type"
            kind={kind}
            kinds={ALL_KINDS}
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
        {kind === 'array' && (
          <ListItems list={property} onChange={(next) => onChange({ ...row, property: next })} />
        )}
        {kind ? (
          <CollapsedFields
            summary="Title, default, examples, limits and section"
            isOpen={hasDetails(property)}
          >
            <FieldDetails property={property} kind={kind} set={set} />
          </CollapsedFields>
        ) : (
          <p className="text-muted-foreground text-sm">
            This field combines schemas. Edit its rules in the JSON view.
          </p>
        )}
        <NestedFields
          name={row.name}
          pointer={pointer}
          schema={property}
          onChange={(next) => onChange({ ...row, property: next })}
        />
        <FieldAdvice pointer={pointer} />
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

const ALL_KINDS = Object.keys(FIELD_KINDS) as FieldKind[]

type KindFieldProps = {
  label: string
  kind: FieldKind | undefined
  kinds: readonly FieldKind[]
  onChange: (kind: FieldKind) => void
}

function KindField({ label, kind, kinds, onChange }: KindFieldProps) {
  const isListed = kind !== undefined && kinds.includes(kind)
  return (
    <Field label={label}>
      {(controlProps) => (
        <Select
          {...controlProps}
          value={isListed ? kind : ''}
          onChange={({ target }) => onChange(target.value as FieldKind)}
        >
          {!isListed && (
            <option value="" disabled>
              As in the JSON
            </option>
          )}
          {kinds.map((option) => (
            <option key={option} value={option}>
              {FIELD_KINDS[option].label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type ListItemsProps = { list: JsonObject; onChange: (list: JsonObject) => void }

function ListItems({ list, onChange }: ListItemsProps) {
  const items = list.items ?? {}
  const kind = fieldKind(items)
  return (
    <>
      <KindField
        label="Type of its items"
        kind={kind}
        kinds={ITEM_KINDS}
        onChange={(next) => onChange(withItemKind(list, next))}
      />
      {kind === 'choice' && isObject(items) && (
        <ChoicesField property={items} onChange={(next) => onChange({ ...list, items: next })} />
      )}
    </>
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

// The examples come from a sample, which describes many fields at once: they unfold no field.
const KEPT_FOLDED = [
  'type',
  'description',
  'enum',
  'oneOf',
  'format',
  'items',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'examples',
]

/** Tells whether a field says more than its type, description and examples, so that its details start unfolded. */
export function hasDetails(property: JsonObject): boolean {
  return Object.keys(property).some((keyword) => !KEPT_FOLDED.includes(keyword))
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
