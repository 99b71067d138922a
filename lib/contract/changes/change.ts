/** One change between two versions, as a reviewer reads it. Ground; types only. */
import type { Bump } from '../version/version-number.ts'

export type Change = {
  /** Into the new document; into the old one for what was removed. */
  pointer: string
  area: 'schema' | 'code' | 'permissions' | 'config' | 'text' | 'skills'
  /** What a person reads. */
  sentence: string
  bump: Bump
  /** A caller of the old version can be refused, or meet something it did not know. */
  breaking: boolean
}
