/** What a schema says of objects. Ground. Source: JSON Schema 2020-12 Core §10.3.2 and §11, Validation §6.5. */
import type { Clause, Fields, Literal } from './clause.ts'
import { literals } from './clause.ts'
import { ANYTHING, either, isNames, listed, type Makes, named, sizeClauses, unknown } from './clause-parts.ts'
import type { SchemaNode } from './schema-graph.ts'

export function objectClauses(node: SchemaNode, yes: Makes, no: Makes): Clause[] {
  const { own, below } = node
  const clauses = sizeClauses(own.minProperties, own.maxProperties)
  for (const name of names(own.required)) clauses.push(either({ is: 'has', name }, { is: 'lacks', name }))
  const fields = fieldsOf(node)
  if (fields) clauses.push(fieldsClause(fields, no))
  const propertyNames = below.get('propertyNames')
  if (propertyNames)
    clauses.push(
      either({ is: 'names', goal: yes(propertyNames) }, { is: 'some-name', goal: no(propertyNames) }),
    )
  for (const dependent of [own.dependentRequired, own.dependencies]) {
    for (const [name, needed] of Object.entries(isNames(dependent) ? dependent : {}))
      clauses.push(...names(needed).map((other) => dependentClause(name, other)))
  }
  for (const [name, each] of [...named(node, 'dependentSchemas'), ...named(node, 'dependencies')]) {
    clauses.push({
      holds: [literals({ is: 'lacks', name }), { literals: [{ is: 'has', name }], goals: [yes(each)] }],
      fails: [{ literals: [{ is: 'has', name }], goals: [no(each)] }],
    })
  }
  const others = below.get('unevaluatedProperties')
  if (others && others.constant !== true) {
    const evaluated = evaluatedOf(node)
    if (!evaluated) clauses.push(unknown(`unevaluated properties of ${node.id}`))
    else if (!evaluated.isAll) clauses.push(fieldsClause({ ...evaluated.fields, rest: others }, no))
  }
  return clauses
}

function dependentClause(name: string, other: string): Clause {
  const present: Literal = { is: 'has', name }
  return {
    holds: [literals({ is: 'lacks', name }), literals(present, { is: 'has', name: other })],
    fails: [literals(present, { is: 'lacks', name: other })],
  }
}

function fieldsClause(fields: Fields, no: Makes): Clause {
  const { patterns, rest } = fields
  return {
    holds: [literals({ is: 'fields', fields, isNew: no(rest).isNew })],
    fails: [
      ...[...fields.names].map(([name, each]) => ({
        literals: [{ is: 'has', name } as const, { is: 'field', name, goal: no(each) } as const],
        goals: [],
        because: { property: name },
      })),
      ...patterns.map(([pattern, each]) =>
        literals({ is: 'some-field', among: { pattern }, goal: no(each) }),
      ),
      ...(rest.constant === true
        ? []
        : [
            {
              ...literals({ is: 'some-field', among: { outside: fields }, goal: no(rest) }),
              ...(rest.constant === false && { because: { closed: true as const } }),
            },
          ]),
    ],
  }
}

/** Null when the schema does not speak of properties. */
function fieldsOf(node: SchemaNode): Fields | null {
  const found = {
    names: new Map(named(node, 'properties')),
    patterns: named(node, 'patternProperties'),
    rest: node.below.get('additionalProperties') ?? ANYTHING,
  }
  const isSaid = found.names.size > 0 || found.patterns.length > 0 || node.below.has('additionalProperties')
  return isSaid ? found : null
}

const MAY_EVALUATE = ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'dependencies']

/** Which properties a schema and those it contains look at; null when that depends on the value. */
function evaluatedOf(
  node: SchemaNode,
  seen = new Set<SchemaNode>(),
): { isAll: boolean; fields: Fields } | null {
  if (seen.has(node)) return null
  seen.add(node)
  if (typeof node.own.unknown === 'string') return null
  if ([...node.below.keys()].some((place) => MAY_EVALUATE.includes(place.split('/')[0] ?? ''))) return null
  const isOuter = seen.size === 1
  const isAll =
    node.below.has('additionalProperties') || (!isOuter && node.below.has('unevaluatedProperties'))
  const inside = [...listed(node, '$ref'), ...listed(node, 'allOf')].map((each) => evaluatedOf(each, seen))
  if (!inside.every((each) => each !== null)) return null
  const all = [
    { isAll, fields: fieldsOf(node) ?? { names: new Map(), patterns: [], rest: ANYTHING } },
    ...inside,
  ]
  return {
    isAll: all.some((each) => each.isAll),
    fields: {
      // Whether they are right is asked where they are declared; here they only count as looked at.
      names: new Map(
        all.flatMap(({ fields }) => [...fields.names.keys()].map((name) => [name, ANYTHING] as const)),
      ),
      patterns: all.flatMap(({ fields }) =>
        fields.patterns.map(([pattern]): [string, SchemaNode] => [pattern, ANYTHING]),
      ),
      rest: ANYTHING,
    },
  }
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
