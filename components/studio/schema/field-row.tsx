'use client'

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FIELD_TYPES, type FieldType } from '#lib/json-schema/parse/field-map.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input, Label, Select } from '../../ui/forms/input.tsx'
import { CollapsedFields } from '../layout/studio-section.tsx'
import { Constraints } from './constraints.tsx'
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
  const { row, usedNames, onChange, advice } = props
  const id = useId()
  const set = (part: Partial<SchemaRow>) => onChange({ ...row, ...part })
  return (
    <li className="min-w-0 rounded-lg border border-border bg-card p-4">
      <fieldset className="grid gap-4">
        <legend className="sr-only">Field {row.name}</legend>
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
          <NameField row={row} usedNames={usedNames} onChange={(name) => set({ name })} />
          <Field label="Type">
            {(wired) => (
              <Select
                {...wired}
                value={row.type}
                onChange={({ target }) => onChange(withFieldType(row, target.value as FieldType))}
              >
                {FIELD_TYPES.map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </Select>
            )}
          </Field>
          <div className="flex items-center gap-2 sm:flex-col sm:items-start sm:gap-3 sm:pt-0.5">
            <Label htmlFor={`${id}-required`}>Required</Label>
            <Switch
              id={`${id}-required`}
              checked={row.required === true}
              onCheckedChange={(isOn) => set({ required: isOn || undefined })}
            />
          </div>
        </div>
        <Field label="Description" help="Its meaning and format, with an example.">
          {(wired) => (
            <Input
              {...wired}
              value={row.description ?? ''}
              onChange={({ target }) => set({ description: target.value })}
            />
          )}
        </Field>
        <CollapsedFields summary="Default and limits" isOpen={hasLimits(row)}>
          <Constraints row={row} onChange={set} />
        </CollapsedFields>
        {advice}
        <RowButtons {...props} />
      </fieldset>
    </li>
  )
}

function RowButtons({ row, isFirst, isLast, onMove, onRemove }: FieldRowProps) {
  return (
    <div className="flex justify-end gap-1">
      <Button
        size="icon-sm"
        variant="ghost"
        disabled={isFirst}
        aria-label={`Move ${row.name} up`}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        variant="ghost"
        disabled={isLast}
        aria-label={`Move ${row.name} down`}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button size="icon-sm" variant="ghost" aria-label={`Remove ${row.name}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </div>
  )
}

function hasLimits({
  name: _,
  type: _type,
  required: _required,
  description: _description,
  ...limits
}: SchemaRow): boolean {
  return Object.values(limits).some((value) => value !== undefined)
}

type NameFieldProps = { row: SchemaRow; usedNames: string[]; onChange: (name: string) => void }

/** A name is written only when valid: an empty or duplicate name would overwrite another field. */
function NameField({ row, usedNames, onChange }: NameFieldProps) {
  const [typed, setTyped] = useState<string>()
  const problem = typed === undefined ? undefined : fieldNameError(typed, usedNames)
  return (
    <Field label="Name" errors={problem ? [problem] : []}>
      {(wired) => (
        <Input
          {...wired}
          className="font-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed ?? row.name}
          onBlur={() => setTyped(undefined)}
          onChange={({ target: { value } }) => {
            setTyped(value)
            if (!fieldNameError(value, usedNames)) onChange(value)
          }}
        />
      )}
    </Field>
  )
}

function fieldNameError(name: string, usedNames: string[]): string | undefined {
  if (name === '') return 'Enter a name.'
  if (name === '__proto__') return 'This name is reserved.'
  return usedNames.includes(name) ? 'Another field has this name.' : undefined
}

const TEXT_LIMITS = ['minLength', 'maxLength'] as const
const NUMBER_LIMITS = ['min', 'max'] as const

export function withFieldType(row: SchemaRow, type: FieldType): SchemaRow {
  if (type === row.type) return row
  const isNumber = type === 'number' || type === 'integer'
  const wasNumber = row.type === 'number' || row.type === 'integer'
  const gone = new Set<string>([
    ...(type === 'string' ? [] : TEXT_LIMITS),
    ...(isNumber ? [] : NUMBER_LIMITS),
    ...(isNumber && wasNumber ? [] : ['default', 'enum']),
  ])
  return { ...(Object.fromEntries(Object.entries(row).filter(([key]) => !gone.has(key))) as SchemaRow), type }
}
