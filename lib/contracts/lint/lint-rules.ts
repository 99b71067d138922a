import { ERRORS, type ErrorCode } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { knownValues } from './model/known-values.ts'
import {
  type LintAdvice,
  type LintedSkill,
  type LintRule,
  listPermissions,
  sourceOf,
  topPartOf,
} from './model/linted-skill.ts'
import {
  addKeyword,
  type FieldView,
  findDescription,
  formatValue,
  hasEnum,
  isOfType,
  type ObjectPart,
} from './model/object-part.ts'
import { absenceExplained } from './rules/absence-rule.ts'
import { numericBounds } from './rules/bounds-rule.ts'
import { choicesHelpers } from './rules/choices-rule.ts'
import { choicesIn, described, shownFormat } from './rules/description-rules.ts'
import { availability, guardedWrites, riskLevel, sideEffects } from './rules/effect-rules.ts'
import { oneTimeConvention, relativePaths } from './rules/format-rules.ts'
import { canonicalNames, modelFieldNames, patternBesideMode } from './rules/name-rules.ts'
import { closedInput, noNestedResult, noOk, strictOutput } from './rules/object-rules.ts'
import { ecmaPatterns } from './rules/pattern-rule.ts'
import { plainPrompt, promptStatesWhen } from './rules/prompt-rules.ts'
import { explicitRequired, makeOptional, minimalRequired } from './rules/required-rules.ts'
import { declaredStream } from './rules/stream-rule.ts'

const enumNotProse: LintRule = {
  id: 'enum-not-prose',
  title: 'List allowed values in an enum, not in prose',
  reason: 'An enum becomes a menu in the form, and a wrong value is refused before anything runs.',
  source: 'Skill Input/Output Contract Design 31.1, principle 2',
  check: (skill) =>
    skill.input.parts.flatMap((part) =>
      part.fields
        .filter(
          (field) => isOfType(field, 'string') && !hasEnum(field) && !Object.hasOwn(field.schema, 'pattern'),
        )
        .flatMap((field) => adviceOn(skill, part, field)),
    ),
}

const chainableWrites: LintRule = {
  id: 'chainable-writes',
  title: 'Return the etag of the written file',
  reason: 'The next step of a plan can then write again without overwriting changes made in between.',
  source: 'Tool Input/Output Schema Conventions 6',
  check(skill) {
    const top = topPartOf(skill.output)
    const names = new Set(top?.fields.map(({ name }) => name))
    const writes = listPermissions(skill, 'tools').some((tool) => WRITERS.includes(tool))
    if (!top || !writes || skill.skill.riskLevel === 'read-only' || !names.has('path') || names.has('etag'))
      return []
    return [
      {
        pointer: top.pointer,
        sentence: 'It returns the “path” of the file it wrote, but not its “etag”.',
        judgement: 'The vault tools return “etag” and “mtimeMs”. Pass them on.',
      },
    ]
  },
}

const executorSetsRequestId: LintRule = {
  id: 'executor-sets-request-id',
  title: 'Do not require a request ID',
  reason:
    'A request ID traces one call through several layers. The executor sets it, and a planner must not invent one.',
  source: 'Tool Input/Output Schema Conventions 1.1',
  check({ input }) {
    const top = topPartOf(input)
    const asked =
      top?.fields.filter(({ name, isRequired }) => isRequired && /^request_?id$/i.test(name)) ?? []
    return asked.map((field) => ({
      pointer: field.pointer,
      sentence: `“${field.name}” is required, but callers do not have one.`,
      fix: { title: 'Make it optional', edits: [makeOptional(field, top!)] },
    }))
  },
}

