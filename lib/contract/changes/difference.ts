/** One difference between two schemas. Ground; types only. */
import type { Json } from '../json/json.ts'

export type DifferenceKind =
  | 'added'
  | 'removed'
  | 'made-required'
  | 'made-optional'
  | 'type'
  | 'values-added'
  | 'values-removed'
  | 'choice-added'
  | 'choice-removed'
  | 'constraint'
  | 'undecided'
  | 'default'
  | 'text'

/** A step from a value into a part of it. What stays the same value (a branch, a reference) is no step. */
export type Step = { property: string } | { item: number } | { someItem: true } | { someProperty: true }

export type Place = {
  /** Into the new schema; into the old one for what was removed. */
  pointer: string
  /** The property, as a person would say it: "options.tags[]"; "" for the whole. */
  field: string
  /** The way to it from the top of a value. */
  path: readonly Step[]
}

export type Difference = Place & {
  kind: DifferenceKind
  /** The new schema may accept something the old one did not. */
  more: boolean
  /** The new schema may refuse something the old one accepted. */
  less: boolean
  keyword?: string
  before?: Json
  after?: Json
  /** Of a property that was added or removed: whether it is, or was, required. */
  isRequired?: boolean
  /** Of an added one: whether the old schema took other values under that name on purpose. */
  narrows?: boolean
  /** Of a property that is required now: whether a default fills it. */
  hasDefault?: boolean
  /** Of values that were added to a list: whether it is still that list, with values of the types it had. */
  isSameList?: boolean
  /** A value of the whole that the one version takes and the other refuses, because of this. */
  witness?: Json
}
