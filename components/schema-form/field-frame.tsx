'use client'

/** One field with its label, help and notes, whatever is inside it. */
import {
  ADDITIONAL_PROPERTY_FLAG,
  type FieldTemplateProps,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Label } from '../ui/label.tsx'
import { useFieldNote } from './field-notes.tsx'
import { humanise, limitsOf, singular } from './field-words.ts'

export function FieldFrame(props: FieldTemplateProps) {
  const { id, schema, children, hidden, displayLabel, required, registry, fieldPathId } = props
  const isConstant = schema.const !== undefined
  if (hidden || isConstant) return <div className="hidden">{children}</div>

  // A choice between branches is labelled by its selector, and its branch is a field of the same id.
  const isChoice = Boolean(schema.oneOf ?? schema.anyOf) && !registry.schemaUtils.isSelect(schema)
  const isItem = typeof fieldPathId.path.at(-1) === 'number'
  const showsLabel = displayLabel && !isChoice
  return (
    <WrapIfAdditional {...props}>
      <div className="grid min-w-0 gap-1.5">
        {showsLabel && (
          <div className={isItem ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
            <Label htmlFor={id}>{labelOf(props)}</Label>
            {!required && schema.default === undefined && (
              <span aria-hidden className="text-muted-foreground text-xs">
                optional
              </span>
            )}
          </div>
        )}
        {children}
        {!isChoice && <FieldNotes id={id} />}
        {showsLabel && <FieldHelp id={id} schema={schema as JsonSchema} />}
      </div>
    </WrapIfAdditional>
  )
}

/** Items are numbered by their place; everything else is called by its title, else by its key. */
export function labelOf({
  label,
  schema,
  fieldPathId,
}: Pick<FieldTemplateProps, 'label' | 'schema' | 'fieldPathId'>): string {
  const last = fieldPathId.path.at(-1)
  if (typeof last !== 'number') {
    if (schema.title) return schema.title
    return label === last ? humanise(label) : label || humanise(String(last ?? ''))
  }
  // The library says "Lines-1" where it knows what the list is called.
  const list = label.replace(/-\d+$/, '') || 'Item'
  const name = schema.title ?? singular(list === fieldPathId.path.at(-2) ? humanise(list) : list)
  return `${name} ${last + 1}`
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

export function hasHelp(schema: JsonSchema): boolean {
  return Boolean(schema.description) || limitsOf(schema) !== undefined
}

export function FieldHelp({ id, schema }: { id: string; schema: JsonSchema }) {
  const { description } = schema
  const limits = limitsOf(schema)
  if (!hasHelp(schema)) return null
  return (
    <p id={`${id}__help`} className="text-pretty text-muted-foreground text-sm">
      {typeof description === 'string' && `${description} `}
      {limits}
    </p>
  )
}

/** A property whose name is the person's own choice can be renamed and removed. */
function WrapIfAdditional({
  id,
  schema,
  label,
  disabled,
  readonly,
  onKeyRenameBlur,
  onRemoveProperty,
  children,
}: Pick<
  WrapIfAdditionalTemplateProps,
  'id' | 'schema' | 'label' | 'disabled' | 'readonly' | 'onKeyRenameBlur' | 'onRemoveProperty'
> & { children: ReactNode }) {
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return children
  const isLocked = disabled || readonly
  return (
    <div className="grid grid-cols-[minmax(6rem,1fr)_2fr_auto] items-end gap-2">
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}__key`}>Name</Label>
        <Input
          id={`${id}__key`}
          defaultValue={label}
          key={label}
          disabled={isLocked}
          onBlur={onKeyRenameBlur}
        />
      </div>
      {children}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove ${label}`}
        disabled={isLocked}
        onClick={onRemoveProperty}
      >
        <X aria-hidden />
      </Button>
    </div>
  )
}
