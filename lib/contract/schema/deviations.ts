/**
 * Where Guildhall answers differently from the official JSON Schema test suite, and why. The docs show these rows.
 *
 * Ground; also in the browser. `conformance.test.ts` holds the list against the suite, both ways: nothing differs
 * that is not listed, and nothing is listed that does not differ.
 */

export type Deviation = {
  /** A file of the suite, and the groups of it that are meant; every group when left out. */
  file: string
  groups?: RegExp
  drafts: readonly ('2020-12' | 'draft-07')[]
  /** Whether only contracts differ, or the standard itself as `contract validate --any-root` reads it. */
  where: 'contracts' | 'everywhere'
  reason: string
}

const BOTH = ['2020-12', 'draft-07'] as const
const REMOTE = 'Nothing is fetched: a schema that refers outside itself is refused.'
const META = 'A dialect of one’s own is refused: its meta-schema would have to be fetched.'
const BIG = 'A whole number past 2^53-1 has been rounded before anybody sees it, so a contract refuses it.'

// biome-ignore format: a table reads in rows
export const DEVIATIONS: Deviation[] = [
  { file: 'refRemote.json',               drafts: BOTH,         where: 'everywhere', reason: REMOTE },
  { file: 'dynamicRef.json',              drafts: ['2020-12'],  where: 'everywhere', reason: REMOTE, groups: /strict-tree|independent of order/ },
  { file: 'vocabulary.json',              drafts: ['2020-12'],  where: 'everywhere', reason: META },
  { file: 'optional/format-assertion.json', drafts: ['2020-12'], where: 'everywhere', reason: META },
  { file: 'optional/content.json',        drafts: ['draft-07'], where: 'everywhere', reason: 'What a text contains (contentEncoding, contentMediaType) is a note for the reader, as in 2020-12.' },
  { file: 'format.json',                  drafts: BOTH,         where: 'contracts',  reason: 'A contract asserts twelve formats; the suite takes them as notes.' },
  { file: 'optional/bignum.json',         drafts: BOTH,         where: 'contracts',  reason: BIG, groups: /integer/ },
  { file: 'optional/float-overflow.json', drafts: BOTH,         where: 'contracts',  reason: BIG },
  { file: 'defs.json',                    drafts: ['2020-12'],  where: 'contracts',  reason: REMOTE, groups: /metaschema/ },
  { file: 'definitions.json',             drafts: ['draft-07'], where: 'contracts',  reason: REMOTE, groups: /metaschema/ },
  { file: 'dynamicRef.json',              drafts: ['2020-12'],  where: 'contracts',  reason: 'A contract of several resources with dynamic references is refused: what it means depends on the way that led there.', groups: /intermediate scopes that don't|leaving a dynamic scope/ },
  { file: 'optional/unknownKeyword.json', drafts: BOTH,         where: 'contracts',  reason: 'A contract with two resources of one name is refused.' },
]
