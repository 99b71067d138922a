/** What changes come to, as a ToolResult tells it. Floor 3, pure. */
import type { Effects } from '../contract/plan/tool-result.ts'
import { folderOf } from '../contract/vault/vault-path.ts'
import type { FileChange } from '../db/vault-journal.ts'

/** Of a folder that is gone or has moved only itself is named: what is in it went along. */
export function effectsOf(changes: readonly FileChange[]): Effects {
  const created: string[] = []
  const modified: string[] = []
  const deleted: string[] = []
  const renamed: { from: string; to: string }[] = []
  for (const { before, after } of changes) {
    if (!before && after) created.push(after.path)
    if (before && !after) deleted.push(before.path)
    if (!before || !after) continue
    if (before.path !== after.path) renamed.push({ from: before.path, to: after.path })
    if (before.etag !== after.etag) modified.push(after.path)
  }
  const gone = new Set(deleted)
  const moved = new Map(renamed.map(({ from, to }) => [from, to]))
  const topDeleted = deleted.filter((path) => !gone.has(folderOf(path)))
  const topRenamed = renamed.filter(({ from, to }) => moved.get(folderOf(from)) !== folderOf(to))
  return {
    ...(created.length > 0 && { created }),
    ...(modified.length > 0 && { modified }),
    ...(topDeleted.length > 0 && { deleted: topDeleted }),
    ...(topRenamed.length > 0 && { renamed: topRenamed }),
  }
}
