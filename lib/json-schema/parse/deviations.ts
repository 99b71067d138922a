/** Deviations from the official test suite, which the docs list and `conformance.test.ts` verifies. */

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
const BIG = 'A whole number above 2^53-1 is rounded when it is parsed, so contracts refuse it.'

// biome-ignore format: table
export const DEVIATIONS: Deviation[] = [
  { file: 'refRemote.json',               drafts: BOTH,         where: 'everywhere', reason: REMOTE },
  { file: 'dynamicRef.json',              drafts: ['2020-12'],  where: 'everywhere', reason: REMOTE, groups: /strict-tree|independent of order/ },
  { file: 'vocabulary.json',              drafts: ['2020-12'],  where: 'everywhere', reason: META },
  { file: 'optional/format-assertion.json', drafts: ['2020-12'], where: 'everywhere', reason: META },
  { file: 'optional/content.json',        drafts: ['draft-07'], where: 'everywhere', reason: 'contentEncoding and contentMediaType are annotations, as in 2020-12.' },
  { file: 'format.json',                  drafts: BOTH,         where: 'contracts',  reason: 'Contracts assert twelve formats; the suite treats them as annotations.' },
  { file: 'optional/bignum.json',         drafts: BOTH,         where: 'contracts',  reason: BIG, groups: /integer/ },
  { file: 'optional/float-overflow.json', drafts: BOTH,         where: 'contracts',  reason: BIG },
  { file: 'defs.json',                    drafts: ['2020-12'],  where: 'contracts',  reason: REMOTE, groups: /metaschema/ },
  { file: 'definitions.json',             drafts: ['draft-07'], where: 'contracts',  reason: REMOTE, groups: /metaschema/ },
  { file: 'dynamicRef.json',              drafts: ['2020-12'],  where: 'contracts',  reason: 'A contract of several resources with dynamic references is refused: their meaning depends on the dynamic scope.', groups: /intermediate scopes that don't|leaving a dynamic scope/ },
  { file: 'optional/unknownKeyword.json', drafts: BOTH,         where: 'contracts',  reason: 'A contract with two resources of the same name is refused.' },
]
