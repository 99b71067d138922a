'use client'

import { Plus } from 'lucide-react'
import { issueText } from '#lib/errors.ts'
import { isObject } from '#lib/json/json.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldAdvice } from '../advice/advice-list.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { FieldRow } from './field-row.tsx'
import {
  asSchema,
  closed,
  freeName,
  rowPointer,
  type SchemaRow,
  type SchemaTable,
  writeTable,
} from './schema-table.ts'

type FieldTableProps = { pointer: string; table: SchemaTable; onShowJson: () => void }

export function SchemaFieldTable({ pointer, table, onShowJson }: FieldTableProps) {
  const { value, set, problemsIn } = useStudio()
  if (!table.rows) return <NoTable pointer={pointer} table={table} onShowJson={onShowJson} />
  const { rows } = table

  const change = (rewrite: (rows: SchemaRow[]) => SchemaRow[]) => {
    set(pointer, writeTable(rewrite(rows), value(pointer)))
  }
  const problems = problemsIn(pointer)

  return (
    <div id={fieldId(pointer)} className="grid gap-3">
      {problems.length > 0 && (
        <ul className="grid gap-1 text-destructive text-sm">
          {problems.map((issue) => (
            <li key={`${issue.path}${issue.message}`}>
              {issueText({ ...issue, path: issue.path.slice(pointer.length) })}
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 && (
        <EmptyState title="No fields yet">Add a field with a name, a type and a description.</EmptyState>
      )}
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          <FieldRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed
            key={index}
            row={row}
            usedNames={rows.filter((_, each) => each !== index).map(({ name }) => name)}
            isFirst={index === 0}
            advice={<FieldAdvice pointer={rowPointer(pointer, value(pointer), row.name)} />}
            isLast={index === rows.length - 1}
            onChange={(next) => change((all) => all.with(index, next))}
            onRemove={() => change((all) => all.toSpliced(index, 1))}
            onMove={(by) => change((all) => all.toSpliced(index, 1).toSpliced(index + by, 0, row))}
          />
        ))}
      </ol>
      <Button
        variant="outline"
        className="w-fit"
        onClick={() => change((all) => [...all, { name: freeName(all), type: 'string', description: '' }])}
      >
        <Plus aria-hidden />
        Add a field
      </Button>
    </div>
  )
}

type NoTableProps = { pointer: string; table: SchemaTable & { rows?: undefined }; onShowJson: () => void }

function NoTable({ pointer, table, onShowJson }: NoTableProps) {
  const { value, set } = useStudio()
  const authored = value(pointer)
  return (
    <Alert
      title="This schema cannot be edited in the table"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" onClick={onShowJson}>
            Edit the JSON
          </Button>
          {table.canClose && isObject(authored) && (
            <Button size="sm" variant="outline" onClick={() => set(pointer, closed(asSchema(authored)))}>
              Refuse fields it does not name
            </Button>
          )}
        </div>
      }
    >
      {table.reason}
    </Alert>
  )
}
