import type { SchemaNode } from '../graph/schema-graph.ts'
import {
  ANY_NODE,
  type Clause,
  either,
  type Fields,
  isNames,
  type Literal,
  literals,
  type Makes,
  namedNodes,
  numberedNodes,
  sizeClauses,
  unknown,
} from './clause.ts'

export function objectClauses(node: SchemaNode, yes: Makes, no: Makes): Clause[] {
  const { own, below } = node
  const clauses = sizeClauses(own.minProperties, own.maxProperties)
  for (const name of names(own.required)) clauses.push(either({ kind: 'has', name }, { kind: 'lacks', name }))
  const fields = collectFields(node)
  if (fields) clauses.push(fieldsClause(fields, no))
  const propertyNames = below.get('propertyNames')
  if (propertyNames)
    clauses.push(
      either({ kind: 'names', goal: yes(propertyNames) }, { kind: 'some-name', goal: no(propertyNames) }),
    )
  for (const dependent of [own.dependentRequired, own.dependencies]) {
    for (const [name, needed] of Object.entries(isNames(dependent) ? dependent : {}))
      clauses.push(...names(needed).map((other) => dependentClause(name, other)))
  }
  for (const [name, each] of [...namedNodes(node, 'dependentSchemas'), ...namedNodes(node, 'dependencies')]) {
    clauses.push({
      whenTrue: [
        literals({ kind: 'lacks', name }),
        { literals: [{ kind: 'has', name }], goals: [yes(each)] },
      ],
      whenFalse: [{ literals: [{ kind: 'has', name }], goals: [no(each)] }],
    })
  }
  const others = below.get('unevaluatedProperties')
  if (others && others.constant !== true) {
    const evaluated = findEvaluatedFields(node)
    if (!evaluated) clauses.push(unknown(`unevaluated properties of ${node.id}`))
    else if (!evaluated.isAll) clauses.push(fieldsClause({ ...evaluated.fields, rest: others }, no))
  }
  return clauses
}

function dependentClause(name: string, other: string): Clause {
  const present: Literal = { kind: 'has', name }
  return {
    whenTrue: [literals({ kind: 'lacks', name }), literals(present, { kind: 'has', name: other })],
    whenFalse: [literals(present, { kind: 'lacks', name: other })],
  }
}

function fieldsClause(fields: Fields, no: Makes): Clause {
  const { patterns, rest } = fields
  return {
    whenTrue: [literals({ kind: 'fields', fields, isNew: no(rest).isNew })],
    whenFalse: [
      ...[...fields.names].map(([name, each]) => ({
        literals: [{ kind: 'has', name } as const, { kind: 'field', name, goal: no(each) } as const],
        goals: [],
        because: { property: name },
      })),
      ...patterns.map(([pattern, each]) =>
        literals({ kind: 'some-field', among: { pattern }, goal: no(each) }),
      ),
      ...(rest.constant === true
        ? []
        : [
            {
              ...literals({ kind: 'some-field', among: { outside: fields }, goal: no(rest) }),
              ...(rest.constant === false && { because: { closed: true as const } }),
            },
          ]),
    ],
  }
}

function collectFields(node: SchemaNode): Fields | null {
  const found = {
    names: new Map(namedNodes(node, 'properties')),
    patterns: namedNodes(node, 'patternProperties'),
    rest: node.below.get('additionalProperties') ?? ANY_NODE,
  }
  const restrictsFields =
    found.names.size > 0 || found.patterns.length > 0 || node.below.has('additionalProperties')
  return restrictsFields ? found : null
}

const MAY_EVALUATE = ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'dependencies']

function findEvaluatedFields(
  node: SchemaNode,
  seen = new Set<SchemaNode>(),
): { isAll: boolean; fields: Fields } | null {
  if (seen.has(node)) return null
  seen.add(node)
  if (typeof node.own.unknown === 'string') return null
  if ([...node.below.keys()].some((location) => MAY_EVALUATE.includes(location.split('/')[0] ?? '')))
    return null
  const isOuter = seen.size === 1
  const isAll =
    node.below.has('additionalProperties') || (!isOuter && node.below.has('unevaluatedProperties'))
  const inside = [...numberedNodes(node, '$ref'), ...numberedNodes(node, 'allOf')].map((each) =>
    findEvaluatedFields(each, seen),
  )
  if (!inside.every((each) => each !== null)) return null
  const all = [
    { isAll, fields: collectFields(node) ?? { names: new Map(), patterns: [], rest: ANY_NODE } },
    ...inside,
  ]
  return {
    isAll: all.some((each) => each.isAll),
    fields: {
      // These are declared elsewhere; here they only count as evaluated.
      names: new Map(
        all.flatMap(({ fields }) => [...fields.names.keys()].map((name) => [name, ANY_NODE] as const)),
      ),
      patterns: all.flatMap(({ fields }) =>
        fields.patterns.map(([pattern]): [string, SchemaNode] => [pattern, ANY_NODE]),
      ),
      rest: ANY_NODE,
    },
  }
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
