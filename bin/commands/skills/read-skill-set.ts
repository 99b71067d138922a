import { AppError, type Issue, issueText } from '#lib/errors.ts'
import type { Json, JsonObject } from '#lib/json/json.ts'
import { definitionHints } from '#lib/skillset/checks/definition-hints.ts'
import { fixFor } from '#lib/skillset/checks/issue-fix.ts'
import { imageHints } from '#lib/skillset/document/image-path.ts'
import { parseDocument } from '#lib/skillset/document/parse-document.ts'
import type { SkillSetDocument } from '#lib/skillset/document/skillset-document.ts'
import { readSource, type SourceLocation } from '#lib/skillset/source/read-source.ts'
import { readSkillSetFile } from '../read-input-file.ts'

export type LocatedIssue = Issue & Partial<SourceLocation> & { fix?: string }

type SkillSetFile = {
  document?: SkillSetDocument
  issues: LocatedIssue[]
  notices: string[]
  locate: (issue: Issue) => LocatedIssue
}

/** Throws NOT_FOUND or INVALID_INPUT. */
export function readSkillSet(file: string): SkillSetFile {
  const source = readSource(readSkillSetFile(file))
  if (source.issues) return { issues: source.issues, notices: [], locate: (issue) => issue }
  const { document, issues, origin } = parseDocument(source.document)
  const locate = (issue: Issue): LocatedIssue => {
    const original = { ...issue, path: origin?.(issue.path) ?? issue.path }
    const fix = fixFor(issue)
    return { ...original, ...source.locate(original), ...(fix && { fix }) }
  }
  return { document, issues: issues.map(locate), notices: source.notices, locate }
}

/** Throws INVALID_INPUT with locations; a document that breaks rules is returned. */
export function readValidSkillSet(file: string): SkillSetFile & { document: SkillSetDocument } {
  const read = readSkillSet(file)
  const { document, issues } = read
  if (document) return { ...read, document }
  const details = issues.map((issue) => ({ ...issue, message: locationText(file, issue) + issue.message }))
  throw new AppError('INVALID_INPUT', { message: `${file} is not a SkillSet.`, issues: details })
}

/** Returns code that probably fails in the sandbox, and images that are not shown. */
export function hintsOf(document: SkillSetDocument): Issue[] {
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

function locationText(file: string, { line, column }: LocatedIssue): string {
  return line === undefined ? '' : `${file}:${line}:${column}  `
}
