import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runOncePerInput } from '../../kernel/threads/run-in-thread.ts'
import type { Inspection, inspectDocument, KnownSkillSet } from './inspect-document.ts'

/**
 * Inspects a draft in a worker thread of `owner`'s share. Returns a single issue if that takes too long or the server is
 * busy, because a draft that cannot be inspected must still open in the studio.
 */
export async function inspectInThread(
  document: Json,
  known: KnownSkillSet,
  owner: string,
): Promise<Inspection> {
  try {
    return await runOncePerInput<typeof inspectDocument>('inspection', [document, known], { owner })
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return { issues: [{ path: '', keyword: 'inspection', message: thrown.message }], marks: {} }
  }
}
