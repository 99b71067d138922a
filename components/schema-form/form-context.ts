'use client'

/** What every field of a form shares. It never changes while somebody types, so no field is drawn for another's sake. */
import { type ComponentType, createContext, use } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { toPointer } from '#lib/contract/json/json-pointer.ts'
import type { FormContract } from './form-contract.ts'
import type { ABSENT, Held } from './held.ts'

export type FormApi = {
  contract: FormContract
  /** Draws one value. Groups are drawn by fields and draw fields, so they are told which. */
  Field: ComponentType<FieldProps>
  idPrefix: string
  disabled: boolean
  /** Counts the times the whole value came from elsewhere: what was chosen before then no longer counts. */
  epoch: number
  change: (pointer: string, value: Held | typeof ABSENT) => void
  /** Tells in which order the properties of the object at `pointer` are to be sent. */
  noteOrder: (pointer: string, names: readonly string[]) => void
}

const Context = createContext<FormApi | null>(null)

export const FormProvider = Context.Provider

export function useForm(): FormApi {
  const form = use(Context)
  if (!form) throw new Error('A field stands outside its form')
  return form
}

/** Where a value stands in what is around it: it decides what it means to clear it. */
export type Place = 'root' | 'property' | 'entry' | 'row' | 'position'

export type FieldProps = {
  /** All of them hold for the value. The same list as long as nothing changed. */
  schemas: readonly Json[]
  pointer: string
  place: Place
  /** Its key, or what its list is called. */
  name: string
  value: Held
  required?: boolean
  /** How many groups it stands in. */
  depth: number
}

export function below(pointer: string, key: string | number): string {
  return pointer + toPointer([key])
}
