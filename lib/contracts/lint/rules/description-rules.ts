import { knownValues } from '../model/known-values.ts'
import type { LintAdvice, LintedSkill, LintFix, LintRule } from '../model/linted-skill.ts'
import {
  addKeyword,
  type FieldView,
  findDescription,
  formatValue,
  hasEnum,
  isOfType,
  type ObjectPart,
} from '../model/object-part.ts'

export const described: LintRule = {
  id: 'described',
  title: 'Describe every parameter',
  reason: 'The description is all that models, and most people, know about a parameter.',
  source: 'Skill Input/Output Contract Design 31.1, principle 3',
  check: ({ input }) =>
    input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap(({ fields }) => fields.filter(isSilent))
      .map(({ name, pointer, schema }) => ({
        pointer,
        sentence:
          typeof schema.description === 'string' && schema.description.trim() !== ''
            ? `The description of “${name}” only repeats its name.`
            : `“${name}” has no description.`,
        judgement: 'Explain its meaning and format, and give an example.',
      })),
}

function isSilent(field: FieldView): boolean {
  // A constant only tells the groups of a choice apart, and says itself what it means.
  if (Object.hasOwn(field.schema, '$ref') || Object.hasOwn(field.schema, 'const')) return false
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const text = letters(findDescription(field).replace(/^(the|an?|your)\s+/i, ''))
  return text === '' || text === letters(field.name)
}

const DESCRIBES_FORMAT =
  /\b(format(?:ted)?|ISO[ -]?\d+|RFC ?\d+|YYYY|HH:MM|regex|regular expression|comma[- ]separated|pattern)\b/i
