'use client'

import { useId } from 'react'
import { isFieldMap } from '#lib/json-schema/parse/field-map.ts'
import { type Issue, issueText } from '#lib/kernel/errors.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { Label } from '../../../ui/forms/input.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { FieldRows } from './field-row.tsx'
import { rowPointer, type SchemaTable, setClosed, writeTable } from './schema-table.ts'

type FieldTableProps = { pointer: string; table: SchemaTable; onShowJson: () => void }

export function SchemaFieldTable({ pointer, table, onShowJson }: FieldTableProps) {
  const { value, set, problemsIn } = useStudio()
  if (!table.rows) return <NoTable reason={table.reason} onShowJson={onShowJson} />
  const { rows, isClosed, others } = table
  const authored = value(pointer)

  const problems = problemsIn(pointer)

  return (
    <div id={fieldId(pointer)} className="grid gap-3">
      {problems.length > 0 && <ProblemList problems={problems} pointer={pointer} />}
      {rows.length === 0 && (
        <EmptyState title="No fields yet">Add a field with a name, a type and a description.</EmptyState>
      )}
      <FieldRows
        rows={rows}
        pointerOf={(name) => rowPointer(pointer, value(pointer), name)}
        addLabel="Add a field"
        onChange={(next) => set(pointer, writeTable(next, value(pointer)))}
      />
      {others.length > 0 && (
        <p className="text-muted-foreground text-sm">
          The schema also has {others.map((other) => `“${other}”`).join(', ')}. Edit it in the JSON view.
        </p>
      )}
      {isObject(authored) && !isFieldMap(authored) && (
        <ClosedSwitch isClosed={isClosed} onChange={(next) => set(pointer, setClosed(authored, next))} />
      )}
    </div>
  )
}

function ProblemList({ problems, pointer }: { problems: readonly Issue[]; pointer: string }) {
  return (
    <ul className="grid gap-1 text-destructive text-sm">
      {problems.map((issue) => (
        <li key={`${issue.path}${issue.message}`}>
          {issueText({ ...issue, path: issue.path.slice(pointer.length) })}
        </li>
      ))}
    </ul>
  )
}

type ClosedSwitchProps = { isClosed: boolean; onChange: (isClosed: boolean) => void }

function ClosedSwitch({ isClosed, onChange }: ClosedSwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2.5">
      <Switch id={id} checked={isClosed} onCheckedChange={onChange} />
      <Label htmlFor={id}>Refuse fields that are not listed</Label>
    </div>
  )
}

type NoTableProps = { reason: string; onShowJson: () => void }

function NoTable({ reason, onShowJson }: NoTableProps) {
  return (
    <Alert
      title="This schema cannot be edited in the table"
      action={
        <Button size="sm" variant="outline" onClick={onShowJson}>
          Edit the JSON
        </Button>
      }
    >
      {reason}
    </Alert>
  )
}
