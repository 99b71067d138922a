import { isObject, type Json, sameText } from '../../kernel/json/json.ts'
import { resolveRef } from '../tree/schema-tree.ts'
import type { ComparedSide } from './compare-keywords.ts'
import type { Comparer, Difference, DifferenceLocation } from './difference.ts'

type ChoiceComparison = {
  before: ComparedSide
  after: ComparedSide
  location: DifferenceLocation
  keyword: string
}

type Branch = { schema: Json; index: number; mark: string }

export function compareChoices(comparison: Comparer, question: ChoiceComparison): Difference[] | null {
  const { before, after, location, keyword } = question
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return null
  const [old, now] = [listBranches(before, keyword), listBranches(after, keyword)]
  if (!old || !now) return null
  const isSame = (one: Branch, other: Branch) =>
    comparison.pair.isSame(comparison.nodeOf('before', one.schema), comparison.nodeOf('after', other.schema))
  const { pairs, removed, added } = pairBranches(old, now, isSame)
  const at = (branch: Branch): DifferenceLocation => ({
    ...location,
    pointer: `${location.pointer}/${keyword}/${branch.index}`,
  })
  const shown = (branch: Branch) => (branch.mark === '' ? {} : { after: branch.mark })
  return [
    ...pairs.flatMap(({ one, other }) =>
      comparison.compare({ ...before, schema: one.schema }, { ...after, schema: other.schema }, at(other)),
    ),
    ...removed.map((each) => ({
      kind: 'choice-removed' as const,
      ...at(each),
      keyword,
      more: keyword === 'oneOf',
      less: true,
      ...shown(each),
    })),
    ...added.map((each) => ({
      kind: 'choice-added' as const,
      ...at(each),
      keyword,
      more: true,
      less: keyword === 'oneOf',
      ...shown(each),
    })),
  ]
}

type BranchPair = { one: Branch; other: Branch }

/** Pairs branches by their mark, or the only two that differ. */
function pairBranches(
  old: readonly Branch[],
  now: readonly Branch[],
  isSame: (one: Branch, other: Branch) => boolean,
): { pairs: BranchPair[]; removed: Branch[]; added: Branch[] } {
  const gone = old.filter((one) => !now.some((other) => isSame(one, other)))
  const fresh = now.filter((other) => !old.some((one) => isSame(one, other)))
  const pairs = gone.flatMap((one) => {
    const other = fresh.find(({ mark }) => mark !== '' && mark === one.mark)
    return other ? [{ one, other }] : []
  })
  const isPaired = (each: Branch) => pairs.some(({ one, other }) => one === each || other === each)
  const [removed, added] = [gone.filter((each) => !isPaired(each)), fresh.filter((each) => !isPaired(each))]
  const [only, instead] = [removed[0], added[0]]
  const isSingle = removed.length === 1 && added.length === 1
  if (!isSingle || !only || !instead || only.mark || instead.mark) return { pairs, removed, added }
  return { pairs: [...pairs, { one: only, other: instead }], removed: [], added: [] }
}

function listBranches({ root, schema }: ComparedSide, keyword: string): Branch[] | null {
  const target = isObject(schema) && typeof schema.$ref === 'string' ? resolveRef(root, schema.$ref) : schema
  const list = isObject(target) ? target[keyword] : undefined
  if (!Array.isArray(list)) return null
  return list.map((each, index) => ({ schema: each, index, mark: findDiscriminator(root, each) }))
}

function findDiscriminator(root: ComparedSide['root'], branch: Json): string {
  const target = isObject(branch) && typeof branch.$ref === 'string' ? resolveRef(root, branch.$ref) : branch
  if (!isObject(target)) return ''
  const properties = Object.entries(isObject(target.properties) ? target.properties : {})
  for (const [name, property] of properties) {
    if (!isObject(property)) continue
    const [value, ...others] = Array.isArray(property.enum) ? property.enum : []
    const only = property.const ?? (others.length === 0 ? value : undefined)
    if (only !== undefined) return `${name}: ${sameText(only)}`
  }
  return typeof target.title === 'string' ? target.title : ''
}
