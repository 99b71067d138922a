'use client'

/** What may be one thing or another, or left out. */
import type {
  CyclicSchemaExpandProps,
  MultiSchemaFieldTemplateProps,
  OptionalDataControlsTemplateProps,
} from '@rjsf/utils'
import { X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { AddButton } from './field-group.tsx'

/** Which kind of value, and the fields of that kind. */
export function ChoiceFrame({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="grid gap-3">
      {selector}
      {optionSchemaField && <div className="border-border border-l-2 pl-4">{optionSchemaField}</div>}
    </div>
  )
}

/** An object that may be left out is not there until somebody wants it. */
export function OptionalFrame({ id, label, onAddClick, onRemoveClick }: OptionalDataControlsTemplateProps) {
  if (onAddClick) {
    return (
      <AddButton id={id} onClick={onAddClick}>
        {label}
      </AddButton>
    )
  }
  if (!onRemoveClick)
    return (
      <p id={id} className="text-muted-foreground text-sm">
        Left out.
      </p>
    )
  return (
    <Button id={id} variant="ghost" size="sm" onClick={onRemoveClick}>
      <X aria-hidden /> {label}
    </Button>
  )
}

export function CycleFrame({ fieldPathId, name, onExpand }: CyclicSchemaExpandProps) {
  return <AddButton onClick={() => onExpand(fieldPathId.$id)}>Add {name}</AddButton>
}
