'use client'

import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { DrawnField } from '#lib/form-model/drawn-field.ts'
import { presetOf } from '#lib/form-model/field-model.ts'
import { isObject } from '#lib/json/json.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Label } from '../../ui/forms/input.tsx'
import { focusFirst } from '../../ui/remember-focus.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { FieldHelp, FieldNoteList, useDescribedBy } from '../frame/field-notes.tsx'

type FrameProps = {
  field: DrawnField
  errors: readonly string[] | undefined
  kinds: ReactNode
  disabled: boolean
  children: ReactNode
}

/** `isBare`: with its own label and help. */
export function FieldFrame({
  field,
  errors,
  kinds,
  disabled,
  isBare,
  children,
}: FrameProps & { isBare: boolean }) {
  const { id, label, slot, required, field: model, facts, json, choice, kind } = field
  const isNamed = slot === 'property' || slot === 'position'
  const isOptional = slot === 'property' && !required && presetOf(model) === undefined
  const canBeNull = model.isNullable && json !== null && !model.options && !disabled
  const aside = (
    <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
      {isOptional && !isBare && <Optional />}
      {canBeNull && slot === 'property' && kind !== 'placeholder' && (
        <TextButton of={label} onClick={() => field.change(null)}>
          Set to null
        </TextButton>
      )}
      {kinds}
    </span>
  )
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      {isBare ? (
        <div className="flex items-start justify-between gap-x-3">
          <div className="min-w-0">{children}</div>
          {aside}
        </div>
      ) : (
        <>
          <div
            className={cn(
              'flex flex-wrap items-center justify-between gap-x-3 gap-y-1',
              !isNamed && !kinds && 'sr-only',
            )}
          >
            <Label
              htmlFor={choice ? `${id}__kind` : id}
              className={cn('leading-normal', !isNamed && 'sr-only')}
            >
              {label}
            </Label>
            {aside}
          </div>
          {children}
        </>
      )}
      <FieldNoteList field={field} errors={errors} />
      {!isBare && <FieldHelp id={id} facts={facts} />}
    </div>
  )
}

function Optional() {
  return (
    <span aria-hidden className="ml-2 font-normal text-muted-foreground text-xs">
      optional
    </span>
  )
}

/** An optional object is a button until wanted: recursion has no end. */
export function ObjectFrame(props: FrameProps) {
  const { field, errors, kinds, disabled, children } = props
  const { id, label, slot, required, facts, value, begin } = field
  const container = useRef<HTMLDivElement>(null)
  const hasBegun = useRef(false)
  // To fill it in.
  useEffect(() => {
    if (!hasBegun.current || value === undefined) return
    hasBegun.current = false
    focusFirst(container.current?.querySelector('[data-fields]'))
  }, [value])
  const isThere = isObject(value)
  return (
    <div ref={container}>
      {isThere || slot !== 'property' ? (
        <Group {...props} isRemovable={isThere}>
          {children}
        </Group>
      ) : (
        <div className="grid grid-cols-1 gap-1.5">
          <span className="flex flex-wrap items-center gap-2">
            <AddButton
              id={id}
              disabled={disabled}
              aria-required={required || undefined}
              onClick={() => {
                hasBegun.current = true
                begin()
              }}
            >
              {label}
            </AddButton>
            {!required && <Optional />}
            {kinds}
          </span>
          <FieldNoteList field={field} errors={errors} />
          <FieldHelp id={id} facts={facts} />
        </div>
      )}
    </div>
  )
}

const MAX_INDENTS = 4

type GroupProps = FrameProps & {
  isRemovable: boolean
}

export function Group({ field, errors, kinds, disabled, isRemovable, children }: GroupProps) {
  const { id, label, slot, facts, required, depth, change } = field
  const labelId = useId()
  const describedBy = useDescribedBy(field, errors)
  const isFramed = slot === 'row' || slot === 'entry'
  const isOptional = !required && slot === 'property'
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="grid min-w-0 grid-cols-1 gap-3 rounded-sm"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
    >
      <div className="grid grid-cols-1 gap-1">
        <div
          className={cn(
            'flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1',
            slot === 'row' && 'pr-34',
          )}
        >
          <span id={labelId} className={cn('font-medium text-sm', slot === 'entry' && 'sr-only')}>
            {label}
            {isOptional && <Optional />}
          </span>
          <span className="flex flex-wrap items-center gap-2">
            {kinds}
            {isRemovable && isOptional && (
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
        <FieldHelp id={id} facts={facts} />
        <FieldNoteList field={field} errors={errors} />
      </div>
      <div
        className={cn(
          'grid grid-cols-1 gap-4',
          !isFramed && depth <= MAX_INDENTS && 'border-border border-l-2 pl-3 sm:pl-4',
        )}
      >
        {children}
      </div>
    </fieldset>
  )
}
