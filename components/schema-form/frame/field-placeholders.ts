'use client'

/** Placeholders for values that are not known yet, such as the result of an earlier step. The page provides them. */
import { type ComponentType, createContext, use } from 'react'
import type { Json } from '#lib/json/json.ts'
import type { DrawnField } from './drawn-field.ts'

/** `change` applies at once, also while the control has focus. */
export type FieldPlaceholderProps = Pick<
  DrawnField,
  'id' | 'label' | 'pointer' | 'json' | 'facts' | 'slot' | 'change'
>

export type FieldPlaceholders = {
  /** Whether a placeholder is allowed at `pointer`. */
  isAllowedAt: (pointer: string) => boolean
  isPlaceholder: (value: Json | undefined) => boolean
  /** Replaces the control. */
  Shown: ComponentType<FieldPlaceholderProps>
  /** The picker beside the label. */
  Offer: ComponentType<FieldPlaceholderProps>
  /** Below the control: the placeholders in its text. */
  Within: ComponentType<FieldPlaceholderProps>
}

const Context = createContext<FieldPlaceholders | null>(null)

export const FieldPlaceholdersProvider = Context.Provider

export function useFieldPlaceholders(pointer: string): FieldPlaceholders | null {
  const placeholders = use(Context)
  return placeholders?.isAllowedAt(pointer) ? placeholders : null
}
