/** What clauses are made with, whatever type they speak of. Ground. */
import { isObject, type Json } from '../json/json.ts'
import { type Clause, type Goal, type Literal, literals } from './clause.ts'
import type { SchemaNode } from './schema-graph.ts'

/** Says of a node that it holds, or that it does not. */
export type Makes = (node: SchemaNode) => Goal

export const ANYTHING: SchemaNode = { id: -1, own: {}, below: new Map(), constant: true }

/** A statement and its opposite. */
export function either(holds: Literal, fails: Literal): Clause {
  return { holds: [literals(holds)], fails: [literals(fails)] }
}

/** What cannot be said in simple statements: only that it holds or not. */
export function unknown(text: string): Clause {
  return either({ is: 'unknown', text, holds: true }, { is: 'unknown', text, holds: false })
}

/** The nodes at "allOf/0", "allOf/1" … */
export function listed({ below }: SchemaNode, key: string): SchemaNode[] {
  const found: SchemaNode[] = []
  for (let node = below.get(`${key}/0`); node; node = below.get(`${key}/${found.length}`)) found.push(node)
  return found
}

/** The nodes at "properties/a", "properties/b" … by name. */
export function named({ below }: SchemaNode, key: string): [name: string, node: SchemaNode][] {
  const start = `${key}/`
  return [...below]
    .filter(([place]) => place.startsWith(start))
    .map(([place, each]) => [place.slice(start.length), each])
}

/** Of texts, lists and objects alike. */
export function sizeClauses(least: Json | undefined, most: Json | undefined): Clause[] {
  const clauses: Clause[] = []
  if (typeof least === 'number' && least > 0)
    clauses.push(
      either({ is: 'size', least, most: Infinity }, { is: 'size', least: 0, most: Math.ceil(least) - 1 }),
    )
  if (typeof most === 'number')
    clauses.push(
      either({ is: 'size', least: 0, most }, { is: 'size', least: Math.floor(most) + 1, most: Infinity }),
    )
  return clauses
}

export function isNames(value: Json | undefined): value is { [name: string]: Json } {
  return isObject(value)
}
