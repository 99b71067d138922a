/**
 * How far the output of an example may differ from the recorded one: docs/spec/examples.md §2. Paths are JSON Pointers in
 * which `*` stands for every item of a list and every field of an object.
 */
import type { JsonSchema } from '../../kernel/json/json.ts'

export type ExampleAssertion =
  /** The value may be anything, and may be absent. */
  | { kind: 'ignore'; path: string }
  /** A number may differ by at most `within`. */
  | { kind: 'tolerance'; path: string; within: number }
  /** The value satisfies a JSON Schema. */
  | { kind: 'schema'; path: string; schema: JsonSchema }
  /** A list has the same items in any order, as often. */
  | { kind: 'set'; path: string }
  /** A text matches a regular expression. */
  | { kind: 'pattern'; path: string; pattern: string }

export const ASSERTION_KINDS = ['ignore', 'tolerance', 'schema', 'set', 'pattern'] as const
