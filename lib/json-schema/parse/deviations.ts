/** Deviations from the official test suite, which the docs list and `conformance.test.ts` verifies with all its cases. */

export type Deviation = {
  file: string
  groups?: RegExp
  drafts: readonly ('2020-12' | 'draft-07')[]
  where: 'contracts' | 'everywhere'
  reason: string
}

const BOTH = ['2020-12', 'draft-07'] as const
const REMOTE = 'Nothing is fetched: a schema that refers outside itself is refused.'
const META = 'A custom dialect is refused: its meta-schema would have to be fetched.'
const DYNAMIC =
  'A contract of several resources with dynamic references is refused: their meaning depends on the dynamic scope.'
const BIG = 'A whole number above 2^53-1 is rounded when it is parsed, so contracts refuse it.'

// biome-ignore format: table
export const DEVIATIONS: Deviation[] = [
  { file: 'refRemote.json',               drafts: BOTH,         where: 'everywhere', reason: REMOTE },
  { file: 'dynamicRef.json',              drafts: ['2020-12'],  where: 'everywhere', reason: REMOTE, groups: /strict-tree|independent of order/ },
  { file: 'optional/cross-draft.json',    drafts: BOTH,         where: 'everywhere', reason: REMOTE },
  { file: 'vocabulary.json',              drafts: ['2020-12'],  where: 'everywhere', reason: META },
  { file: 'optional/format-assertion.json', drafts: ['2020-12'], where: 'everywhere', reason: META },
  { file: 'optional/content.json',        drafts: ['draft-07'], where: 'everywhere', reason: 'contentEncoding and contentMediaType are annotations, as in 2020-12.' },
  { file: 'format.json',                  drafts: BOTH,         where: 'contracts',  reason: 'Contracts assert twelve formats; the suite treats them as annotations.' },
  { file: 'optional/bignum.json',         drafts: BOTH,         where: 'contracts',  reason: BIG, groups: /integer/ },
  { file: 'optional/float-overflow.json', drafts: BOTH,         where: 'contracts',  reason: BIG },
  { file: 'defs.json',                    drafts: ['2020-12'],  where: 'contracts',  reason: REMOTE, groups: /metaschema/ },
  { file: 'definitions.json',             drafts: ['draft-07'], where: 'contracts',  reason: REMOTE, groups: /metaschema/ },
  { file: 'ref.json',                     drafts: BOTH,         where: 'contracts',  reason: REMOTE, groups: /^remote ref/ },
  { file: 'dynamicRef.json',              drafts: ['2020-12'],  where: 'contracts',  reason: DYNAMIC },
  { file: 'unevaluatedItems.json',        drafts: ['2020-12'],  where: 'contracts',  reason: DYNAMIC, groups: /\$dynamicRef/ },
  { file: 'unevaluatedProperties.json',   drafts: ['2020-12'],  where: 'contracts',  reason: DYNAMIC, groups: /\$dynamicRef/ },
  { file: 'optional/unknownKeyword.json', drafts: BOTH,         where: 'contracts',  reason: 'A contract with two resources of the same name is refused.' },
]
