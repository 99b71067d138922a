/** One view of a skill for all rules, whether its contract is JSON Schema or a field map. */

import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import type { Operation } from '../../../kernel/json/json-patch.ts'
import { objectEntries } from '../../../kernel/json/json-pointer.ts'
import { type Annotation, dataPathKey, type ObjectPart } from './object-part.ts'
import { schemaParts } from './schema-parts.ts'

export type SchemaView = {
  side: 'input' | 'output'
  authored: Json | undefined
  pointer: string
  parts: ObjectPart[]
  /** JSON Pointers to examples and defaults, by path in the data. */
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
    input: buildSchemaView('input', skill, pointer),
    output: buildSchemaView('output', skill, pointer),
  }
}

function buildSchemaView(side: SchemaView['side'], skill: JsonObject, at: string): SchemaView {
  const key = side === 'input' ? 'parameters' : 'response'
  const pointer = `${at}/${key}`
  const { parts, annotations } = schemaParts(skill[key], pointer)
  const values = new Map<string, string[]>()
  const note = ({ pointer: where, dataPath }: Annotation) => {
    const known = values.get(dataPathKey(dataPath))
    if (known) known.push(where)
    else values.set(dataPathKey(dataPath), [where])
  }
  for (const [example, index] of objectEntries(skill.examples)) {
    if (Object.hasOwn(example, side)) note({ pointer: `${at}/examples/${index}/${side}`, dataPath: [] })
  }
  annotations.forEach(note)
  return { side, authored: skill[key], pointer, parts, values }
}

export function topPartOf(view: SchemaView): ObjectPart | undefined {
  return view.parts.find(({ isTop }) => isTop)
}

export const MAX_SEARCHED_SOURCE_CHARS = 100_000

export function sourceOf({ skill }: LintedSkill): string {
  return typeof skill.definition === 'string' ? skill.definition : ''
}

export function listPermissions({ document }: LintedSkill, kind: string): string[] {
  const permissions = isObject(document.permissions) ? document.permissions : {}
  const list = permissions[kind]
  return Array.isArray(list)
    ? list.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    : []
}

/** A finding of a rule, which is advice and never blocks publication: docs/spec/contracts.md §7. */
export type LintFix = {
  title: string
  edits: Operation[]
  note?: string
}

/** A fix, or the reason why the author must decide. */
export type LintAdvice = { pointer: string; sentence: string } & (
  | { fix: LintFix; judgement?: undefined }
  | { fix?: undefined; judgement: string }
)

export type LintRule = {
  id: string
  title: string
  reason: string
  source: string
  /** Raised when the rule begins to find something else; 1 if absent. */
  version?: number
  check: (skill: LintedSkill) => LintAdvice[]
}

export type LintFinding = LintAdvice & {
  rule: string
  severity: 'advice'
  reason: string
  /**
   * The id of the finding. It does not depend on the order of the skills, so that findings that a person has hidden
   * stay hidden.
   */
  key: string
}
