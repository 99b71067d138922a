/** What a schema says of lists. Ground. Source: JSON Schema 2020-12 Core §10.3.1, Validation §6.4. */
import type { Clause } from './clause.ts'
import { literals } from './clause.ts'
import { ANYTHING, either, listed, type Makes, sizeClauses, unknown } from './clause-parts.ts'
import type { SchemaNode } from './schema-graph.ts'

export function arrayClauses(node: SchemaNode, yes: Makes, no: Makes): Clause[] {
  const { own, below } = node
  const clauses = sizeClauses(own.minItems, own.maxItems)
  if (own.uniqueItems === true) clauses.push(either({ is: 'unique' }, { is: 'repeated' }))
  const prefix = listed(node, 'prefixItems')
  const rest = below.get('items')
  if (prefix.length > 0 || rest) {
    const anything: SchemaNode = rest ?? ANYTHING
    clauses.push({
      holds: [literals({ is: 'items', prefix, rest: anything, isNew: yes(anything).isNew })],
      fails: [
        ...prefix.map((each, at) => literals({ is: 'item', at, goal: no(each) })),
        ...(rest ? [literals({ is: 'some-item', from: prefix.length, goal: no(rest) })] : []),
      ],
    })
  }
  const contains = below.get('contains')
  if (contains) clauses.push(containsClause(node, contains, yes))
  if (below.has('unevaluatedItems')) clauses.push(unknown(`unevaluated items of ${node.id}`))
  return clauses
}

function containsClause({ own }: SchemaNode, contains: SchemaNode, yes: Makes): Clause {
  const least = typeof own.minContains === 'number' ? own.minContains : 1
  const most = typeof own.maxContains === 'number' ? own.maxContains : Infinity
  const goal = yes(contains)
  return {
    holds: [literals({ is: 'contains', goal, least, most })],
    fails: [
      ...(least > 0 ? [literals({ is: 'contains', goal, least: 0, most: least - 1 })] : []),
      ...(most < Infinity ? [literals({ is: 'contains', goal, least: most + 1, most: Infinity })] : []),
    ],
  }
}