const HAS_EXAMPLE = /\b(?:e\.?g\b|eg:|examples?|such as|for instance|like)\b|["'`“‘][^"'`”’]+["'`”’]/i
const LONGEST_EXAMPLE = 80

export const shownFormat: LintRule = {
  id: 'shown-format',
  title: 'Show an example of the format',
  reason: 'People and models copy examples, but have to work out a pattern or the name of a standard.',
  source: 'Skill Input/Output Contract Design 31.1, principle 3',
  check: (skill) =>
    skill.input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap((part) => part.fields.filter(lacksExample).map((field) => withExample(skill, part, field))),
}

function lacksExample(field: FieldView): boolean {
  const { schema } = field
  if (!isOfType(field, 'string') || hasEnum(field) || schema.writeOnly === true) return false
  const description = findDescription(field)
  if (choicesIn(description, field.name)) return false
  const hasForm = Object.hasOwn(schema, 'pattern') || DESCRIBES_FORMAT.test(description)
  const hasExample =
    Object.hasOwn(schema, 'examples') || Object.hasOwn(schema, 'default') || HAS_EXAMPLE.test(description)
  return hasForm && !hasExample
}

function withExample(skill: LintedSkill, part: ObjectPart, field: FieldView): LintAdvice {
  const { name, pointer } = field
  const sentence = `“${name}” has a required format but no example.`
  const values = knownValues(skill, skill.input, field.dataPaths).map(({ value }) => value)
  const example = values.find(
    (value) => typeof value === 'string' && value !== '' && value.length <= LONGEST_EXAMPLE,
  )
  if (typeof example !== 'string') {
    return { pointer, sentence, judgement: 'Add one to “examples” or to the description.' }
  }
  return { pointer, sentence, fix: exampleFix(part, field, example) }
}

function exampleFix(part: ObjectPart, field: FieldView, example: string): LintFix {
  const title = `Show ${formatValue(example)}`
  if (part.notation === 'schema') {
    return { title, edits: [addKeyword(field, part, 'examples', [example])] }
  }
  // Field maps have no `examples` keyword.
  const description = findDescription(field)
  const text = `${description}${description === '' || /[.!?]$/.test(description) ? '' : '.'} Example: ${example}`
  return { title, edits: [addKeyword(field, part, 'description', text.trim())] }
}

const QUOTED = /^(["'`“‘])(.+?)["'`”’]$/
const BARE = /^[A-Za-z0-9][\w.+-]*$/
const MAX_CHOICES = 40
const LONGEST_NAME = 60

// Matches words that announce a complete list.
const ANNOUNCED =
  /(?:\[enum\]|\b(?:one of(?: the following| these)?|enum|allowed(?: values?)?|(?:valid|possible|accepted|supported|available) (?:values?|options?|choices|types?|formats?|modes?)|options|choices|choose (?:from|between)|must be(?: either)?|can be(?: either)?|either)\b)(?: (?:are|is|include))?\s*:?\s*\(?([^.;()\n]+)/gi

// "Output format: prose, bullets, or structured", "Sort order (asc, desc)".
const LISTED = /(?:^[^:.\n]{1,60}:|\()\s*([^.;:()\n]+)(?=$|[.;)\n])/gm

// 'miles' or 'kilometers', within a sentence.
const QUOTED_RUN = /(?:^|[\s,])((?:["'`][^"'`\n]+["'`](?:,?\s+or\s+|,\s*|\s*\|\s*|\/)?){2,})(?=[\s.;)]|$)/gm

// Options are:
// - 'add' - …
// - 'remove' - …
const BULLETED =
  /\b(?:options|values|one of(?: the following)?|choices|modes|methods|types|formats)\b[^\n:]{0,30}:\s*\n((?:\s*[-*•]\s*[^\n]+\n?){2,})/i
const BULLET = /^\s*[-*•]\s*(?:["'`]([^"'`]+)["'`]|([\w.+-]+)\s*(?=$|[:–(]|\s-\s))/
const INTRODUCES_FULL_LIST =
  /^(?:\[enum\]|one of|allowed|valid|possible|accepted|supported|available|options|choices|choose|enum)/i
const EXAMPLE =
  /\b(?:e\.?g\b|eg:|i\.e\b|such as|for example|for instance|example|examples|like|etc|and so on|including|ideally|preferably)\b|…|\.\.\./i

// For such names, two unquoted words suffice.
const CHOICE_NAME =
  /^units?_|(?:^|_|-|(?<=[a-z]))(?:format|mode|order|direction|sort|unit|units|type|kind|level|style|scope|status|state|severity|priority|visibility|theme|tone|size|method|strategy|encoding)$/i

/** Finds "prose, bullets, or structured", except after "such as" or "e.g.". */
export function choicesIn(description: string, name: string): string[] | null {
  const isChoice = name.length <= LONGEST_NAME && CHOICE_NAME.test(name)
  const bulleted = readBullets(description)
  if (bulleted) return bulleted
  const texts = [...description.matchAll(ANNOUNCED), ...description.matchAll(LISTED)]
  if (isChoice) texts.push(...description.matchAll(QUOTED_RUN))
  for (const [whole, text = ''] of texts) {
    // "First, middle and last" are parts; "allowed values are a, b and c" a choice.
    if (/\band\b/i.test(text) && !INTRODUCES_FULL_LIST.test(whole)) continue
    const choices = readList(text, description, { least: isChoice ? 2 : 3 })
    if (choices) return choices
  }
  return null
}

function readBullets(description: string): string[] | null {
  const lines = BULLETED.exec(description)?.[1]?.trim().split('\n') ?? []
  const found = lines.map((line) => {
    const [, quoted, bare] = BULLET.exec(line) ?? []
    return quoted ?? bare
  })
  const choices = found.filter((each) => each !== undefined)
  return choices.length >= 2 && choices.length === lines.length ? [...new Set(choices)] : null
}

function readList(text: string, whole: string, { least }: { least: number }): string[] | null {
  if (EXAMPLE.test(whole)) return null
  const parts = text
    .replace(/^\s*\[|\]\s*$/g, '')
    .replace(/\s+(?:\(?default\b.*)$/i, '')
    .split(/\s*(?:,\s*or\s+|,\s*and\s+|,|\||\s\/\s|(?<=\w)\/(?=\w)|\s+or\s+|\s+and\s+)\s*/i)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2 || parts.length > MAX_CHOICES) return null
  const quoted = parts.map((part) => QUOTED.exec(part)?.[2])
  const isQuoted = quoted.every((each) => each !== undefined)
  if (!isQuoted && !(parts.length >= least && parts.every((part) => BARE.test(part)))) return null
  const choices = parts.map((part, index) => quoted[index] ?? part)
  return new Set(choices).size === choices.length ? choices : null
}
