import { requireSkillFiles } from '../../blobs/skill-files/store-skill-files.ts'
import { type Context, requireViewer, workOwner } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { ImportedDocument, readImport } from './read-import.ts'
import { requireOwnSkillSet } from './require-own-skill-set.ts'

/**
 * Reads JSON or JavaScript object text: a SkillSet, a skill or a contract. Stores nothing. Throws UNAUTHENTICATED,
 * RATE_LIMIT_EXCEEDED if the server is busy, and INVALID_INPUT with the line of each problem.
 */
export async function importDocument(ctx: Context, text: string): Promise<ImportedDocument> {
  requireViewer(ctx)
  const read = await runInThread<typeof readImport>('import', [text], { owner: workOwner(ctx) })
  if ('issues' in read) throw new AppError('INVALID_INPUT', read)
  return read
}

/**
 * Reads text as `importDocument` does, and checks that the SkillSet stores each file that the text names by its hash.
 * Throws as that, NOT_FOUND without access, and INVALID_INPUT for a file that is not stored.
 */
export async function importDocumentInto(
  ctx: Context,
  { skillSetId, text }: { skillSetId: string; text: string },
): Promise<ImportedDocument> {
  await requireOwnSkillSet(ctx, skillSetId)
  const imported = await importDocument(ctx, text)
  await ctx.db.$transaction((tx) => requireSkillFiles(tx, skillSetId, imported.document as Json))
  return imported
}
