'use client'

/** One field with its label, help and notes, whatever is inside it. */
import type { ReactNode } from 'react'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { cn } from '../ui/cn.ts'
import { Label } from '../ui/label.tsx'
import type { DrawnField } from './drawn-field.ts'
import { useFieldNote } from './field-notes.tsx'
import { hasHelp, limitsOf } from './field-words.ts'
import { useForm } from './form-context.ts'
import { presetOf } from './spot.ts'

type FieldFrameProps = DrawnField & {
  /** The control brings its own label. */
  isBare?: boolean
  /** What the label is for, where it is not the value's own control. */
  controlId?: string
  children: ReactNode
}

export function FieldFrame(props: FieldFrameProps) {
  const { id, label, place, required, spot, facts, kinds, json, isBare, controlId = id, children } = props
  const { disabled } = useForm()
  const isNamed = place === 'property' || place === 'position'
  const isOptional = place === 'property' && !required && presetOf(spot) === undefined
  const canBeNull = spot.isNullable && json !== null && !spot.options && !disabled
  if (isBare && kinds && !canBeNull) {
    return (
      <div className="grid min-w-0 grid-cols-1 gap-1.5">
        <div className="flex items-start justify-between gap-x-3">
          <div className="min-w-0">{children}</div>
          {kinds}
        </div>
        <FieldNotes id={id} />
      </div>
    )
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div
        className={cn(
          'flex flex-wrap items-center justify-between gap-x-3 gap-y-1',
          (isBare || !isNamed) && !kinds && 'sr-only',
        )}
      >
        <Label
          htmlFor={isBare ? undefined : controlId}
          className={cn('leading-normal', (isBare || !isNamed) && 'sr-only')}
        >
          {label}
        </Label>
        <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          {isOptional && !isBare && (
            <span aria-hidden className="text-muted-foreground text-xs">
              optional
            </span>
          )}
          {canBeNull && place === 'property' && (
            <button
              type="button"
              className="rounded-sm text-muted-foreground text-xs underline-offset-3 hover:text-foreground hover:underline"
              onClick={() => props.change(null)}
            >
              Set to null<span className="sr-only">: {label}</span>
            </button>
          )}
          {kinds}
        </span>
      </div>
      {children}
      <FieldNotes id={id} />
      {!isBare && <FieldHelp id={id} facts={facts} />}
    </div>
  )
}

/** What is wrong with it, and how it was read. */
export function FieldNotes({ id }: { id: string }) {
  const { errors, coercion } = useFieldNote(id)
  return (
    <>
      {errors.length > 0 && (
        <div id={`${id}__error`} className="grid gap-0.5 text-destructive text-sm">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
      {coercion && (
        <p id={`${id}__coercion`} className="text-info text-sm">
          {coercion}
        </p>
      )}
    </>
  )
}

export function FieldHelp({ id, facts }: { id: string; facts: JsonSchema }) {
  if (!hasHelp(facts)) return null
  const { description } = facts
  return (
    <p
      id={`${id}__help`}
      className="max-w-prose whitespace-pre-line text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]"
    >
      {typeof description === 'string' && `${description.trim()} `}
      {limitsOf(facts)}
    </p>
  )
}
