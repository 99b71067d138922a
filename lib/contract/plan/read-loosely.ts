/**
 * As much of a plan as there is in a document that is still being written. Ground; also in the browser.
 *
 * Steps without an id or a tool are left out; what is of the wrong kind counts as absent.
 */
import { isObject, type Json } from '../json/json.ts'
import type { Foreach, PlanDocument, PlanStep } from './plan-document.ts'
import { parseOnError } from './step-policy.ts'

export type LoosePlan = Pick<PlanDocument, 'steps' | 'defaults'> & {
  /** Where each step stands in the document, by its id. */
  places: ReadonlyMap<string, number>
}

export function readLoosely(document: Json): LoosePlan {
  const { steps, defaults } = isObject(document) ? document : {}
  const places = new Map<string, number>()
  const read = (Array.isArray(steps) ? steps : []).flatMap((each, index): PlanStep[] => {
    const step = readStep(each)
    if (!step || places.has(step.id)) return []
    places.set(step.id, index)
    return [step]
  })
  const onError = isObject(defaults) ? parseOnError(defaults.onError) : undefined
  return { steps: read, places, ...(onError && { defaults: { onError } }) }
}

function readStep(step: Json): PlanStep | undefined {
  if (!isObject(step)) return undefined
  const { id, tool, args, foreach, captureAs, dependsOn } = step
  if (typeof id !== 'string' || id === '' || typeof tool !== 'string') return undefined
  const onError = parseOnError(step.onError)
  const each = readForeach(foreach)
  return {
    id,
    tool,
    args: isObject(args) ? args : {},
    ...(Array.isArray(dependsOn) && { dependsOn: dependsOn.filter((name) => typeof name === 'string') }),
    ...(each && { foreach: each }),
    ...(typeof captureAs === 'string' && { captureAs }),
    ...(onError && { onError }),
  }
}

function readForeach(foreach: Json | undefined): Foreach | undefined {
  if (!isObject(foreach)) return undefined
  const { from = [], itemName, indexName } = foreach
  return {
    from,
    itemName: typeof itemName === 'string' && itemName !== '' ? itemName : 'item',
    ...(typeof indexName === 'string' && indexName !== '' && { indexName }),
  }
}
