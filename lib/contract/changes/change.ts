/** One change between two versions, as a reviewer reads it. Ground; types only. */
import type { Json } from '../json/json.ts'
import type { Bump } from '../version/version-number.ts'

/** As much of a change as callers are shown. */
export type ShownChange = Pick<Change, 'sentence' | 'breaking' | 'area' | 'direction' | 'witness'>

export type Change = {
  /** Into the new document; into the old one for what was removed. */
  pointer: string
  area: 'schema' | 'code' | 'permissions' | 'config' | 'text' | 'skills'
  /** Of a change of the contract: which side of it, and what kind of difference it is. */
  direction?: 'input' | 'output'
  kind?: string
  /** What a person reads. */
  sentence: string
  bump: Bump
  /** Whoever has it installed is asked again. */
  consent?: true
  /** A caller of the old version can be refused, or meet something it did not know. */
  breaking: boolean
  /** A whole value that shows it: an input that was taken and is refused now, an output that was not promised. */
  witness?: Json
}
