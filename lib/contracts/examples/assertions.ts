/** Compares the output of an example with the recorded one, which it must equal except where an assertion allows more. */
import canonicalize from 'canonicalize'
import { validateValue } from '../../json-schema/evaluate/compile.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { matches, patternError } from '../../json-schema/regex/linear-regex.ts'
import { isObject, isSameJson, type Json, type JsonSchema, ownEntry } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'
import type { ExampleAssertion } from './example-assertion.ts'

export type OutputDifference = {
  /** A JSON Pointer into the output. */
  path: string
  kind: 'added' | 'removed' | 'changed'
}

const MAX_DIFFERENCES = 100

type Comparison = { assertions: readonly Asserted[]; differences: OutputDifference[] }
type Asserted = { keys: string[]; assertion: ExampleAssertion }

/** Returns where the output differs from the recorded one, at most 100 places; [] if it is as recorded or as asserted. */
export function compareOutputs(
  recorded: Json,
  output: Json,
  assertions: readonly ExampleAssertion[] = [],
): OutputDifference[] {
  const asserted = assertions.map((assertion) => ({ keys: pointerKeys(assertion.path), assertion }))
  const comparison: Comparison = { assertions: asserted, differences: [] }
  compareAt(comparison, [], recorded, output)
  return comparison.differences
}

function compareAt(
  comparison: Comparison,
  at: readonly (string | number)[],
  recorded: Json | undefined,
  output: Json | undefined,
): void {
  if (comparison.differences.length >= MAX_DIFFERENCES) return
  const asserted = comparison.assertions.filter(({ keys }) => isAt(keys, at))
  if (asserted.some(({ assertion }) => assertion.kind === 'ignore')) return
  const report = (kind: OutputDifference['kind']) => {
    comparison.differences.push({ path: toPointer(at), kind })
  }
  if (recorded === undefined) report('added')
  else if (output === undefined) report('removed')
  else if (asserted.length > 0) {
    if (!asserted.every(({ assertion }) => holds(assertion, recorded, output))) report('changed')
  } else if (Array.isArray(recorded) && Array.isArray(output)) {
    for (let index = 0; index < Math.max(recorded.length, output.length); index += 1)
      compareAt(comparison, [...at, index], recorded[index], output[index])
  } else if (isObject(recorded) && isObject(output)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(output)]))
      compareAt(comparison, [...at, key], ownEntry(recorded, key), ownEntry(output, key))
  } else if (!isSameJson(recorded, output)) report('changed')
}

function isAt(keys: readonly string[], at: readonly (string | number)[]): boolean {
  return keys.length === at.length && keys.every((key, index) => key === '*' || key === String(at[index]))
}

function holds(assertion: ExampleAssertion, recorded: Json, output: Json): boolean {
  switch (assertion.kind) {
    case 'ignore':
      return true
    case 'tolerance':
      return (
        typeof recorded === 'number' &&
        typeof output === 'number' &&
        Math.abs(recorded - output) <= assertion.within
      )
    case 'schema': {
      const { schema } = canonicalSchema(inField(assertion.schema))
      return schema !== undefined && validateValue(schema, { value: output }).length === 0
    }
    case 'set':
      return Array.isArray(recorded) && Array.isArray(output) && hasSameItems(recorded, output)
    case 'pattern':
      return typeof output === 'string' && matches(assertion.pattern, output) === true
  }
}

/** Contracts are schemas of objects; that of an assertion may be of any value. */
function inField(schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { value: schema }, required: ['value'] }
}

/** Returns what is wrong with a schema or a pattern; undefined if it can be checked. */
export function assertionError(assertion: ExampleAssertion): string | undefined {
  if (assertion.kind === 'schema') return canonicalSchema(inField(assertion.schema)).issues[0]?.message
  if (assertion.kind === 'pattern') return patternError(assertion.pattern)
  return undefined
}

function hasSameItems(recorded: readonly Json[], output: readonly Json[]): boolean {
  const sorted = (items: readonly Json[]) =>
    items
      .map((item) => canonicalize(item) ?? '')
      .sort()
      .join('\n')
  return recorded.length === output.length && sorted(recorded) === sorted(output)
}

/**
 * Returns assertions under which two outputs of the same code for the same input are equal: what differs between them is
 * noise. Lists with the same items in another order become sets; all else is ignored.
 */
export function proposeAssertions(first: Json, second: Json): ExampleAssertion[] {
  const proposed = new Map<string, ExampleAssertion>()
  const propose = (assertion: ExampleAssertion) => proposed.set(assertion.path, assertion)
  const walk = (at: readonly string[], one: Json | undefined, other: Json | undefined): void => {
    const path = toPointer(at)
    if (Array.isArray(one) && Array.isArray(other)) {
      if (hasSameItems(one, other)) {
        if (!isSameJson(one, other)) propose({ kind: 'set', path })
      } else if (one.length !== other.length) propose({ kind: 'ignore', path })
      else for (const [index, item] of one.entries()) walk([...at, '*'], item, other[index])
    } else if (isObject(one) && isObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        walk([...at, key], ownEntry(one, key), ownEntry(other, key))
    } else if (one === undefined || other === undefined || !isSameJson(one, other))
      propose({ kind: 'ignore', path })
  }
  walk([], first, second)
  return [...proposed.values()]
}
