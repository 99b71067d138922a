'use client'

/** What all fields that hold other fields have in common: a legend, a place for actions, and an indent. */
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import type { DrawnField } from './drawn-field.ts'
import { FieldHelp, FieldNotes } from './field-frame.tsx'
import { describedBy, useFieldNote } from './field-notes.tsx'
import { hasHelp } from './field-words.ts'
import { useForm } from './form-context.ts'

type GroupProps = DrawnField & {
  /** Whether the whole of it can be left out again. */
  isRemovable?: boolean
  className?: string
  children: ReactNode
}

/** Deeper than this an indent costs more than it tells. */
const DEEPEST_INDENT = 4

export function Group(props: GroupProps) {
  const { id, label, place, facts, kinds, required, depth, isRemovable, className, children, remove } = props
  const { disabled } = useForm()
  const note = useFieldNote(id)
  // A row and an entry stand in a frame of their own already.
  const isFramed = place === 'row' || place === 'entry'
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="grid min-w-0 grid-cols-1 gap-3 rounded-sm"
      aria-describedby={describedBy(id, { note, hasHelp: hasHelp(facts) })}
    >
      <div className="grid grid-cols-1 gap-1">
        <div
          className={cn(
            'flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1',
            place === 'row' && 'pr-34',
          )}
        >
          <legend className={cn('float-left font-medium text-sm', place === 'entry' && 'sr-only')}>
            {label}
            {!required && place === 'property' && (
              <span className="ml-2 font-normal text-muted-foreground text-xs">optional</span>
            )}
          </legend>
          <span className="flex flex-wrap items-center gap-2">
            {kinds}
            {isRemovable && (
              <Button
                variant="ghost"
                size="sm"
                className="h-7 px-2 text-muted-foreground text-xs"
                disabled={disabled}
                onClick={remove}
              >
                <X aria-hidden /> Leave out<span className="sr-only"> {label}</span>
              </Button>
            )}
          </span>
        </div>
        <FieldHelp id={id} facts={facts} />
        <FieldNotes id={id} />
      </div>
      <div
        className={cn(
          'grid grid-cols-1 gap-4',
          !isFramed && depth <= DEEPEST_INDENT && 'border-border border-l-2 pl-3 sm:pl-4',
          className,
        )}
      >
        {children}
      </div>
    </fieldset>
  )
}

export function AddButton({ children, ...rest }: ButtonProps) {
  return (
    <Button variant="outline" size="sm" className="w-fit max-w-full" {...rest}>
      <Plus aria-hidden /> <span className="truncate">{children}</span>
    </Button>
  )
}

/** Puts the focus on the first control in `element`. */
export function focusFirst(element: Element | null | undefined): void {
  element
    ?.querySelector<HTMLElement>(
      'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled), button[role="checkbox"]:not(:disabled), button:not(:disabled)',
    )
    ?.focus()
}
