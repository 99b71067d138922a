/** Reads SkillSets in every supported notation. */
import type { Issue } from '../../errors.ts'
import { isObject, type JsonObject } from '../../json/json.ts'
import { type JsonFault, readJson } from '../../json/read-json.ts'
import { fromContract, isContractDocument } from '../document/from-contract.ts'
import { isSingleSkill } from '../document/parse-document.ts'
import {
  depthIssue,
  isDocumentTooLarge,
  NOT_AN_OBJECT,
  syntaxIssue,
  TOO_LARGE,
} from '../document/read-document.ts'
import { readObjectText, type SourcePosition } from './object-text.ts'

/** In the file, and in the code if that differs. */
export type SourceLocation = { line: number; column: number; inCode?: { line: number; column: number } }

type Source =
  | {
      /** May be unfinished or in the `capabilities` notation. */
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
  // Windows editors add a byte order mark.
  const text = given.replace(/^\uFEFF/, '')
  if (isDocumentTooLarge(text)) return { issues: [TOO_LARGE] }
  if (isBinary(text)) return { issues: [NOT_TEXT] }
  const json = readJson(text)
  const script = json.fault ? readObjectText(text) : undefined
  if (json.fault && script?.fault) return { issues: [syntaxIssue(furthest(json.fault, script.fault))] }
  const object = script?.fault ? undefined : script
  const value = object ? object.value : json.value
  if (!isObject(value)) return { issues: [NOT_AN_OBJECT] }
  const issue = depthIssue(value)
  if (issue) return { issues: [issue] }

  const { document, notice, origin } = asSkillSet(value)
  const notices = [...(object ? [CONVERTED] : []), ...(notice ? [notice] : [])]
  let positions = object?.positions
  return {
    document,
    notices,
    locate(problem) {
      positions ??= positionsIn(text)
      return locationOf(problem, origin(problem.path), positions)
    },
  }
}

export function locatedIssue(issue: Issue, location: SourceLocation | undefined): Issue {
  if (!location) return issue
  const { line, column, inCode } = location
  const inside = inCode ? ` (line ${inCode.line} of the code)` : ''
  return { ...issue, message: `Line ${line}, column ${column}${inside}: ${issue.message}` }
}

function positionsIn(text: string): Map<string, SourcePosition> {
  const read = readObjectText(text)
  return read.fault ? new Map() : read.positions
}

/** The parser that read further understood more. */
function furthest(json: JsonFault, script: JsonFault): JsonFault {
  const isFurther = script.line > json.line || (script.line === json.line && script.column > json.column)
  return isFurther ? script : json
}

type SkillSet = { document: JsonObject; notice?: string; origin: (pointer: string) => string }

function asSkillSet(value: JsonObject): SkillSet {
  if (isContractDocument(value)) {
    const origin = (pointer: string) =>
      pointer
        .replace(/^\/skills\/0\/parameters/, '/definitions/Input')
        .replace(/^\/skills\/0\/response/, '/definitions/SuccessResponse')
    return { document: fromContract(value), notice: CONTRACT, origin }
  }
  if (isSingleSkill(value)) {
    const { slug = 'my_skills', name = 'My skills', description = '' } = value
    const document: JsonObject = {
      slug,
      name,
      version: '1.0.0',
      description,
      visibility: 'PUBLIC',
      skills: [value],
    }
    const origin = (pointer: string) => pointer.replace(/^\/skills\/0(?=\/|$)/, '')
    return { document, notice: ONE_SKILL, origin }
  }
  return { document: value, origin: (pointer) => pointer }
}

function locationOf(
  issue: Issue,
  pointer: string,
  positions: ReadonlyMap<string, SourcePosition>,
): SourceLocation | undefined {
  const position = nearest(positions, pointer)
  if (!position) return undefined
  const { line, column } = position
  const inCode = codePosition(issue)
  if (!inCode) return { line, column }
  if (!position.isVerbatim) return { line, column, inCode }
  return { line: line + inCode.line - 1, column: inCode.line === 1 ? column + inCode.column : inCode.column }
}

/** Returns the nearest parent's position if there is none. */
function nearest(
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
