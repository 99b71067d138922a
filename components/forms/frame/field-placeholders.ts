'use client'

/** Placeholders for values, such as the result of an earlier step of a plan. The page provides them. */
import { type ComponentType, createContext, use } from 'react'
import type { DrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import type { Json } from '#lib/kernel/json/json.ts'

/** `change` applies at once, even while the control has the focus. */
export type FieldPlaceholderProps = Pick<
  DrawnField,
  'id' | 'label' | 'pointer' | 'json' | 'facts' | 'slot' | 'change'
>

export type FieldPlaceholders = {
  isAllowedAt: (pointer: string) => boolean
  isPlaceholder: (value: Json | undefined) => boolean
  /** Rendered instead of the control while the value is a placeholder. */
  Control: ComponentType<FieldPlaceholderProps>
  /** Rendered beside the label, to choose a placeholder. */
  LabelButton: ComponentType<FieldPlaceholderProps>
  /** Rendered below the control of a text, which may contain placeholders. */
  Footer: ComponentType<FieldPlaceholderProps>
}

const Context = createContext<FieldPlaceholders | null>(null)

export const FieldPlaceholdersProvider = Context.Provider

export function useFieldPlaceholders(pointer: string): FieldPlaceholders | null {
  const placeholders = use(Context)
  return placeholders?.isAllowedAt(pointer) ? placeholders : null
}
