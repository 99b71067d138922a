'use client'

import { Plus } from 'lucide-react'
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
import { RowButtons } from '../ui/row-buttons.tsx'
import { SeenSetting } from './seen-setting.tsx'
import type { SaveSettings } from './settings-form.tsx'

type CategoryEditorProps = {
  categories: Category[]
  /** Of `categories`, so that nobody overwrites what another admin saved meanwhile. */
  etag: string
  /** True while the site uses the built-in ones. */
  isBuiltIn: boolean
  save: SaveSettings
}

/** `key` identifies a row while its label, and so the id of a new category, changes. */
type Row = Category & { key: string; isNew?: boolean }

export function CategoryEditor({ categories, etag, isBuiltIn, save }: CategoryEditorProps) {
  const [state, form] = useFormAction(save, { error: null, isSaved: false, values: {} })
  const { error, isSaved } = state
  const [seen, setSeen] = useState({ categories, etag, state })
  const [rows, setRows] = useState<Row[]>(() => toRows(categories))
  const written = writeCategories(rows)
  // Shows what this form saved, or what another admin saved while nothing was edited here. Other edits stay: saving them is
  // refused once, with what the other admin saved.
  const isOwnSave = isSaved && state !== seen.state
  if (seen.etag !== etag && (isOwnSave || writeCategories(seen.categories) === written)) {
    setSeen({ categories, etag, state })
    setRows(toRows(categories))
  }
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
      <input type="hidden" name="categories" value={written} />
      <SeenSetting name="categories" etag={seen.etag} error={error} />
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
          <Button type="button" variant="ghost" onClick={() => setRows(toRows(BUILT_IN_CATEGORIES))}>
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
        <RowButtons
          item={name}
          actions={{
            up: !place.isFirst && (() => onMove(-1)),
            down: !place.isLast && (() => onMove(1)),
          }}
        />
        <Button
          variant="ghost"
          size="sm"
          className="w-20"
          aria-label={row.isNew ? undefined : `${row.isRetired ? 'Restore' : 'Retire'} ${name}`}
          onClick={row.isNew ? onRemove : () => onChange({ isRetired: row.isRetired ? undefined : true })}
        >
          {row.isNew ? 'Remove' : row.isRetired ? 'Restore' : 'Retire'}
        </Button>
      </span>
    </li>
  )
}

function toRows(categories: readonly Category[]): Row[] {
  return categories.map((category) => ({ ...category, key: category.id }))
}

/** Returns "" for the built-in list, so that the site follows a later release of it. */
function writeCategories(rows: readonly Category[]): string {
  const written: Category[] = []
  for (const { id, label, isRetired } of rows) {
    const known = id || makeCategoryId(label, [...rows.filter((row) => row.id), ...written])
    written.push({ id: known, label, ...(isRetired && { isRetired }) })
  }
  return JSON.stringify(written) === JSON.stringify(BUILT_IN_CATEGORIES) ? '' : JSON.stringify(written)
}
