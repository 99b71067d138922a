'use client'

import type { BatchField, FieldSource } from '#lib/runs/model/batch-inputs.ts'
import { Field, SelectField } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'

type ColumnChoicesProps = {
  fields: readonly BatchField[]
  sheet: { columns: string[]; rows: string[][] }
  sources: readonly FieldSource[]
  onChange: (sources: FieldSource[]) => void
}

/** Where the values of each field come from. */
export function ColumnChoices({ fields, sheet, sources, onChange }: ColumnChoicesProps) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {fields.map((field, index) => {
        const source = sources[index] ?? { kind: 'none' }
        const change = (next: FieldSource) =>
          onChange(fields.map((_, at) => (at === index ? next : (sources[at] ?? { kind: 'none' }))))
        return (
          <li key={field.name} className="flex flex-wrap items-end gap-3 px-4 py-3">
            <SelectField
              label={field.title}
              required={field.isRequired}
              className="w-full sm:w-72"
              value={toOption(source)}
              onChange={(option) => change(toSource(option))}
              options={[
                ['none', field.isRequired ? 'Choose a column' : 'Not sent'],
                ...sheet.columns.map((column, at): [string, string] => [`column ${at}`, column]),
                ['fixed', 'The same for all rows…'],
              ]}
            />
            {source.kind === 'fixed' ? (
              <Field label={`${field.title} of all rows`} className="w-full sm:w-72">
                {(controlProps) => (
                  <Input
                    {...controlProps}
                    value={source.text}
                    onChange={({ target }) => change({ kind: 'fixed', text: target.value })}
                  />
                )}
              </Field>
            ) : (
              source.kind === 'column' && (
                <p className="line-clamp-1 min-w-0 flex-1 pb-2 text-muted-foreground text-sm [overflow-wrap:anywhere]">
                  {sheet.rows
                    .slice(0, 3)
                    .map((cells) => cells[source.column] ?? '')
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )
            )}
            {field.isNested && (
              <p className="w-full text-muted-foreground text-xs">Cells hold JSON, such as [1, 2].</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function toOption(source: FieldSource): string {
  return source.kind === 'column' ? `column ${source.column}` : source.kind
}

function toSource(option: string): FieldSource {
  if (option === 'fixed') return { kind: 'fixed', text: '' }
  return option === 'none' ? { kind: 'none' } : { kind: 'column', column: Number(option.split(' ')[1]) }
}
