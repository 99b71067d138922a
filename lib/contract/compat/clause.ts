/**
 * What a schema says of values of one type, as clauses: what holds when it does, and what holds when it does not.
 *
 * Ground. Every keyword is one clause, and each clause a choice between options, so that "and", "or" and "not" of
 * whole schemas become choices between simple statements. Source: JSON Schema 2020-12 Core §10, Validation §6.
 */
import type { Json } from '../json/json.ts'
import type { Rational } from './rational.ts'
import type { SchemaNode } from './schema-graph.ts'

export const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const
export type Type = (typeof TYPES)[number]

/** That a value is, or is not, what a schema accepts. */
export type Goal = { node: SchemaNode; holds: boolean; isNew: boolean }

/** What `properties`, `patternProperties` and `additionalProperties` say together. */
export type Fields = {
  names: Map<string, SchemaNode>
  patterns: [pattern: string, node: SchemaNode][]
  rest: SchemaNode
}

/** A simple statement about a value of a known type. */
export type Literal =
  | { is: 'least' | 'most'; value: Rational; isOpen: boolean }
  | { is: 'multiple' | 'not-multiple'; of: Rational }
  | { is: 'size'; least: number; most: number }
  | { is: 'pattern' | 'format'; text: string; holds: boolean }
  | { is: 'items'; prefix: SchemaNode[]; rest: SchemaNode; isNew: boolean }
  | { is: 'item'; at: number; goal: Goal }
  | { is: 'some-item'; from: number; goal: Goal }
  | { is: 'contains'; goal: Goal; least: number; most: number }
  | { is: 'unique' | 'repeated' }
  | { is: 'fields'; fields: Fields; isNew: boolean }
  | { is: 'has' | 'lacks'; name: string }
  | { is: 'field'; name: string; goal: Goal }
  | { is: 'names'; goal: Goal }
  | { is: 'some-name'; goal: Goal }
  | { is: 'some-field'; among: { pattern: string } | { outside: Fields }; goal: Goal }
  | { is: 'among' | 'not-among'; values: Json[] }
  | { is: 'unknown'; text: string; holds: boolean }

export type Option = {
  literals: Literal[]
  goals: Goal[]
  /** The name of a property that breaks it, or "closed" when it is only one that is not listed. */
  because?: { property: string } | { closed: true }
}

export type Clause = { holds: Option[]; fails: Option[] }

export function literals(...each: Literal[]): Option {
  return { literals: each, goals: [] }
}

export function goals(...each: Goal[]): Option {
  return { literals: [], goals: each }
}
