import { type Context, requireViewer } from '../context/context.ts'
import { AppError, type Issue, issueText } from '../errors.ts'
import type { Json } from '../json/json.ts'
import { requireSkillFiles } from '../skill-files/store-skill-files.ts'
import { fixFor } from '../skillset/checks/issue-fix.ts'
import { parseDocument } from '../skillset/document/parse-document.ts'
import type { SkillSetDocument } from '../skillset/document/skillset-document.ts'
import { locatedIssue, readSource } from '../skillset/source/read-source.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'

export type Imported = {
  document: SkillSetDocument
  /** Sentences about what was converted; [] for a SkillSet in JSON. */
  notices: string[]
}

/**
 * Reads a SkillSet, a skill or a contract, in JSON or as JavaScript object text. Stores nothing. Throws UNAUTHENTICATED,
 * and INVALID_INPUT with the line of each problem.
 */
export function importDocument(ctx: Context, text: string): Imported {
  requireViewer(ctx)
  const source = readSource(text)
  if (source.issues) throw refused(source.issues)
  const { document, issues } = parseDocument(source.document)
  if (!document) throw refused(issues.map((issue) => withFix(locatedIssue(issue, source.locate(issue)))))
  return { document, notices: source.notices }
}

function withFix(issue: Issue): Issue {
  const fix = fixFor(issue)
  return fix ? { ...issue, message: `${issue.message}. ${fix}` } : issue
}

function refused(issues: Issue[]): AppError {
  const [first] = issues
  const message = issues.length === 1 && first ? issueText(first) : `The file has ${issues.length} problems.`
  return new AppError('INVALID_INPUT', { message, issues })
}

/** Like `importDocument`, for a SkillSet that must store the files that the document names by hash. */
export async function importDocumentInto(
  ctx: Context,
  { skillSetId, text }: { skillSetId: string; text: string },
): Promise<Imported> {
  await requireOwnSkillSet(ctx, skillSetId)
  const imported = importDocument(ctx, text)
  await ctx.db.$transaction((tx) => requireSkillFiles(tx, skillSetId, imported.document as Json))
  return imported
}
