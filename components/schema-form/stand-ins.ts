'use client'

/**
 * Values that stand for others which are not known yet, such as a reference to the result of an earlier step.
 *
 * Whatever a field takes, such a value is shown as what it is: never in a control that would read it as something
 * else, and never as a misfit. Only while it is being typed does it stay the text it is. What counts as one, and how
 * it is drawn and chosen, is for whoever puts the form on a page to say; forms without this have none.
 */
import { type ComponentType, createContext, use } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import type { DrawnField } from './drawn-field.ts'

/** `change` puts a value there at once, also where somebody is typing. */
export type StandInProps = Pick<
  DrawnField,
  'id' | 'label' | 'pointer' | 'json' | 'facts' | 'place' | 'change'
>

export type StandIns = {
  /** Whether one may stand at that place of the form; elsewhere nothing is one. */
  isPlace: (pointer: string) => boolean
  isStandIn: (value: Json | undefined) => boolean
  /** In place of the control. */
  Shown: ComponentType<StandInProps>
  /** Beside the label: where one is chosen. */
  Offer: ComponentType<StandInProps>
  /** Below a control: what its text holds of them. */
  Within: ComponentType<StandInProps>
}

const Context = createContext<StandIns | null>(null)

export const StandInsProvider = Context.Provider

/** Null where none may stand. */
export function useStandIns(pointer: string): StandIns | null {
  const standIns = use(Context)
  return standIns?.isPlace(pointer) ? standIns : null
}
