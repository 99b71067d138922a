/** Lint: objects that refuse what they do not name. Ground. Source: "Skill Input/Output Contract Design" 31.1, principle 4; "Tool Input/Output Schema Conventions" 1.1 and 1.2. */
import { isObject } from '../../json/json.ts'
import type { Advice, LintRule } from '../finding.ts'
import { knownValues } from '../known-values.ts'
import type { LintedSkill, SchemaView } from '../linted-skill.ts'
import type { ObjectPart } from '../object-part.ts'

export const closedInput: LintRule = {
  id: 'closed-input',
  title: 'Refuse parameters that are not declared',
  why: 'A misspelt parameter that is let through is ignored without a word; one that is refused is mended.',
  source: 'Skill Input/Output Contract Design 31.1, principle 4',
  check: (skill) => open(skill, skill.input),
}

export const strictOutput: LintRule = {
  id: 'strict-output',
  title: 'Promise exactly what comes out',
  why: 'Callers chain on what is promised; what comes along undeclared breaks them when it goes.',
  source: 'Tool Input/Output Schema Conventions 1.2',
  check: (skill) => open(skill, skill.output),
}

function open(skill: LintedSkill, view: SchemaView): Advice[] {
  const parts = view.parts.filter(
    ({ notation, schema }) =>
      notation === 'schema' &&
      !Object.hasOwn(schema, 'unevaluatedProperties') &&
      !Object.hasOwn(schema, 'patternProperties') &&
      (schema.additionalProperties === undefined || schema.additionalProperties === true),
  )
  return parts
    .filter(({ isComposed, isTop }) => !isComposed || isTop)
    .map((part) => adviceOn(skill, view, part))
}

function adviceOn(skill: LintedSkill, view: SchemaView, part: ObjectPart): Advice {
  const { pointer, schema, isComposed } = part
  const what = view.side === 'input' ? 'accepts' : 'may return'
  const sentence = `It ${what} fields that it does not name.`
  if (isComposed) {
    const judgement =
      'Its fields are spread over several schemas: “unevaluatedProperties”: false closes all of them.'
    return { pointer, sentence, judgement }
  }
  if (schema.additionalProperties === true) {
    return {
      pointer,
      sentence,
      judgement: 'It says so on purpose. If it passes them on, the description should say where.',
    }
  }
  const stranger = findStranger(skill, view, part)
  if (stranger !== undefined) {
    return {
      pointer,
      sentence,
      judgement: `An example holds “${stranger}”: declare it, or take it out of the example, first.`,
    }
  }
  const edits = [{ op: 'add' as const, path: `${pointer}/additionalProperties`, value: false }]
  return { pointer, sentence, fix: { title: 'Refuse what it does not name', edits } }
}

/** A name that an example or a default has and the part does not declare. */
function findStranger(
  skill: LintedSkill,
  view: SchemaView,
  { fields, places, schema }: ObjectPart,
): string | undefined {
  // A text called "message" is always allowed in what comes out.
  const isFree = (name: string) =>
    view.side === 'output' && name === 'message' && places.some(({ length }) => length === 0)
  const declared = new Set([
    ...fields.map(({ name }) => name),
    ...Object.keys(isObject(schema.properties) ? schema.properties : {}),
  ])
  for (const { value } of knownValues(skill, view, places)) {
    const odd = isObject(value)
      ? Object.keys(value).find((name) => !declared.has(name) && !isFree(name))
      : undefined
    if (odd !== undefined) return odd
  }
  return undefined
}
