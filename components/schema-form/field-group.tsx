'use client'

/** What all fields that hold other fields have in common. */
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { FieldHelp, hasHelp, labelOf } from './field-frame.tsx'
import { describedBy, useFieldNote } from './field-notes.tsx'

type GroupProps = Pick<ObjectFieldTemplateProps, 'fieldPathId' | 'schema' | 'title' | 'required'> & {
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Fields under a legend. */
export function Group({ fieldPathId, schema, title, required, aside, className, children }: GroupProps) {
  const id = fieldPathId.$id
  const note = useFieldNote(id)
  // An item stands in a frame of its own already.
  const isItem = typeof fieldPathId.path.at(-1) === 'number'
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="grid min-w-0 gap-3 rounded-sm"
      aria-describedby={describedBy(id, { note, hasHelp: hasHelp(schema as JsonSchema) })}
    >
      <div className="grid gap-1">
        <div className="flex min-h-8 items-center justify-between gap-3">
          <legend className="float-left font-medium text-sm">
            {titleOf({ title, schema, fieldPathId })}
            {!required && !isItem && (
              <span className="ml-2 font-normal text-muted-foreground text-xs">optional</span>
            )}
          </legend>
          {aside}
        </div>
        <FieldHelp id={id} schema={schema as JsonSchema} />
      </div>
      <div className={cn('grid gap-4', !isItem && 'border-border border-l-2 pl-4', className)}>
        {children}
      </div>
    </fieldset>
  )
}

export function titleOf({
  title,
  schema,
  fieldPathId,
}: Pick<GroupProps, 'title' | 'schema' | 'fieldPathId'>): string {
  return labelOf({ label: title, schema, fieldPathId })
}

/** Whether a field of this schema holds other fields. */
export function isGroup(schema: unknown): boolean {
  const { type } = (typeof schema === 'object' && schema !== null ? schema : {}) as { type?: unknown }
  return type === 'object' || type === 'array'
}

export function AddButton({ children, ...rest }: ButtonProps) {
  return (
    <Button variant="outline" size="sm" className="w-fit" {...rest}>
      <Plus aria-hidden /> <span>{children}</span>
    </Button>
  )
}
