/** Whether an example returned what its publisher says it returns. Floor 3, pure. */
import { isObject, type Json } from '../contract/json/json.ts'

/** Undefined when nothing was promised, or nothing came. The order of keys does not matter. */
export function isPromised(run: { output?: Json } | null, expected: Json | undefined): boolean | undefined {
  if (expected === undefined || run?.output === undefined) return undefined
  return inOrder(run.output) === inOrder(expected)
}

function inOrder(value: Json): string {
  return JSON.stringify(value, (_key, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}
