/** Lint: what it means when an optional parameter is left out. Ground. Source: "Skill Input/Output Contract Design" 31.1 and 31.5; specification "Contracts" §7. */
import type { Json } from '../../json/json.ts'
import { typesOf } from '../../schema/schema-tree.ts'
import { defaultInCode, isOfDeclaredType } from '../code-defaults.ts'
import type { Advice, LintRule } from '../finding.ts'
import { addKeyword, descriptionOf, isListed, saidBy, shown } from '../keywords.ts'
import type { LintedSkill } from '../linted-skill.ts'
import type { FieldView, ObjectPart } from '../object-part.ts'

// "Optional" alone does not say what happens then.
const SAYS =
  /\b(?:defaults?|omit(?:ted)?|absent|absence|missing|unset|unspecified|unless|otherwise|left (?:out|empty|blank)|leave (?:it |this )?(?:out|empty|blank)|(?:if|when|where) (?:it is |it's )?(?:not|none|nothing|empty|no \w+)|(?:not|un)(?: ?)(?:given|set|specified|provided|present|sent|supplied)|without (?:it|one|this))\b/i

export const absenceExplained: LintRule = {
  id: 'absence-explained',
  title: 'Give an optional parameter a default, or say what its absence means',
  why: 'Who leaves it out should know what then happens; a default also shows in the form.',
  source: 'Contracts §7; Skill Input/Output Contract Design 31.1',
  check: (skill) =>
    skill.input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap((part) => part.fields.filter(isUnexplained).map((field) => adviceOn(skill, part, field))),
}

function isUnexplained(field: FieldView): boolean {
  const { isRequired, schema } = field
  if (isRequired || Object.hasOwn(schema, 'default') || Object.hasOwn(schema, 'const')) return false
  return !SAYS.test(descriptionOf(field))
}

function adviceOn({ skill }: LintedSkill, part: ObjectPart, field: FieldView): Advice {
  const { name, pointer } = field
  const sentence = `“${name}” may be left out, and nothing says what then happens.`
  const value = part.isTop ? defaultInCode(skill, name) : undefined
  if (value === undefined || !isAllowed(value, part, field)) {
    return { pointer, sentence, judgement: 'Give it a default, or say it in the description.' }
  }
  const fix = {
    title: `Make ${shown(value)} the default`,
    edits: [addKeyword(field, part, 'default', value)],
    note: 'It is what your code takes when there is none.',
  }
  return { pointer, sentence, fix }
}

/** As far as can be told without a validator; what more a schema asks makes it a question for its author. */
function isAllowed(value: Json, part: ObjectPart, field: FieldView): boolean {
  const { schema } = field
  if (!isOfDeclaredType(value, typesOf(schema))) return false
  if (isListed(field)) return Array.isArray(schema.enum) && schema.enum.includes(value)
  const [low, high] = [saidBy(field, part, 'minimum'), saidBy(field, part, 'maximum')]
  if (typeof value === 'number') {
    return (
      (typeof low !== 'number' || value >= low) &&
      (typeof high !== 'number' || value <= high) &&
      isPlain(schema)
    )
  }
  return isPlain(schema)
}

const ASKS_MORE = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'multipleOf',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
  '$ref',
  'if',
  'contains',
  'minProperties',
  'required',
]

function isPlain(schema: object): boolean {
  return !ASKS_MORE.some((keyword) => Object.hasOwn(schema, keyword))
}
