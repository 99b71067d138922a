import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import type { ChangedFile, FileLine, JournalLine } from '#lib/vault/history/history.ts'
import type { TrashedEntry } from '#lib/vault/history/trash.ts'
import type { OperationSelector } from '#lib/vault/model/operations-of.ts'
import type { SearchResult, SearchWanted } from '#lib/vault/search/search-text.ts'
import type { VaultUsage } from '#lib/vault/vault-usage.ts'
import type { ConflictChoice } from '#lib/vault/workspace/sync-document.ts'
import type { EditorMode } from '#lib/vault/workspace/workspace-view.ts'

export type WorkspaceOperation =
  | { kind: 'open'; path: string }
  | { kind: 'choose'; leafId: string }
  | { kind: 'close'; leafId: string; discard?: boolean }
  | { kind: 'show'; mode: EditorMode }
  | { kind: 'settle'; documentId: string; choice: ConflictChoice }

export type FileOperation =
  | { kind: 'create'; path: string; content: string }
  | { kind: 'folder'; path: string }
  | { kind: 'move'; fromPath: string; toPath: string }
  | { kind: 'delete'; path: string }

export type FolderPage = { items: FileEntry[]; nextOffset?: number }

/** The server actions of the page. Their first argument is the organisation that the page shows. */
export type VaultActions = {
  arrange: (organisation: string, operation: WorkspaceOperation) => Promise<ActionResult<{ copy?: string }>>
  changeFiles: (organisation: string, operation: FileOperation) => Promise<ActionResult<{ path: string }>>
  search: (
    organisation: string,
    request: Pick<SearchWanted, 'query' | 'mode' | 'caseSensitive'>,
  ) => Promise<ActionResult<SearchResult>>
  fileHistory: (organisation: string, path: string, limit: number) => Promise<ActionResult<FileLine[]>>
  journal: (organisation: string, limit: number) => Promise<ActionResult<JournalLine[]>>
  changedFiles: (organisation: string, selector: OperationSelector) => Promise<ActionResult<ChangedFile[]>>
  version: (organisation: string, etag: string) => Promise<ActionResult<string | null>>
  undo: (organisation: string, request: OperationSelector) => Promise<ActionResult<{ operationId: string }>>
  listTrash: (organisation: string) => Promise<ActionResult<TrashedEntry[]>>
  restore: (organisation: string, operationId: string) => Promise<ActionResult<{ path: string }>>
  emptyTrash: (organisation: string) => Promise<ActionResult<number>>
  usage: (organisation: string) => Promise<ActionResult<VaultUsage>>
  readConflictingText: (organisation: string, path: string) => Promise<ActionResult<string | null>>
}
