/**
 * For each difference that lets callers down, a value of the whole that shows it.
 *
 * Ground, for servers. The value is looked for with the difference in mind, and only kept when the validator
 * agrees that the one version takes it and the other refuses it.
 */
import { type Direction, separates, sidesOf } from '../compat/acceptance.ts'
import { isFound } from '../compat/answer.ts'
import { goal, type SchemaPair } from '../compat/inclusion.ts'
import { STRICT } from '../compat/lenience.ts'
import type { SchemaNode } from '../compat/schema-graph.ts'
import type { Json } from '../json/json.ts'
import type { Difference, Step } from './difference.ts'

// A list of more examples is read by nobody.
const MOST_WITNESSES = 40

export function withWitnesses(
  pair: SchemaPair,
  direction: Direction,
  differences: readonly Difference[],
): Difference[] {
  let left = MOST_WITNESSES
  return differences.map((difference) => {
    const breaks = direction === 'input' ? difference.less : difference.more
    if (!breaks || difference.kind === 'undecided' || left-- <= 0) return difference
    const witness = witnessOf(pair, direction, difference)
    return witness === undefined ? difference : { ...difference, witness }
  })
}

function witnessOf(pair: SchemaPair, direction: Direction, difference: Difference): Json | undefined {
  const { graph } = pair
  const { inner, outer } = sidesOf(direction)
  const { path, focus } = focusOf(difference, direction)
  const shape =
    path &&
    lifted(
      pair,
      path,
      focus.map(({ says, holds }) => {
        const node = graph.fresh(says)
        return holds ? node : graph.fresh({}, [['not', node]])
      }),
    )
  if (!shape) return undefined
  const shaped = [goal(pair[inner], true), goal(shape, true)]
  const refused = { ...goal(pair[outer], false), isNew: true }
  // A focus that the other version refuses anyway needs no second proof.
  const isEnough = focus.some(({ says, holds }) => !holds || says.enum !== undefined)
  const searches = [...(isEnough ? [shaped] : []), [...shaped, refused]]
  for (const goals of searches) {
    const answer = pair.find(goals, STRICT)
    if (isFound(answer) && separates(pair, direction, answer.found)) return answer.found
  }
  return undefined
}

type Focus = { says: { [keyword: string]: Json }; holds: boolean }

/** Where the witness has to be special, and how; `path` is null where one cannot walk. */
function focusOf(
  difference: Difference,
  direction: Direction,
): { path: readonly Step[] | null; focus: Focus[] } {
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
    return { path: parent, focus: name === undefined ? [] : [{ says: { required: [name] }, holds: false }] }
  if (kind === 'removed' && direction === 'output' && isRequired && name !== undefined)
    return { path: parent, focus: [{ says: { required: [name] }, holds: false }] }
  if ((kind === 'removed' || kind === 'added') && name !== undefined)
    return { path: parent, focus: [{ says: { required: [name] }, holds: true }] }
  if (kind === 'values-removed' && Array.isArray(before))
    return { path, focus: [{ says: { enum: before }, holds: true }] }
  if (kind === 'values-added' && Array.isArray(after))
    return { path, focus: [{ says: { enum: after }, holds: true }] }
  if (kind === 'type' && Array.isArray(demanded) && demanded.length > 0)
    return { path, focus: [{ says: { type: demanded }, holds: false }] }
  if (kind === 'constraint' && keyword !== undefined && demanded !== undefined)
    return { path, focus: [{ says: { [keyword]: demanded }, holds: false }] }
  return { path, focus: [] }
}

/** A schema of the whole: the value at the end of `path` is there, and is as `nodes` say. */
function lifted({ graph }: SchemaPair, path: readonly Step[], nodes: SchemaNode[]): SchemaNode | null {
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
    // Some property that nobody declared: any will do that has such a value.
    else
      node = graph.fresh({ type: 'object' }, [
        ['not', graph.fresh({}, [['additionalProperties', graph.fresh({}, [['not', node]])]])],
      ])
  }
  return node
}
