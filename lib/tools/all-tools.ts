/** The first-party tools there are. Floor 3. A tool is a file beside this one, and a line in here. */
import { commandsList } from './commands-list.ts'
import { commandsRun } from './commands-run.ts'
import { getActiveFilePath } from './editor-get-active-file-path.ts'
import { getSelection } from './editor-get-selection.ts'
import { insertAtCursor } from './editor-insert-at-cursor.ts'
import { replaceRange } from './editor-replace-range.ts'
import { replaceSelection } from './editor-replace-selection.ts'
import type { Tool } from './tool.ts'
import { parseMarkdownBullets } from './util-parse-markdown-bullets.ts'
import { slugifyTitle } from './util-slugify-title.ts'
import { vaultCreateFile } from './vault-create-file.ts'
import { vaultDelete } from './vault-delete.ts'
import { vaultEnsureFolder } from './vault-ensure-folder.ts'
import { vaultListFiles } from './vault-list-files.ts'
import { vaultPatchFile } from './vault-patch-file.ts'
import { vaultReadFile } from './vault-read-file.ts'
import { vaultRename } from './vault-rename.ts'
import { vaultSearchText } from './vault-search-text.ts'
import { vaultWriteFile } from './vault-write-file.ts'
import { getContext } from './workspace-get-context.ts'
import { openFile } from './workspace-open-file.ts'

// Each knows its own input; whoever runs one from here has sent the input through its schema.
export const ALL_TOOLS = [
  vaultEnsureFolder,
  vaultListFiles,
  vaultReadFile,
  vaultCreateFile,
  vaultWriteFile,
  vaultPatchFile,
  vaultRename,
  vaultDelete,
  vaultSearchText,
  getSelection,
  replaceSelection,
  insertAtCursor,
  replaceRange,
  getActiveFilePath,
  getContext,
  openFile,
  commandsList,
  commandsRun,
  parseMarkdownBullets,
  slugifyTitle,
] as unknown as readonly Tool[]

const byName = new Map(ALL_TOOLS.map((tool) => [tool.name, tool]))

/** Undefined when there is no such tool. */
export function findTool(name: string): Tool | undefined {
  return byName.get(name)
}
