import { suggestFix } from '../../contracts/checks/issue-fix.ts'
import { parseDocument } from '../../contracts/document/parse-document.ts'
import { readDocument } from '../../contracts/document/read-document.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { locatedIssue, readSource } from '../../contracts/source/read-source.ts'
import { type Issue, issueText } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'

export type ImportedDocument = {
  document: SkillSetDocument
  /** Notes on conversions; [] for a SkillSet in JSON. */
  notices: string[]
}

/** Reads JSON or JavaScript object text. Expensive: use a worker thread. */
export function readImport(text: string): ImportedDocument | { issues: Issue[]; message: string } {
  const source = readSource(text)
  if (source.issues) return describeIssues(source.issues)
  const { document, issues } = parseDocument(source.document)
  if (!document)
    return describeIssues(issues.map((issue) => appendFix(locatedIssue(issue, source.locate(issue)))))
  return { document, notices: source.notices }
}

/** Nobody reads more issues in the log of a workflow. */
const MAX_ISSUES = 100

/** Reads a document that a program sent, within the limits of drafts. Expensive: use a worker thread. */
export function readBuild(sent: Json): { document: SkillSetDocument } | { issues: Issue[] } {
  const { issues: limitIssues } = readDocument(JSON.stringify(sent))
  if (limitIssues) return { issues: limitIssues }
  const { document, issues } = parseDocument(sent)
  return document ? { document } : { issues: issues.slice(0, MAX_ISSUES) }
}

function appendFix(issue: Issue): Issue {
  const fix = suggestFix(issue)
  return fix ? { ...issue, message: `${issue.message}. ${fix}` } : issue
}

function describeIssues(issues: Issue[]): { issues: Issue[]; message: string } {
  const [first] = issues
  const message = issues.length === 1 && first ? issueText(first) : `The file has ${issues.length} problems.`
  return { issues, message }
}
