/** What the parts of a comparison ask of the whole. Ground; types only. */
import type { Direction } from '../compat/acceptance.ts'
import type { SchemaPair } from '../compat/inclusion.ts'
import type { SchemaNode } from '../compat/schema-graph.ts'
import type { Json } from '../json/json.ts'
import type { PlainSchema } from '../schema/plain-schema.ts'
import type { Side } from './compare-keywords.ts'
import type { Difference, Place } from './difference.ts'
import type { Verdict } from './reconcile.ts'

export type Comparer = {
  readonly pair: SchemaPair
  readonly direction: Direction
  compare(before: Side, after: Side, place: Place): Difference[]
  nodeOf(side: 'before' | 'after', schema: Json | undefined): SchemaNode
  verdictOf(before: Json | undefined, after: Json | undefined): Verdict
}

/** One place of both schemas, as written and in plain words. */
export type Places = { before: Side; after: Side; a: PlainSchema; b: PlainSchema; place: Place }
