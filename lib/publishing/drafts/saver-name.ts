import { findNames } from '../../accounts/rows/users.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { capitalise } from '../../kernel/text/format.ts'
import { oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { formatProgram } from '../model/draft-program.ts'
import { type DraftHeadRow, readDraftProgram } from '../rows/drafts.ts'

/**
 * Returns who saved the current revision, as the begin of a sentence: the person, or the program with the name of its key
 * and of the person whose key it is. "Someone" for a deleted account.
 */
export async function findSaverName(
  db: Database | Tx,
  head: Pick<DraftHeadRow, 'updatedById' | 'byProgram' | 'program' | 'programKey'>,
): Promise<string> {
  const names = await findNames(db, [head.updatedById])
  const person = names.get(head.updatedById) ?? 'Someone'
  const program = head.byProgram ? readDraftProgram(head) : null
  if (!program) return person
  const name = capitalise(oneVisibleLine(formatProgram(program)))
  return `${name} (API key “${oneVisibleLine(program.keyName)}” of ${person})`
}
