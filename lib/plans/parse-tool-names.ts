/** The names of tools, as a page sends them. Floor 3, pure. */
import { z } from 'zod'
import { parseWith } from '../contract/json/parse-with.ts'
import { PLAN_LIMITS } from '../contract/plan/plan-schema.ts'

const Names = z.array(z.string().max(300)).max(PLAN_LIMITS.steps)

/** Throws INVALID_INPUT. */
export function parseToolNames(given: unknown): string[] {
  return parseWith(Names, given)
}
