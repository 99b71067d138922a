'use client'

/**
 * Values that stand for others which are not known yet, such as a reference to the result of an earlier step.
 *
 * Whatever a field takes, such a value is shown as what it is: never in a control that would read it as something
 * else, and never as a misfit. Only while it is being typed does it stay the text it is. What counts as one, and how
 * it is drawn and chosen, is for whoever puts the form on a page to say; forms without this have none.
 */
import { type ComponentType, createContext, use } from 'react'
import type { Json } from '#lib/json/json.ts'
import type { DrawnField } from './drawn-field.ts'

/** `change` puts a value there at once, also where somebody is typing. */
export type FieldPlaceholderProps = Pick<
  DrawnField,
  'id' | 'label' | 'pointer' | 'json' | 'facts' | 'slot' | 'change'
>

export type FieldPlaceholders = {
  /** Whether one may stand at that place of the form; elsewhere nothing is one. */
  isAllowedAt: (pointer: string) => boolean
  isPlaceholder: (value: Json | undefined) => boolean
  /** In place of the control. */
  Shown: ComponentType<FieldPlaceholderProps>
  /** Beside the label: where one is chosen. */
  Offer: ComponentType<FieldPlaceholderProps>
  /** Below a control: what its text holds of them. */
  Within: ComponentType<FieldPlaceholderProps>
}

const Context = createContext<FieldPlaceholders | null>(null)

export const FieldPlaceholdersProvider = Context.Provider

/** Null where none may stand. */
export function useFieldPlaceholders(pointer: string): FieldPlaceholders | null {
  const placeholders = use(Context)
  return placeholders?.isAllowedAt(pointer) ? placeholders : null
}
