'use client'

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FIELD_TYPES, type FieldType } from '#lib/contract/schema/field-map.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Label } from '../../ui/label.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { MoreFields } from '../more-fields.tsx'
import { Constraints } from './constraints.tsx'
import { retyped } from './retyped.ts'
import type { Row } from './schema-table.ts'

type FieldRowProps = {
  row: Row
  takenNames: string[]
  isFirst: boolean
  isLast: boolean
  onChange: (row: Row) => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
  /** What could be better about it. */
  advice?: ReactNode
}

/** One field: its name, type, whether it must be there, what it means, and its limits. */
export function FieldRow(props: FieldRowProps) {
  const { row, takenNames, isFirst, isLast, onChange, onRemove, onMove, advice } = props
  const id = useId()
  const set = (part: Partial<Row>) => onChange({ ...row, ...part })
  return (
    <li className="min-w-0 rounded-lg border border-border bg-card p-4">
      <fieldset className="grid gap-4">
        <legend className="sr-only">Field {row.name}</legend>
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
          <NameField row={row} takenNames={takenNames} onChange={(name) => set({ name })} />
          <Field label="Type">
            {(wired) => (
              <Select
                {...wired}
                value={row.type}
                onChange={({ target }) => onChange(retyped(row, target.value as FieldType))}
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
        <Field label="Description" help="What it means, in which form, with an example.">
          {(wired) => (
            <Input
              {...wired}
              value={row.description ?? ''}
              onChange={({ target }) => set({ description: target.value })}
            />
          )}
        </Field>
        <MoreFields summary="Default and limits" isOpen={hasLimits(row)}>
          <Constraints row={row} onChange={set} />
        </MoreFields>
        {advice}
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
      </fieldset>
    </li>
  )
}

function hasLimits({
  name: _,
  type: _type,
  required: _required,
  description: _description,
  ...limits
}: Row): boolean {
  return Object.values(limits).some((value) => value !== undefined)
}

type NameFieldProps = { row: Row; takenNames: string[]; onChange: (name: string) => void }

/** A name reaches the schema once it is one: an empty or a second “city” would swallow another field. */
function NameField({ row, takenNames, onChange }: NameFieldProps) {
  const [typed, setTyped] = useState<string>()
  const problem = typed === undefined ? undefined : whyNotName(typed, takenNames)
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
            if (!whyNotName(value, takenNames)) onChange(value)
          }}
        />
      )}
    </Field>
  )
}

function whyNotName(name: string, taken: string[]): string | undefined {
  if (name === '') return 'A field needs a name.'
  if (name === '__proto__') return 'No field can be called this.'
  return taken.includes(name) ? 'Another field has this name.' : undefined
}
