/** What a tool takes at a place of its arguments. Ground; also in the browser. */
import type { PlanTool } from '../plan-tool.ts'
import type { Place } from './check-reference.ts'
import { partOf } from './part-of.ts'
import { plainShape, shapeOf } from './shape.ts'

export function placeAt(tool: PlanTool, keys: readonly string[]): Place {
  let shape = shapeOf(tool.inputSchema)
  let isRequired = true
  for (const key of keys) {
    const part = partOf(shape, key)
    // An argument that nobody knows is said elsewhere; here anything goes.
    shape = part.presence === 'never' ? plainShape(true) : part.shape
    isRequired = part.presence === 'always' || isListPlace(key)
  }
  return { shape, isRequired, name: keys.at(-1) ?? tool.title }
}

/** Nothing can be left out of the middle of a list. */
function isListPlace(key: string): boolean {
  return /^\d+$/.test(key)
}
