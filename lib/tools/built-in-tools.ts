import { type EnsuredFolder, ensureFolder } from '../vault/files/create-file.ts'
import { openLeaf, previewOpenLeaf } from '../vault/workspace/arrange-tabs.ts'
import { describeWorkspace } from '../vault/workspace/describe-workspace.ts'
import { noActiveEditor, noVaultPage } from '../vault/workspace/read-active.ts'
import { commandsList, commandsRun } from './commands/commands-list.ts'
import {
  type BuiltInTool,
  type CommonInputs,
  EXPECTED_ETAG_OF_FOLDER,
  inputPathField,
  outputPathField,
  strictObject,
  WRITE_INPUTS,
} from './definition/built-in-tool.ts'
import { replaceRange, replaceSelection } from './editor/editor-replace-tools.ts'
import { workspaceOwnerOf } from './editor/editor-schemas.ts'
import { getSelection, insertAtCursor } from './editor/editor-selection-tools.ts'
import { getContext } from './editor/workspace-get-context.ts'
import { parseMarkdownBullets, slugifyTitle } from './util/util-tools.ts'
import { vaultDelete, vaultRename } from './vault/vault-move-tools.ts'
import { withEffects } from './vault/vault-of-tool.ts'
import { vaultListFiles, vaultReadFile, vaultSearchText } from './vault/vault-read-tools.ts'
import { vaultCreateFile, vaultPatchFile, vaultWriteFile } from './vault/vault-write-tools.ts'

type Input = CommonInputs & { path: string; expectedEtag?: string }

const vaultEnsureFolder: BuiltInTool<Input, EnsuredFolder> = {
  name: 'vault.ensureFolder',
  title: 'Create a folder if missing',
  description: 'Creates a folder in the vault, and its parent folders, unless it exists.',
  riskLevel: 'writes',
  sideEffects: ['Creates the folder and missing parent folders.'],
  availability: 'always',
  inputSchema: strictObject(['path'], {
    path: inputPathField('The folder, such as “Projects/2026”.'),
    ...EXPECTED_ETAG_OF_FOLDER,
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['path', 'created'], {
    path: outputPathField('The folder.'),
    created: { type: 'boolean', description: 'False if it already existed.' },
  }),
  preview: 'Create the folder “{path}” if missing',
  run: withEffects(ensureFolder),
}

const getActiveFilePath: BuiltInTool<Record<string, never>, { path: string }> = {
  name: 'editor.getActiveFilePath',
  title: 'Get the active file',
  description: 'Returns the path of the active file on the caller’s Vault page.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability:
    'While the caller’s Vault page is open with a file in front; otherwise it fails with PRECONDITION_FAILED.',
  inputSchema: strictObject([], {}),
  outputSchema: strictObject(['path'], { path: outputPathField('The path of the file in the vault.') }),
  preview: 'Find the file in the editor',
  async run(_input, environment) {
    const { active, isPageOpen } = await describeWorkspace(
      environment.db,
      workspaceOwnerOf(environment),
      environment,
    )
    if (active) return { path: active.path }
    throw isPageOpen ? noActiveEditor() : noVaultPage()
  },
}

type WorkspaceOpenFileInput = Omit<CommonInputs, 'note'> & {
  path: string
  newLeaf?: boolean
  focus?: boolean
}

type Output = { path: string; opened: boolean; leafId?: string }

const openFile: BuiltInTool<WorkspaceOpenFileInput, Output> = {
  name: 'workspace.openFile',
  title: 'Open a file',
  description: 'Opens a vault file in a tab of the caller’s Vault page, where the editor tools can use it.',
  riskLevel: 'commands',
  sideEffects: ['Opens a tab on the user’s Vault page and activates it.'],
  availability: 'always',
  inputSchema: strictObject(['path'], {
    path: { type: 'string', description: 'The path of the file in the vault, such as “Folder/Note.md”.' },
    newLeaf: {
      type: 'boolean',
      description: 'Open a new tab even if the file is already open. Default: false.',
    },
    focus: { type: 'boolean', description: 'Activate the tab. Default: true.' },
    dryRun: WRITE_INPUTS.dryRun,
    requestId: WRITE_INPUTS.requestId,
  }),
  outputSchema: strictObject(['path', 'opened'], {
    path: outputPathField('The file.'),
    opened: { type: 'boolean', description: 'Whether the file was opened; false for a dry run.' },
    leafId: { type: 'string', description: 'The id of the tab.' },
  }),
  preview: 'Open “{path}”',
  async run({ path, newLeaf, focus }, environment) {
    const owner = workspaceOwnerOf(environment)
    if (environment.dryRun) return { path: await previewOpenLeaf(environment.db, owner, path), opened: false }
    return { ...(await openLeaf(environment.db, owner, { path, newLeaf, focus })), opened: true }
  },
}

// The cast is safe, because inputs are validated against the schemas first.
export const BUILT_IN_TOOLS = [
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
] as readonly BuiltInTool[]

const byName = new Map(BUILT_IN_TOOLS.map((tool) => [tool.name, tool]))

export function findBuiltInTool(name: string): BuiltInTool | undefined {
  return byName.get(name)
}
