import type { FormContract } from '#lib/contracts/forms/validation/form-contract.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import type { BrowserInput } from './browser-input.ts'

/** A field that is being filled. `pointer` is the path of its value. */
export type Field = {
  contract: FormContract
  schemas: readonly Json[]
  pointer: string
  hands: BrowserInput
}

export type FillField = (field: Field, value: Json, wanted: boolean) => Promise<void>
