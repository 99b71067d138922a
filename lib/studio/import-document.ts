/** An uploaded text into a document, and a document into the text that is downloaded. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { parseDocument } from '../contract/document/parse-document.ts'
import { readDocument, writeDocument } from '../contract/document/read-document.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { findDraft } from '../db/drafts.ts'
import { AppError, type Issue, issueText } from '../errors.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'

/**
 * Reads a SkillSet as JSON; the `capabilities` form becomes skills. Changes nothing by itself.
 *
 * Throws UNAUTHENTICATED, and INVALID_INPUT that names the line of a fault in the JSON, or every unknown key.
 */
export function importDocument(ctx: Context, text: string): SkillSetDocument {
  requireViewer(ctx)
  // Editors on Windows begin a file with this mark, and JSON may not.
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

export type Download = { fileName: string; text: string }

/** The working copy as a file: importing it again changes nothing. Throws UNAUTHENTICATED and NOT_FOUND. */
export async function exportDocument(ctx: Context, skillSetId: string): Promise<Download> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This SkillSet has no draft.' })
  return { fileName: `${skillSet.slug}.skillset.json`, text: writeDocument(draft.document) }
}
