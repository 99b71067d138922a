import { type Context, requireViewer } from '../context/context.ts'
import { AppError, type Issue, issueText } from '../errors.ts'
import type { Json } from '../json/json.ts'
import { requireSkillFiles } from '../skill-files/store-skill-files.ts'
import { parseDocument } from '../skillset/document/parse-document.ts'
import { readDocument } from '../skillset/document/read-document.ts'
import type { SkillSetDocument } from '../skillset/document/skillset-document.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'

/** Stores nothing. Throws UNAUTHENTICATED, and INVALID_INPUT with the line of a JSON error, or every unknown key. */
export function importDocument(ctx: Context, text: string): SkillSetDocument {
  requireViewer(ctx)
  // Windows editors write a byte order mark, which JSON does not allow.
  const read = readDocument(text.replace(/^\uFEFF/, ''))
  if (read.issues) throw refused(read.issues)
  const { document, issues } = parseDocument(read.document)
  if (!document) throw refused(issues)
  return document
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
): Promise<SkillSetDocument> {
  await requireOwnSkillSet(ctx, skillSetId)
  const document = importDocument(ctx, text)
  await ctx.db.$transaction((tx) => requireSkillFiles(tx, skillSetId, document as Json))
  return document
}
