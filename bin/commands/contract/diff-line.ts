import { schemaChanges } from '#lib/contracts/changes/schema-changes.ts'
import { type Bump, largerBump } from '#lib/contracts/versions/version-number.ts'
import type { Direction } from '#lib/json-schema/inclusion/inclusion.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import { toOpenSchema } from '#lib/json-schema/parse/to-open-schema.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'

type DiffLineOptions = {
  anyRoot: boolean
}

/**
 * Breaking means that a new input may reject, or a new output return, what the old one did not, and changes that are
 * undecidable. Throws INVALID_INPUT.
 */
export function diffLine(question: Json, { anyRoot }: DiffLineOptions): Json {
  if (!isObject(question) || !Object.hasOwn(question, 'before') || !Object.hasOwn(question, 'after')) {
    throw invalidInput('Each line must be an object with "before", "after" and "direction".')
  }
  const { before = null, after = null, direction } = question
  if (!isDirection(direction)) throw invalidInput('"direction" must be "input" or "output".')
  const read = anyRoot ? readOpen : readContract
  const [old, now] = [read(before, 'before'), read(after, 'after')]
  const { acceptance, changes } = schemaChanges(old, now, {
    role: direction,
    pointer: '',
    // Only a contract is a field map.
    authored: anyRoot ? undefined : after,
  })
  const bump = changes.reduce<Bump>((largest, each) => largerBump(largest, each.bump), 'none')
  return {
    breaking: acceptance.kind !== 'kept' || (direction === 'input' && changes.some((each) => each.breaking)),
    bump,
    changes: changes.map((each) => ({
      pointer: each.pointer,
      direction,
      kind: each.kind ?? 'constraint',
      bump: each.bump,
      message: each.sentence,
      ...(each.counterexample !== undefined && { counterexample: each.counterexample }),
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
    throw invalidInput(`"${side}" cannot be read: ${(thrown as Error).message}`)
  }
}

function invalidInput(message: string): AppError {
  return new AppError('INVALID_INPUT', { message })
}
