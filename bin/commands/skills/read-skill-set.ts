import { checkDocument } from '#lib/contracts/checks/check-document.ts'
import { definitionHints } from '#lib/contracts/checks/definition-hints.ts'
import { suggestFix } from '#lib/contracts/checks/issue-fix.ts'
import { imageHints } from '#lib/contracts/document/image-path.ts'
import { parseDocument } from '#lib/contracts/document/parse-document.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { readSource, type SourceLocation } from '#lib/contracts/source/read-source.ts'
import { AppError, type Issue, issueText } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import { readSkillSetFile } from '../read-input-file.ts'

export type LocatedIssue = Issue &
  Partial<SourceLocation> & {
    fix?: string
    /** The file in a folder that holds the place, if it is not the SkillSet file itself. */
    file?: string
  }

type SkillSetFile = {
  document?: SkillSetDocument
  issues: LocatedIssue[]
  notices: string[]
  locate: (issue: Issue) => LocatedIssue
}

/** Reads a SkillSet file or folder. Throws NOT_FOUND or INVALID_INPUT. */
export function readSkillSet(file: string): SkillSetFile {
  const source = readSource(readSkillSetFile(file))
  if (source.issues) return { issues: source.issues, notices: [], locate: (issue) => issue }
  const { document, issues, origin } = parseDocument(source.document)
  const locate = (issue: Issue): LocatedIssue => {
    const original = { ...issue, path: origin?.(issue.path) ?? issue.path }
    const fix = suggestFix(issue)
    return {
      ...original,
      message: missingMessage(source.document, original),
      ...source.locate(original),
      ...(fix && { fix }),
    }
  }
  return { document, issues: issues.map(locate), notices: source.notices, locate }
}

/** The rule of a field, such as “slug must be 1-64 chars”, does not say that the file has none. */
function missingMessage(document: JsonObject, { path, message }: Issue): string {
  const parent = path.slice(0, path.lastIndexOf('/'))
  const isMissing =
    path !== '' && valueAt(document, path) === undefined && isObject(valueAt(document, parent))
  const name = path.slice(parent.length + 1)
  return isMissing && message.startsWith(`${name} must`) ? `${name} is missing: ${message}` : message
}

/** Throws INVALID_INPUT with locations; a document that breaks rules is returned. */
export function readValidSkillSet(file: string): SkillSetFile & { document: SkillSetDocument } {
  const read = readSkillSet(file)
  const { document, issues } = read
  if (document) return { ...read, document }
  const details = issues.map((issue) => ({ ...issue, message: locationText(file, issue) + issue.message }))
  throw new AppError('INVALID_INPUT', { message: `${file} is not a SkillSet.`, issues: details })
}

/**
 * As `readValidSkillSet`, for commands that publish the document. Throws INVALID_INPUT with every fault of the document,
 * each at its place in the file.
 */
export function readFaultlessSkillSet(file: string): SkillSetFile & { document: SkillSetDocument } {
  const read = readValidSkillSet(file)
  const faults = findLocatedIssues(read)
  if (faults.length > 0) throw faultyFileError(file, faults)
  return read
}

export function findLocatedIssues({
  document,
  locate,
}: Pick<SkillSetFile, 'locate'> & { document: SkillSetDocument }): LocatedIssue[] {
  return checkDocument(document as Json).map(locate)
}

export function faultyFileError(file: string, faults: readonly LocatedIssue[]): AppError {
  return new AppError('INVALID_INPUT', {
    message: `${file} has ${plural(faults.length, 'problem')}.`,
    issues: faults.map((issue) => ({ ...issue, message: detailText(file, issue) })),
    suggestedAction: `Correct them. To see them again: validate ${file}`,
  })
}

function detailText(file: string, issue: LocatedIssue): string {
  return `${locationText(file, issue)}${issue.message}${issue.fix ? `. ${issue.fix}` : ''}`
}

/** Returns code that probably fails in the sandbox, and images that are not shown. */
export function findHints(document: SkillSetDocument): Issue[] {
  const json = document as Json as JsonObject & { skills: JsonObject[] }
  const inCode = json.skills.flatMap((skill, index) =>
    definitionHints(skill, json).map((hint) => ({ ...hint, path: `/skills/${index}/definition` })),
  )
  return [...imageHints(json), ...inCode]
}

/** Returns "  - set.json:3:5  [skills -> 0 -> slug] …", with the fix below. */
export function issueLines(file: string, issue: LocatedIssue): string {
  const { inCode, fix } = issue
  const inside = inCode ? ` (line ${inCode.line}, column ${inCode.column} of the code)` : ''
  return `  - ${locationText(file, issue)}${issueText(issue)}${inside}${fix ? `\n    ${fix}` : ''}`
}

export function locationText(
  skillSetFile: string,
  { file = skillSetFile, line, column }: LocatedIssue,
): string {
  return line === undefined ? '' : `${file}:${line}:${column}  `
}
