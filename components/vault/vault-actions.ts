/** What the Vault page can have done, as its page hands it over. */
import type { OperationsOf } from '#lib/contract/vault/operations-of.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { FileLine, JournalLine } from '#lib/vault/history.ts'
import type { FileEntry } from '#lib/vault/list-files.ts'
import type { SearchResult, SearchWanted } from '#lib/vault/search.ts'
import type { TrashedEntry } from '#lib/vault/trash.ts'
import type { VaultUsage } from '#lib/vault/usage.ts'
import type { Choice } from '#lib/workspace/settle-rival.ts'
import type { Mode } from '#lib/workspace/workspace-view.ts'

export type WorkspaceOperation =
  | { do: 'open'; path: string }
  | { do: 'choose'; leafId: string }
  | { do: 'close'; leafId: string; discard?: boolean }
  | { do: 'show'; mode: Mode }
  | { do: 'settle'; documentId: string; choice: Choice }

export type FileOperation =
  | { do: 'create'; path: string; content: string }
  | { do: 'folder'; path: string }
  | { do: 'move'; fromPath: string; toPath: string }
  | { do: 'delete'; path: string }

export type FolderPage = { items: FileEntry[]; nextOffset?: number }

/** The first argument of each is the organisation that the page shows. */
export type VaultActions = {
  arrange: (organisation: string, operation: WorkspaceOperation) => Promise<ActionResult<{ copy?: string }>>
  changeFiles: (organisation: string, operation: FileOperation) => Promise<ActionResult<{ path: string }>>
  search: (
    organisation: string,
    wanted: Pick<SearchWanted, 'query' | 'mode' | 'caseSensitive'>,
  ) => Promise<ActionResult<SearchResult>>
  fileHistory: (organisation: string, path: string, limit: number) => Promise<ActionResult<FileLine[]>>
  journal: (organisation: string, limit: number) => Promise<ActionResult<JournalLine[]>>
  /** The text that an etag of the history means; null when it cannot be shown. */
  version: (organisation: string, etag: string) => Promise<ActionResult<string | null>>
  undo: (organisation: string, wanted: OperationsOf) => Promise<ActionResult<{ operationId: string }>>
  listTrash: (organisation: string) => Promise<ActionResult<TrashedEntry[]>>
  /** Of one deletion; `path` is where it is back. */
  restore: (organisation: string, operationId: string) => Promise<ActionResult<{ path: string }>>
  emptyTrash: (organisation: string) => Promise<ActionResult<number>>
  usage: (organisation: string) => Promise<ActionResult<VaultUsage>>
  showRival: (organisation: string, path: string) => Promise<ActionResult<string | null>>
}
