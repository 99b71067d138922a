/** What compiled validators call. `validator-code.ts` generates the calls, and browsers make them. */
import { isMultipleOf, isRounded } from '../../kernel/json/exact-number.ts'
import { isSameJson, type Json, sameText } from '../../kernel/json/json.ts'
import { ROOT_URI } from '../evaluate/compiled-schema.ts'
import { ASSERTED_FORMATS, checkOfFormat } from '../evaluate/formats.ts'
import { isAmong } from '../evaluate/own-keywords.ts'
import { spendWorkOf, type Work } from '../limits/work-budget.ts'
import { linearRegex } from '../regex/linear-regex.ts'
import { refTo } from '../tree/schema-tree.ts'

/** Increase it when the generated code changes, because browsers cache the code. */
export const VALIDATOR_FORMAT = 3

/** The schema whose choices are compiled besides the contract itself. */
export const PARTS_URI = 'schema:parts'

/**
 * Lets the library check the schema at a pointer. The double negation keeps it from merging what is behind the
 * reference, which takes exponential time in some contracts.
 */
export function partSchema(pointer: string) {
  return { not: { not: { $ref: ROOT_URI + refTo(pointer) } } }
}

/** Each keyword gets its value in the schema, then the value to check. */
export const VALIDATOR_RUNTIME = {
  linearRegex,
  formats: Object.fromEntries(ASSERTED_FORMATS.map((format) => [format, checkOfFormat(format)])),
  isAmong,
  isConstant: (constant: Json, value: Json) => isSameJson(value, constant),
  isUnique: (mustBe: boolean, items: Json[]) => !mustBe || new Set(items.map(sameText)).size === items.length,
  isMultiple: (step: number, value: number) => isMultipleOf(value, step),
  isExact: (_: unknown, value: number) => !isRounded(value),
  spendWork: (work: Work, value: Json) => spendWorkOf(work, value),
}

export type ValidatorRuntime = typeof VALIDATOR_RUNTIME

/** Ajv counts characters by a module of its own; the other modules it may ask for are for keywords replaced here. */
export function requireInValidator(name: string): { default: (text: string) => number } {
  if (!name.endsWith('/ucs2length')) throw new Error(`Compiled validators have no module "${name}".`)
  return { default: (text) => [...text].length }
}
