/** Lint: an enum where the description lists the values. Ground. Source: "Skill Input/Output Contract Design" 31.1, principle 2. */
import type { Json } from '../../json/json.ts'
import type { Advice, LintRule } from '../finding.ts'
import { addKeyword, descriptionOf, isListed, isOfType, shown } from '../keywords.ts'
import { knownValues } from '../known-values.ts'
import type { LintedSkill } from '../linted-skill.ts'
import type { FieldView, ObjectPart } from '../object-part.ts'
import { choicesIn } from '../prose-choices.ts'

export const enumNotProse: LintRule = {
  id: 'enum-not-prose',
  title: 'List allowed values in an enum, not in prose',
  why: 'An enum becomes a menu in the form, and a wrong value is refused before anything runs.',
  source: 'Skill Input/Output Contract Design 31.1, principle 2',
  check: (skill) =>
    skill.input.parts.flatMap((part) =>
      part.fields
        .filter(
          (field) => isOfType(field, 'string') && !isListed(field) && !Object.hasOwn(field.schema, 'pattern'),
        )
        .flatMap((field) => adviceOn(skill, part, field)),
    ),
}

function adviceOn(skill: LintedSkill, part: ObjectPart, field: FieldView): Advice[] {
  const choices = choicesIn(descriptionOf(field), field.name)
  if (!choices) return []
  const sentence = `“${field.name}” lists its values in words: ${choices.map((each) => `“${each}”`).join(', ')}.`
  const odd = knownValues(skill, skill.input, field.places).find(({ value }) => !isChoice(value, choices))
  if (odd) {
    const judgement = `${shown(odd.value)} stands in an example or the default and is none of them: which is right?`
    return [{ pointer: field.pointer, sentence, judgement }]
  }
  const edits = [addKeyword(field, part, 'enum', choices)]
  return [{ pointer: field.pointer, sentence, fix: { title: 'Make it an enum', edits } }]
}

function isChoice(value: Json, choices: readonly string[]): boolean {
  return typeof value === 'string' && choices.includes(value)
}
