/**
 * Whether an example returned what its publisher says it returns.
 *
 * Ground; also in the browser. Told to who wrote it and to who reviews it; nobody is refused for it, because an output
 * may hold what is different every time. Source: specification "The SkillSet document", examples.
 */
import type { Json } from '../json/json.ts'
import { isSameJson } from '../json/json-equality.ts'

/** Undefined when nothing was promised, or nothing came. The order of keys does not matter. */
export function isPromised(
  run: { output?: Json } | null | undefined,
  expected: Json | undefined,
): boolean | undefined {
  if (expected === undefined || run?.output === undefined) return undefined
  return isSameJson(run.output, expected)
}
