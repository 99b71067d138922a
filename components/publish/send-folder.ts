/** Sends an archive to the door that makes a draft of it. */
import { paths } from '#lib/contract/market/paths.ts'
import type { Issue, PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

export type FolderAnswer = { skill_set_id: string; name: string; findings: Issue[] }

/** An empty `into` is a new SkillSet. Never throws: what went wrong on the way is an error like any other. */
export async function sendFolder(
  archive: Blob,
  where: { handle: string; into: string },
): Promise<ActionResult<FolderAnswer>> {
  try {
    const query = new URLSearchParams(where)
    const response = await fetch(`${paths.skillFolders}?${query}`, { method: 'POST', body: archive })
    const answer = await response.json()
    return response.ok ? { ok: true, data: answer } : { ok: false, error: answer.error }
  } catch {
    const error: PublicError = {
      code: 'TOOL_NOT_AVAILABLE',
      message: 'The folder did not arrive. Check the connection, and try again.',
      recoverable: true,
    }
    return { ok: false, error }
  }
}
