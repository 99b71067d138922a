/** Finds counterexamples, which the validator confirms. */

import type { Json } from '../../kernel/json/json.ts'
import type { SchemaNode } from '../graph/schema-graph.ts'
import { isFound } from '../inclusion/contradictions.ts'
import { type Direction, goal, type SchemaPair, separates, sidesOf } from '../inclusion/inclusion.ts'
import { STRICT } from '../inclusion/tolerance.ts'
import type { Difference, PathStep } from './difference.ts'

const MAX_COUNTEREXAMPLES = 40

export function withCounterexamples(
  pair: SchemaPair,
  direction: Direction,
  differences: readonly Difference[],
): Difference[] {
  let left = MAX_COUNTEREXAMPLES
  return differences.map((difference) => {
    const breaks = direction === 'input' ? difference.less : difference.more
    if (!breaks || difference.kind === 'undecided' || left-- <= 0) return difference
    const counterexample = findCounterexample(pair, direction, difference)
    return counterexample === undefined ? difference : { ...difference, counterexample }
  })
}

function findCounterexample(
  pair: SchemaPair,
  direction: Direction,
  difference: Difference,
): Json | undefined {
  const { graph } = pair
  const { inner, outer } = sidesOf(direction)
  const { path, focus } = chooseFocus(difference, direction)
  const shape =
    path &&
    lifted(
      pair,
      path,
      focus.map(({ keywords, mustAccept }) => {
        const node = graph.fresh(keywords)
        return mustAccept ? node : graph.fresh({}, [['not', node]])
      }),
    )
  if (!shape) return undefined
  const shaped = [goal(pair[inner], true), goal(shape, true)]
  const refused = { ...goal(pair[outer], false), isNew: true }
  // Values that the other version refuses need no second condition.
  const isEnough = focus.some(({ keywords, mustAccept }) => !mustAccept || keywords.enum !== undefined)
  const searches = [...(isEnough ? [shaped] : []), [...shaped, refused]]
  for (const goals of searches) {
    const answer = pair.find(goals, STRICT)
    if (isFound(answer) && separates(pair, direction, answer.found)) return answer.found
  }
  return undefined
}

type Focus = { keywords: { [keyword: string]: Json }; mustAccept: boolean }

function chooseFocus(
  difference: Difference,
  direction: Direction,
): { path: readonly PathStep[] | null; focus: Focus[] } {
  const { kind, path, keyword, before, after, isRequired } = difference
  const parent = path.slice(0, -1)
  const last = path.at(-1)
  const name = last && 'property' in last ? last.property : undefined
  const demanded = direction === 'input' ? after : before
  if (
    kind === 'made-required' ||
    kind === 'made-optional' ||
    (kind === 'added' && isRequired && !difference.narrows)
  )
    return {
      path: parent,
      focus: name === undefined ? [] : [{ keywords: { required: [name] }, mustAccept: false }],
    }
  if (kind === 'removed' && direction === 'output' && isRequired && name !== undefined)
    return { path: parent, focus: [{ keywords: { required: [name] }, mustAccept: false }] }
  if ((kind === 'removed' || kind === 'added') && name !== undefined)
    return { path: parent, focus: [{ keywords: { required: [name] }, mustAccept: true }] }
  if (kind === 'values-removed' && Array.isArray(before))
    return { path, focus: [{ keywords: { enum: before }, mustAccept: true }] }
  if (kind === 'values-added' && Array.isArray(after))
    return { path, focus: [{ keywords: { enum: after }, mustAccept: true }] }
  if (kind === 'type' && Array.isArray(demanded) && demanded.length > 0)
    return { path, focus: [{ keywords: { type: demanded }, mustAccept: false }] }
  if (kind === 'constraint' && keyword !== undefined && demanded !== undefined)
    return { path, focus: [{ keywords: { [keyword]: demanded }, mustAccept: false }] }
  return { path, focus: [] }
}

/** Returns a node for the values that have, at the end of the path, a value that all nodes accept. */
export function lifted(
  { graph }: SchemaPair,
  path: readonly PathStep[],
  nodes: SchemaNode[],
): SchemaNode | null {
  let node = graph.fresh(
    {},
    nodes.map((each, index) => [`allOf/${index}`, each]),
  )
  for (const step of path.toReversed()) {
    if ('property' in step)
      node = graph.fresh({ type: 'object', required: [step.property] }, [
        [`properties/${step.property}`, node],
      ])
    else if ('item' in step) {
      const before = Array.from({ length: step.item }, (_, at): [string, SchemaNode] => [
        `prefixItems/${at}`,
        graph.anything,
      ])
      node = graph.fresh({ type: 'array', minItems: step.item + 1 }, [
        ...before,
        [`prefixItems/${step.item}`, node],
      ])
    } else if ('someItem' in step) node = graph.fresh({ type: 'array' }, [['contains', node]])
    else
      node = graph.fresh({ type: 'object' }, [
        ['not', graph.fresh({}, [['additionalProperties', graph.fresh({}, [['not', node]])]])],
      ])
  }
  return node
}
