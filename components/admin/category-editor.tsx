'use client'

import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  BUILT_IN_CATEGORIES,
  type Category,
  MAX_CATEGORIES,
  makeCategoryId,
} from '#lib/contracts/document/categories.ts'
import { SavedNote } from '../accounts/form-result.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { errorsAt, FormError } from '../ui/forms/form-error.tsx'
import { Input } from '../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../ui/forms/submit-button.tsx'
import type { SaveSettings } from './settings-form.tsx'

type CategoryEditorProps = {
  categories: Category[]
  /** True while the site uses the built-in ones. */
  isBuiltIn: boolean
  save: SaveSettings
}

/** `key` identifies a row while its label, and so the id of a new category, changes. */
type Row = Category & { key: string; isNew?: boolean }

export function CategoryEditor({ categories, isBuiltIn, save }: CategoryEditorProps) {
  const [{ error, isSaved }, form] = useFormAction(save, { error: null, isSaved: false, values: {} })
  const [rows, setRows] = useState<Row[]>(() =>
    categories.map((category) => ({ ...category, key: category.id })),
  )
  const change = (key: string, changes: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  const move = (index: number, by: number) => {
    const next = [...rows]
    const [row] = next.splice(index, 1)
    next.splice(index + by, 0, row!)
    setRows(next)
  }
  const add = () =>
    setRows([...rows, { key: `new ${rows.length} ${Date.now()}`, id: '', label: '', isNew: true }])
  const errors = errorsAt(error, '/categories')
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4">
      <input type="hidden" name="categories" value={writeCategories(rows)} />
      <FormError state={error} fields={['/categories']} />
      {errors.map((message) => (
        <p key={message} role="alert" className="text-destructive text-sm">
          {message}
        </p>
      ))}
      <ol aria-label="Categories" className="grid grid-cols-1 gap-2">
        {rows.map((row, index) => (
          <CategoryRow
            key={row.key}
            row={row}
            place={{ isFirst: index === 0, isLast: index === rows.length - 1 }}
            onChange={(changes) => change(row.key, changes)}
            onMove={(by) => move(index, by)}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>Save</SubmitButton>
        <Button type="button" variant="outline" onClick={add} disabled={rows.length >= MAX_CATEGORIES}>
          <Plus aria-hidden /> Add a category
        </Button>
        {!isBuiltIn && (
          <Button
            type="button"
            variant="ghost"
            onClick={() =>
              setRows(BUILT_IN_CATEGORIES.map((category) => ({ ...category, key: category.id })))
            }
          >
            Back to the built-in ones
          </Button>
        )}
        <SavedNote show={isSaved}>Saved.</SavedNote>
      </div>
    </form>
  )
}

type CategoryRowProps = {
  row: Row
  place: { isFirst: boolean; isLast: boolean }
  onChange: (changes: Partial<Row>) => void
  onMove: (by: number) => void
  onRemove: () => void
}

function CategoryRow({ row, place, onChange, onMove, onRemove }: CategoryRowProps) {
  const name = row.label || 'the new category'
  return (
    <li className="flex flex-wrap items-center gap-2">
      <Input
        aria-label={row.isNew ? 'Name of the new category' : `Name of ${row.id}`}
        className="min-w-0 flex-1 basis-40"
        value={row.label}
        maxLength={40}
        autoComplete="off"
        autoFocus={row.isNew}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      {row.isRetired && <Badge variant="outline">Retired</Badge>}
      <span className="flex items-center gap-1">
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          aria-label={`Move ${name} up`}
          disabled={place.isFirst}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden />
        </Button>
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          aria-label={`Move ${name} down`}
          disabled={place.isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden />
        </Button>
        {row.isNew ? (
          <Button type="button" variant="ghost" size="sm" className="w-20" onClick={onRemove}>
            Remove
          </Button>
        ) : (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="w-20"
            aria-label={`${row.isRetired ? 'Restore' : 'Retire'} ${name}`}
            onClick={() => onChange({ isRetired: row.isRetired ? undefined : true })}
          >
            {row.isRetired ? 'Restore' : 'Retire'}
          </Button>
        )}
      </span>
    </li>
  )
}

/** Returns "" for the built-in list, so that the site follows a later release of it. */
function writeCategories(rows: readonly Row[]): string {
  const written: Category[] = []
  for (const { id, label, isRetired } of rows) {
    const known = id || makeCategoryId(label, [...rows.filter((row) => row.id), ...written])
    written.push({ id: known, label, ...(isRetired && { isRetired }) })
  }
  return JSON.stringify(written) === JSON.stringify(BUILT_IN_CATEGORIES) ? '' : JSON.stringify(written)
}
