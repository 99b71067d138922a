'use client'

/** Placeholders for values such as an earlier step's result. The page provides them. */
import { type ComponentType, createContext, use } from 'react'
import type { DrawnField } from '#lib/contracts/forms/drawn-field.ts'
import type { Json } from '#lib/kernel/json/json.ts'

/** `change` applies at once, even with the focus. */
export type FieldPlaceholderProps = Pick<
  DrawnField,
  'id' | 'label' | 'pointer' | 'json' | 'facts' | 'slot' | 'change'
>

export type FieldPlaceholders = {
  isAllowedAt: (pointer: string) => boolean
  isPlaceholder: (value: Json | undefined) => boolean
  /** Replaces the control. */
  Shown: ComponentType<FieldPlaceholderProps>
  /** Shown beside the label. */
  Offer: ComponentType<FieldPlaceholderProps>
  /** Shown below the control. */
  Within: ComponentType<FieldPlaceholderProps>
}

const Context = createContext<FieldPlaceholders | null>(null)

export const FieldPlaceholdersProvider = Context.Provider

export function useFieldPlaceholders(pointer: string): FieldPlaceholders | null {
  const placeholders = use(Context)
  return placeholders?.isAllowedAt(pointer) ? placeholders : null
}
