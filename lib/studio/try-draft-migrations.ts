/** The migrations of the stored draft, tried on the examples of what is published. Floor 3. */
import type { Context } from '../context.ts'
import type { MigrationTest } from '../contract/document/migration-tests.ts'
import { parseDocument } from '../contract/document/parse-document.ts'
import { findDraft } from '../db/drafts.ts'
import { listVersionHeads } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { tryMigrations } from '../review/try-migrations.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'

/**
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers or when there is no draft, INVALID_INPUT for half a document, and
 * TOOL_NOT_AVAILABLE while the sandbox is down.
 */
export async function tryDraftMigrations(ctx: Context, skillSetId: string): Promise<MigrationTest[]> {
  await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft to try.' })
  const { document, issues } = parseDocument(draft.document)
  if (!document) throw new AppError('INVALID_INPUT', { issues })
  const heads = await listVersionHeads(ctx.db, skillSetId)
  return (await tryMigrations(ctx, { skillSetId, heads, document })).migrations
}
