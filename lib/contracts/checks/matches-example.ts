/** A difference blocks nothing, because outputs may vary. */
import { isSameJson, type Json } from '../../kernel/json/json.ts'

export function matchesExample(
  run: { output?: Json } | null | undefined,
  expected: Json | undefined,
): boolean | undefined {
  if (expected === undefined || run?.output === undefined) return undefined
  return isSameJson(run.output, expected)
}