const standardErrorCodes: LintRule = {
  id: 'standard-error-codes',
  title: 'Fail with standard error codes',
  reason:
    'Plans and agents act on the error code. An unknown code becomes SKILL_ERROR, which does not tell them what to do.',
  source: 'Tool Input/Output Schema Conventions 4',
  check(skill) {
    const source = sourceOf(skill)
    // Without errors, `code` may have any meaning.
    if (!/\b(?:throw|raise)\b/.test(source)) return []
    const pointer = `${skill.pointer}/definition`
    const own = new Set([...source.matchAll(CODE)].map(([, , , code = '']) => code))
    const known = [...own].flatMap((code) => {
      const meant = Object.hasOwn(ERRORS, code) ? undefined : MEANT.find(([words]) => words.test(code))?.[1]
      return meant ? [{ code, meant }] : []
    })
    return known.map(({ code, meant }) => ({
      pointer,
      sentence: `The code fails with “${code}”. The standard code is ${meant}.`,
      fix: {
        title: `Use “${meant}”`,
        edits: [{ op: 'replace' as const, path: pointer, value: replaceErrorCode(source, code, meant) }],
      },
    }))
  },
}

export const LINT_RULES: readonly LintRule[] = [
  minimalRequired,
  enumNotProse,
  ecmaPatterns,
  choicesHelpers,
  numericBounds,
  described,
  shownFormat,
  closedInput,
  absenceExplained,
  explicitRequired,
  promptStatesWhen,
  plainPrompt,
  strictOutput,
  declaredStream,
  canonicalNames,
  modelFieldNames,
  patternBesideMode,
  oneTimeConvention,
  noOk,
  noNestedResult,
  guardedWrites,
  chainableWrites,
  executorSetsRequestId,
  relativePaths,
  standardErrorCodes,
  riskLevel,
  sideEffects,
  availability,
]

function adviceOn(skill: LintedSkill, part: ObjectPart, field: FieldView): LintAdvice[] {
  const choices = choicesIn(findDescription(field), field.name)
  if (!choices) return []
  const sentence = `“${field.name}” lists its values in prose: ${choices.map((each) => `“${each}”`).join(', ')}.`
  const odd = knownValues(skill, skill.input, field.dataPaths).find(({ value }) => !isChoice(value, choices))
  if (odd) {
    const judgement = `An example or the default is ${formatValue(odd.value)}, which is not in the list. Which is right?`
    return [{ pointer: field.pointer, sentence, judgement }]
  }
  const edits = [addKeyword(field, part, 'enum', choices)]
  return [{ pointer: field.pointer, sentence, fix: { title: 'Make it an enum', edits } }]
}

function isChoice(value: Json, choices: readonly string[]): boolean {
  return typeof value === 'string' && choices.includes(value)
}

const WRITERS = ['vault.createFile', 'vault.writeFile', 'vault.patchFile']

// biome-ignore format: table
const MEANT: [words: RegExp, code: ErrorCode][] = [
  [/^(?:E?NOENT|NO_SUCH_\w+|(?:FILE|NOTE|PATH|FOLDER|ITEM|RECORD|RESOURCE)_?(?:NOT_FOUND|MISSING)|\w+_NOT_FOUND|NOTFOUND)$/, 'NOT_FOUND'],
  [/^(?:ETAG_MISMATCH|VERSION_(?:MISMATCH|CONFLICT)|(?:FILE_|PATH_)?(?:ALREADY_)?EXISTS|EEXIST|STALE|\w+_CONFLICT)$/,               'CONFLICT'],
  [/^(?:NO_SELECTION|NO_ACTIVE_(?:EDITOR|FILE|NOTE)|NOT_(?:CONFIGURED|READY)|PRECONDITION|MISSING_PRECONDITION)$/,                 'PRECONDITION_FAILED'],
  [/^(?:RATE_LIMITED|RATE_LIMIT|TOO_MANY_REQUESTS)$/,                                                                              'RATE_LIMIT_EXCEEDED'],
  [/^(?:TIMEOUT|TIMED_OUT|ETIMEDOUT)$/,                                                                                            'TOOL_TIMEOUT'],
  [/^(?:VALIDATION_ERROR|INVALID_ARGUMENTS?|BAD_INPUT|BAD_REQUEST|INVALID_PARAMS?)$/,                                              'INVALID_INPUT'],
]

const CODE = /((?:\bcode["']?\s*[:=]\s*|\.code\s*=\s*)(["'`]))([A-Z][A-Z0-9_]{2,40})\2/g

function replaceErrorCode(source: string, code: string, meant: ErrorCode): string {
  return source.replace(CODE, (whole, before: string, quote: string, each: string) =>
    each === code ? `${before}${meant}${quote}` : whole,
  )
}
