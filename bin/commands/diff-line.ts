/** One line of `contract diff`: what changed between two schemas, and how big a step that is. */

import { schemaChanges } from '#lib/contract/changes/schema-changes.ts'
import type { Direction } from '#lib/contract/compat/acceptance.ts'
import { toOpenSchema } from '#lib/contract/compat/open-schema.ts'
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { canonicalSchema } from '#lib/contract/schema/canonical-schema.ts'
import { type Bump, largerBump } from '#lib/contract/version/version-number.ts'
import { AppError } from '#lib/errors.ts'

export type DiffRules = {
  /** Reads any JSON Schema, instead of only what may be a contract. */
  anyRoot: boolean
}

/**
 * The answer to `{"before":…, "after":…, "direction":"input"|"output"}`. `breaking` is what the two schemas accept
 * and nothing else: for an input, whether the new one may refuse what the old one took; for an output, whether it
 * may give what the old one did not promise. What cannot be decided is breaking. Throws INVALID_INPUT.
 */
export function diffLine(question: Json, { anyRoot }: DiffRules): Json {
  if (!isObject(question) || !Object.hasOwn(question, 'before') || !Object.hasOwn(question, 'after')) {
    throw refused('A line is an object with "before", "after" and "direction".')
  }
  const { before = null, after = null, direction } = question
  if (!isDirection(direction)) throw refused('"direction" is "input" or "output".')
  const read = anyRoot ? readOpen : readContract
  const [old, now] = [read(before, 'before'), read(after, 'after')]
  const { acceptance, changes } = schemaChanges(old, now, {
    role: direction,
    pointer: '',
    // Only a contract may be a field map.
    authored: anyRoot ? undefined : after,
  })
  const bump = changes.reduce<Bump>((largest, each) => largerBump(largest, each.bump), 'none')
  return {
    breaking: acceptance.is !== 'kept',
    bump,
    changes: changes.map((each) => ({
      pointer: each.pointer,
      direction,
      kind: each.kind ?? 'constraint',
      bump: each.bump,
      message: each.sentence,
      ...(each.witness !== undefined && { witness: each.witness }),
    })),
  }
}

function isDirection(value: Json | undefined): value is Direction {
  return value === 'input' || value === 'output'
}

function readContract(authored: Json, side: string): JsonSchema {
  const { schema, issues } = canonicalSchema(authored)
  if (schema) return schema
  const message = `The schema under "${side}" is refused.`
  throw new AppError('INVALID_INPUT', {
    message,
    issues: issues.map((issue) => ({ ...issue, path: `/${side}${issue.path}` })),
  })
}

function readOpen(authored: Json, side: string): JsonSchema {
  try {
    return toOpenSchema(authored)
  } catch (thrown) {
    throw refused(`"${side}" cannot be read: ${(thrown as Error).message}`)
  }
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', { message })
}
