'use client'

import { X } from 'lucide-react'
import { type ReactNode, use, useId } from 'react'
import { flushSync } from 'react-dom'
import { findPreset } from '#lib/contracts/forms/fields/field-model.ts'
import type { DrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { FieldErrors } from '../../ui/forms/field.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { focusFirst } from '../../ui/remember-focus.ts'
import { AddButton, TextButton } from '../../ui/row-buttons.tsx'
import { InRecordTable } from '../frame/in-record-table.ts'
import { useRepeatedHelp } from '../frame/repeated-help.ts'

type FrameProps = { field: DrawnField; kinds: ReactNode; children: ReactNode }

const CHECKS = ['boolean', 'constant']

export function FieldFrame({ field, kinds, children }: FrameProps) {
  const { id, label, slot, required, field: model, json, choice, kind, disabled, change } = field
  const isCheck = CHECKS.includes(kind)
  const isOwnLabel = isCheck || kind === 'object'
  const isNamed = slot === 'property' || slot === 'position'
  const isOptional = slot === 'property' && !required && findPreset(model) === undefined
  const canBeNull = slot === 'property' && model.isNullable && json !== null && !model.options && !disabled
  return (
    <div data-line className="grid min-w-0 grid-cols-1 gap-1.5">
      <div
        data-label-row={isOwnLabel ? undefined : ''}
        className={cn(
          'flex flex-wrap items-center justify-between gap-x-3 gap-y-1',
          !isNamed && !kinds && !isOwnLabel && 'sr-only',
        )}
      >
        {isOwnLabel ? (
          <div className="min-w-0">{children}</div>
        ) : (
          <Label
            htmlFor={choice ? `${id}__kind` : id}
            className={cn('leading-normal', !isNamed && 'sr-only')}
          >
            {label}
          </Label>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          {isOptional && !isCheck && <OptionalMark />}
          {canBeNull && kind !== 'placeholder' && (
            <TextButton fieldLabel={label} onClick={() => change(null)}>
              Set to null
            </TextButton>
          )}
          {kinds}
        </span>
      </div>
      {!isOwnLabel && children}
      <div data-notes className={cn('grid gap-1.5 empty:hidden', isCheck && 'pl-7')}>
        <NoteLabel field={field} />
        <FieldNotes field={field} />
      </div>
    </div>
  )
}

function OptionalMark() {
  return (
    <span aria-hidden className="ml-2 font-normal text-muted-foreground text-xs">
      optional
    </span>
  )
}

/** Says in a table which cell the notes below the row are about; elsewhere they stand at their field. */
function NoteLabel({ field: { label, errors } }: { field: DrawnField }) {
  const isInTable = use(InRecordTable)
  if (!isInTable || errors.length === 0) return null
  return (
    <span aria-hidden className="table-view:inline hidden font-medium text-sm">
      {label}:
    </span>
  )
}

/** The errors and hints of a field, to which `aria-describedby` of its control points. */
function FieldNotes({ field }: { field: DrawnField }) {
  const { id, errors, hint, help } = field
  const isRepeated = useRepeatedHelp(field)
  return (
    <>
      <FieldErrors id={`${id}__error`} errors={errors} />
      {hint && (
        <p id={`${id}__hint`} className="text-info text-sm">
          {hint}
        </p>
      )}
      {help && (
        <p
          data-help
          id={`${id}__help`}
          className={cn(
            'max-w-prose whitespace-pre-line text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]',
            isRepeated && 'sr-only',
          )}
        >
          {help}
        </p>
      )}
    </>
  )
}

export function BeginButton({ field: { id, label, required, disabled, begin } }: { field: DrawnField }) {
  function beginHere() {
    flushSync(begin)
    focusFirst(document.getElementById(id)?.querySelector('[data-fields]'))
  }
  return (
    <AddButton id={id} disabled={disabled} aria-required={required || undefined} onClick={beginHere}>
      {label}
    </AddButton>
  )
}

const MAX_INDENTS = 4

export function GroupFrame({ field, kinds, children }: FrameProps) {
  const { id, label, slot, required, depth, value, disabled, control, change } = field
  const labelId = useId()
  const isFramed = slot === 'row' || slot === 'entry'
  const isOptional = !required && slot === 'property'
  // A fieldset cannot give its space to the columns of a table around it.
  const isRecord = use(InRecordTable) && slot === 'row'
  const Frame = isRecord ? 'div' : 'fieldset'
  return (
    <Frame
      id={id}
      role={isRecord ? 'group' : undefined}
      tabIndex={-1}
      className="grid min-w-0 grid-cols-1 gap-3 rounded-sm"
      aria-labelledby={labelId}
      aria-describedby={control['aria-describedby']}
    >
      <div className="grid grid-cols-1 gap-1">
        <div
          data-label-row
          className={cn(
            'flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1',
            slot === 'row' && 'pr-34',
          )}
        >
          <span id={labelId} className={cn('font-medium text-sm', slot === 'entry' && 'sr-only')}>
            {label}
            {isOptional && <OptionalMark />}
          </span>
          <span className="flex flex-wrap items-center gap-2">
            {kinds}
            {isOptional && value !== undefined && (
              <Button
                variant="ghost"
                size="sm"
                className="h-7 px-2 text-muted-foreground text-xs"
                disabled={disabled}
                onClick={() => change(undefined)}
              >
                <X aria-hidden /> Leave out<span className="sr-only"> {label}</span>
              </Button>
            )}
          </span>
        </div>
        <FieldNotes field={field} />
      </div>
      <div
        className={cn(
          'grid grid-cols-1 gap-4',
          !isFramed && depth <= MAX_INDENTS && 'border-border border-l-2 pl-3 sm:pl-4',
        )}
      >
        {children}
      </div>
    </Frame>
  )
}
