/** Reads SkillSets in every supported notation. */
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'
import { slugFrom } from '../../kernel/names/skill-name.ts'
import { contractToSkillSet, isContractDocument } from '../document/from-contract.ts'
import { schemaToSkillSet, type Unwrapped, unwrapSchema } from '../document/from-schema.ts'
import { isSingleSkill } from '../document/parse-document.ts'
import {
  depthIssue,
  isDocumentTooLarge,
  NOT_AN_OBJECT,
  syntaxIssue,
  TOO_LARGE,
} from '../document/read-document.ts'
import type { SourcePosition } from './object-text.ts'
import { readNotation, withoutMark } from './read-notation.ts'

/** A place in the file and, if the issue is in a skill's code, the place in that code. */
export type SourceLocation = { line: number; column: number; inCode?: { line: number; column: number } }

type Source =
  | {
      /** The document may be unfinished, or in the `capabilities` notation. */
      document: JsonObject
      notices: string[]
      locate: (issue: Issue) => SourceLocation | undefined
      issues?: undefined
    }
  | { document?: undefined; issues: Issue[] }

const CONVERTED = 'This is JavaScript object text, not JSON. It was converted.'
const ONE_SKILL = 'This file contains a single skill. It was put into a SkillSet of its own.'
const CONTRACT =
  'This file is the contract of a skill. It became a skill with these parameters and this response. Write its code, description and prompt.'

const NOT_TEXT: Issue = {
  path: '',
  keyword: 'json',
  message:
    'This is not a text file. Choose a SkillSet file, which ends in .json. Images belong to the logo and banner.',
}

/** Looks for NUL, or the replacement for bytes that are not UTF-8, near the start. */
function isBinary(text: string): boolean {
  return /[\0\uFFFD]/.test(text.slice(0, 512))
}

/** Never evaluates. Refuses what is too large, nested too deeply, or not readable, with line and column. */
export function readSource(given: string): Source {
  const text = withoutMark(given)
  if (isDocumentTooLarge(text)) return { issues: [TOO_LARGE] }
  if (isBinary(text)) return { issues: [NOT_TEXT] }
  const read = readNotation(text)
  if (read.fault) return { issues: [syntaxIssue(read.fault)] }
  const { value } = read
  if (!isObject(value)) return { issues: [NOT_AN_OBJECT] }
  const issue = depthIssue(value)
  if (issue) return { issues: [issue] }

  const { document, notice, origin } = asSkillSet(value)
  const notices = [...(read.isConverted ? [CONVERTED] : []), ...(notice ? [notice] : [])]
  let positions: ReadonlyMap<string, SourcePosition> | undefined
  return {
    document,
    notices,
    locate(problem) {
      positions ??= read.positions()
      return locateIssue(problem, origin(problem.path), positions)
    },
  }
}

export function locatedIssue(issue: Issue, location: SourceLocation | undefined): Issue {
  if (!location) return issue
  const { line, column, inCode } = location
  const inside = inCode ? ` (line ${inCode.line} of the code)` : ''
  return { ...issue, message: `Line ${line}, column ${column}${inside}: ${issue.message}` }
}

type SkillSet = { document: JsonObject; notice?: string; origin: (pointer: string) => string }

function asSkillSet(value: JsonObject): SkillSet {
  if (isContractDocument(value)) {
    const origin = (pointer: string) =>
      pointer
        .replace(/^\/skills\/0\/parameters/, '/definitions/Input')
        .replace(/^\/skills\/0\/response/, '/definitions/SuccessResponse')
    return { document: contractToSkillSet(value), notice: CONTRACT, origin }
  }
  if (isSingleSkill(value)) {
    const { slug = 'my_skills', name = 'My skills', description = '' } = value
    const document: JsonObject = {
      slug,
      name,
      version: '1.0.0',
      description,
      skills: [value],
    }
    const origin = (pointer: string) => pointer.replace(/^\/skills\/0(?=\/|$)/, '')
    return { document, notice: ONE_SKILL, origin }
  }
  const schema = unwrapSchema(value)
  if (schema) {
    const { input, output } = schema
    const origin = (pointer: string) =>
      pointer
        .replace(/^\/skills\/0\/parameters/, input?.pointer ?? '')
        .replace(/^\/skills\/0\/response/, output?.pointer ?? '')
    return { document: schemaToSkillSet(schema), notice: schemaNotice(schema), origin }
  }
  return withSlug(value)
}

function schemaNotice({ label, input, output }: Unwrapped): string {
  const parts = [...(input ? ['these parameters'] : []), ...(output ? ['this response'] : [])].join(' and ')
  return `This file is ${label}, not a SkillSet. It became a skill with ${parts}. Write its code, description and prompt.`
}

/** A SkillSet that has a name, but no slug, gets the slug of its name, as in the studio. */
function withSlug(value: JsonObject): SkillSet {
  const origin = (pointer: string) => pointer
  const slug = typeof value.name === 'string' ? slugFrom(value.name) : ''
  if (Object.hasOwn(value, 'slug') || slug === '') return { document: value, origin }
  const notice = `This SkillSet has no slug. The slug of its name is used: ${slug}.`
  return { document: { slug, ...value }, notice, origin }
}

function locateIssue(
  issue: Issue,
  pointer: string,
  positions: ReadonlyMap<string, SourcePosition>,
): SourceLocation | undefined {
  const position = findNearestPosition(positions, pointer)
  if (!position) return undefined
  const { line, column } = position
  const inCode = codePosition(issue)
  if (!inCode) return { line, column }
  if (!position.isVerbatim) return { line, column, inCode }
  return { line: line + inCode.line - 1, column: inCode.line === 1 ? column + inCode.column : inCode.column }
}

/** Returns the nearest parent's position if there is none. */
export function findNearestPosition(
  positions: ReadonlyMap<string, SourcePosition>,
  pointer: string,
): SourcePosition | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = positions.get(at)
    if (found) return found
  }
  return positions.get('')
}

function codePosition(issue: Issue & { line?: unknown; column?: unknown }) {
  const { line, column } = issue
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : undefined
}
