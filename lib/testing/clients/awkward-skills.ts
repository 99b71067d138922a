/** Contracts that broke generators of API clients before. */

import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import type { OpenedSkill } from '../../protocols/skills-protocol/open-skill.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../factories.ts'

const PERSON: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, born: { $ref: '#/$defs/Day%20of%20birth' } },
  required: ['name'],
  additionalProperties: false,
}

// biome-ignore format: table
const CONTRACTS: [name: string, input: JsonSchema, output?: JsonSchema][] = [
  ['acme.people.greet', {
    type: 'object',
    properties: { person: { $ref: '#/$defs/Person' }, friends: { type: 'array', items: { $ref: '#/$defs/Person' } } },
    required: ['person'],
    $defs: { Person: PERSON, 'Day of birth': { type: 'string', format: 'date' } },
  }, { type: 'object', properties: { words: { type: 'integer' }, person: { $ref: '#/$defs/Person' } }, required: ['words'], $defs: { Person: { type: 'object', properties: { greeted: { type: 'boolean' } } } } }],
  // This is a tree with definitions that have names of globals and of the site's components.
  ['acme.trees.prune', { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } }, blob: { $ref: '#/$defs/Blob' }, run: { $ref: '#/$defs/Run' } }, $defs: { Blob: { type: 'string' }, Run: { type: 'object', properties: { run_id: { type: 'integer' } } } } }, { $ref: '#/$defs/Node', $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } } }],
  // This has a reference into a property, and an anchor.
  ['acme.refs.inside', { type: 'object', properties: { from: { type: 'object', properties: { city: { type: 'string' } } }, to: { $ref: '#/properties/from' }, via: { $ref: '#stop' } }, $defs: { Stop: { $anchor: 'stop', type: 'string' } } }],
  // These names differ only in punctuation, and the last one looks like an operation of the site.
  ['acme.trees__x.y', { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } }],
  ['acme.trees.x__y', { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'integer' } } }],
  ['acme.trees.x_y', { type: 'object' }],
  ['list.plan.runs', { type: 'object', properties: { a: { type: 'string' } } }],
  ['acme.text.any', true as unknown as JsonSchema],
  // This has definitions inside a property, a choice of two shapes, a map, and a nullable field.
  ['acme.shapes.choose', { type: 'object', properties: { shape: { oneOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }] }, by_name: { type: 'object', additionalProperties: { $ref: '#/$defs/Circle' } }, note: { type: ['string', 'null'] }, inner: { type: 'object', $defs: { Deep: { type: 'number' } }, properties: { deep: { $ref: '#/properties/inner/$defs/Deep' } } } }, required: ['shape'], $defs: { Circle: { type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'] }, Square: { type: 'object', properties: { kind: { const: 'square' }, side: { type: 'number' } }, required: ['kind', 'side'] } } }],
]

export const AWKWARD_SKILLS: OpenedSkill[] = CONTRACTS.map(([name, parameters, response]) => {
  const skill: SkillDocument = makeSkillDocument({
    examples: [],
    slug: name.split('.').at(-1)!,
    parameters,
    ...(response && { response }),
  })
  return {
    name,
    version: '1.0.0',
    document: makeSkillSetDocument({ skills: [skill] }),
    skill,
    isReadable: true,
  }
})
