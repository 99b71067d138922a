'use client'

import { Plus } from 'lucide-react'
import { isObject } from '#lib/contract/json/json.ts'
import { issueText } from '#lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldAdvice } from '../advice/field-advice.tsx'
import { fieldId } from '../field-id.ts'
import { useStudio } from '../studio-context.tsx'
import { FieldRow } from './field-row.tsx'
import {
  asSchema,
  closed,
  freeName,
  type Row,
  rowPointer,
  type SchemaTable,
  writeTable,
} from './schema-table.ts'

type FieldTableProps = { pointer: string; table: SchemaTable; onShowJson: () => void }

/** The fields of a schema as rows. Says why not when the schema says more than rows can. */
export function FieldTable({ pointer, table, onShowJson }: FieldTableProps) {
  const { value, set, problemsIn } = useStudio()
  if (!table.rows) return <NoTable pointer={pointer} table={table} onShowJson={onShowJson} />
  const { rows } = table

  const change = (rewrite: (rows: Row[]) => Row[]) => {
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
        <EmptyState title="No fields yet">Add the first one: a name, a type, a sentence.</EmptyState>
      )}
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          <FieldRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed
            key={index}
            row={row}
            takenNames={rows.filter((_, each) => each !== index).map(({ name }) => name)}
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
      title="This schema cannot be edited as a table"
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
      {table.whyNot}
    </Alert>
  )
}
