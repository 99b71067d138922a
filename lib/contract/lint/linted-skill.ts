/** One skill as the lint rules read it: with its schemas taken apart, whatever notation they are in. Ground. */
import { eachObject } from '../json/each-object.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { type Annotation, type ObjectPart, placeKey } from './object-part.ts'
import { schemaParts } from './schema-parts.ts'

/** What goes in, or what comes out. */
export type SchemaView = {
  side: 'input' | 'output'
  authored: Json | undefined
  /** Where it stands in the document. */
  pointer: string
  parts: ObjectPart[]
  /** Where the document holds values, by the place in the data that they are of. */
  values: Map<string, string[]>
}

export type LintedSkill = {
  document: JsonObject
  skill: JsonObject
  pointer: string
  input: SchemaView
  output: SchemaView
}

export function lintedSkill(document: JsonObject, skill: JsonObject, pointer: string): LintedSkill {
  return {
    document,
    skill,
    pointer,
    input: viewOf('input', skill, pointer),
    output: viewOf('output', skill, pointer),
  }
}

function viewOf(side: SchemaView['side'], skill: JsonObject, at: string): SchemaView {
  const key = side === 'input' ? 'parameters' : 'response'
  const pointer = `${at}/${key}`
  const { parts, annotations } = schemaParts(skill[key], pointer)
  const values = new Map<string, string[]>()
  const note = ({ pointer: where, place }: Annotation) => {
    const known = values.get(placeKey(place))
    if (known) known.push(where)
    else values.set(placeKey(place), [where])
  }
  for (const [example, index] of eachObject(skill.examples)) {
    if (Object.hasOwn(example, side)) note({ pointer: `${at}/examples/${index}/${side}`, place: [] })
  }
  annotations.forEach(note)
  return { side, authored: skill[key], pointer, parts, values }
}

/** The part at the top of a view; undefined when the schema has none. */
export function topOf(view: SchemaView): ObjectPart | undefined {
  return view.parts.find(({ isTop }) => isTop)
}

/** The source of the skill; "" when it has none. */
export function sourceOf({ skill }: LintedSkill): string {
  return typeof skill.definition === 'string' ? skill.definition : ''
}

/** What the SkillSet may touch, of one kind. */
export function permissionsOf({ document }: LintedSkill, kind: string): string[] {
  const permissions = isObject(document.permissions) ? document.permissions : {}
  const list = permissions[kind]
  return Array.isArray(list)
    ? list.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    : []
}
