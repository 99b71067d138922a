/** Lint: fields of the same meaning have the same name everywhere. Ground. Source: "Tool Input/Output Schema Conventions" 2.1 and 3.1. */
import { typesOf } from '../../schema/schema-tree.ts'
import { canonicalName } from '../canonical-names.ts'
import type { Advice, LintRule } from '../finding.ts'
import { descriptionOf, isOfType } from '../keywords.ts'
import type { LintedSkill, SchemaView } from '../linted-skill.ts'
import type { FieldView, ObjectPart } from '../object-part.ts'
import { renameField } from '../rename-field.ts'

const NOTE = 'Once a version is published, a new name is a major change.'

export const canonicalNames: LintRule = {
  id: 'canonical-names',
  title: 'Call things by the names that all skills share',
  why: 'Who knows one skill can guess the next, and steps of a plan fit together without a translation.',
  source: 'Tool Input/Output Schema Conventions 2.1, 3.1',
  check: (skill) =>
    [skill.input, skill.output].flatMap((view) =>
      view.parts.flatMap((part) =>
        // Deep inside, and beside its canonical namesake, a word may well mean something of its own.
        part.fields
          .filter(() => part.isTop)
          .flatMap((field) => {
            const to = canonicalName(field.name, view.side, typesOf(field.schema))
            if (!to || part.fields.some(({ name }) => name === to)) return []
            return [renaming(skill, { view, part, field, to })]
          }),
      ),
    ),
}

export const patternBesideMode: LintRule = {
  id: 'pattern-beside-mode',
  title: 'Say what kind of pattern it is',
  why: '“pattern” could be a regular expression, a glob or plain text; only a “mode” beside it would tell.',
  source: 'Tool Input/Output Schema Conventions 3.1',
  check: (skill) =>
    skill.input.parts.flatMap((part) =>
      part.fields
        .filter((field) => field.name === 'pattern' && isOfType(field, 'string'))
        .filter(() => !part.fields.some(({ name }) => name === 'mode'))
        .map((field): Advice => {
          const to = kindOfPattern(descriptionOf(field))
          if (to) return renaming(skill, { view: skill.input, part, field, to })
          const sentence = '“pattern” does not say what kind of pattern it is.'
          return {
            pointer: field.pointer,
            sentence,
            judgement: 'Call it “regex”, “glob” or “query”, or add a “mode”.',
          }
        }),
    ),
}

function kindOfPattern(description: string): 'glob' | 'regex' | undefined {
  const isGlob = /\bglob|wildcard|\*\*\//i.test(description)
  const isRegex = /\bregex|regular expression/i.test(description)
  if (isGlob === isRegex) return undefined
  return isGlob ? 'glob' : 'regex'
}

type Renaming = { view: SchemaView; part: ObjectPart; field: FieldView; to: string }

function renaming(skill: LintedSkill, rename: Renaming): Advice {
  const { field, to } = rename
  const sentence = `“${field.name}” is called “${to}” in other skills.`
  const { edits, whyNot } = renameField(skill, rename)
  if (!edits) return { pointer: field.pointer, sentence, judgement: whyNot }
  return { pointer: field.pointer, sentence, fix: { title: `Rename it to “${to}”`, edits, note: NOTE } }
}
