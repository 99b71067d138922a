import { isSameJson, type Json } from '../../kernel/json/json.ts'

/**
 * Returns whether a run returned the output that its example declares; undefined if there is nothing to compare. A
 * difference blocks nothing, because outputs may vary.
 */
export function matchesExample(
  run: { output?: Json } | null | undefined,
  expected: Json | undefined,
): boolean | undefined {
  if (expected === undefined || run?.output === undefined) return undefined
  return isSameJson(run.output, expected)
}
