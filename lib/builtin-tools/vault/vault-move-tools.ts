import { type Deleted, deleteFile, type Renamed, renameFile } from '../../vault/files/rename-file.ts'
import { COLLISION_STRATEGIES, type CollisionStrategy } from '../../vault-model/archive-options.ts'
import {
  type BuiltInTool,
  type CommonInputs,
  DRY_RUN_INPUT,
  inputPathField,
  NOTE_INPUT,
  outputPathField,
  REQUEST_ID_INPUT,
} from '../definition/built-in-tool.ts'
import { reportEffects, vaultToWriteOfTool } from './vault-of-tool.ts'

type Input = CommonInputs & { fromPath: string; toPath: string; collisionStrategy?: CollisionStrategy }

export const vaultRename: BuiltInTool<Input, Renamed> = {
  name: 'vault.rename',
  title: 'Rename or move',
  description: 'Renames or moves a vault file, or a folder with its contents.',
  riskLevel: 'writes',
  sideEffects: [
    'Moves the file or folder, and creates missing target folders.',
    'Replaces an existing file if collisionStrategy is “overwrite”. It stays in the history.',
  ],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['fromPath', 'toPath'],
    properties: {
      fromPath: inputPathField('The file or folder to rename.'),
      toPath: inputPathField('The new path, including folders.'),
      collisionStrategy: {
        type: 'string',
        enum: [...COLLISION_STRATEGIES],
        description:
          'What to do if the path exists: “error” fails, “create-unique” chooses a name such as “Title (2).md”, “overwrite” replaces the file. Default: error.',
      },
      ...DRY_RUN_INPUT,
      ...NOTE_INPUT,
      ...REQUEST_ID_INPUT,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['fromPath', 'toPath'],
    properties: {
      fromPath: outputPathField('Where it was.'),
      toPath: outputPathField('The final path, which can differ with “create-unique”.'),
    },
  },
  preview: [
    {
      when: { collisionStrategy: 'overwrite' },
      template: 'Rename “{fromPath}” to “{toPath}”, replacing an existing file',
    },
    {
      when: { collisionStrategy: 'create-unique' },
      template: 'Rename “{fromPath}” to “{toPath}”, or a unique name if it exists',
    },
    { template: 'Rename “{fromPath}” to “{toPath}”' },
  ],
  async run(input, environment) {
    const { fromPath, toPath, collisionStrategy } = input
    const wanted = { fromPath, toPath, ...(collisionStrategy && { collisionStrategy }) }
    return reportEffects(environment, await renameFile(vaultToWriteOfTool(environment), wanted))
  },
}

type VaultDeleteInput = CommonInputs & { path: string; trash?: boolean; requireExists?: boolean }

export const vaultDelete: BuiltInTool<VaultDeleteInput, Deleted> = {
  name: 'vault.delete',
  title: 'Delete',
  description:
    'Deletes a vault file, or a folder with its contents. Moves it to the trash unless you set trash to false.',
  riskLevel: 'writes',
  sideEffects: [
    'Moves the file or folder to the trash.',
    'Permanently deletes it with its history if trash is false.',
  ],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: inputPathField('The file or folder to delete.'),
      trash: {
        type: 'boolean',
        default: true,
        description: 'Move it to the trash. False deletes it permanently, with its history.',
      },
      requireExists: {
        type: 'boolean',
        default: true,
        description: 'Whether to fail if the path does not exist.',
      },
      ...DRY_RUN_INPUT,
      ...NOTE_INPUT,
      ...REQUEST_ID_INPUT,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'deleted'],
    properties: {
      path: outputPathField('What was deleted.'),
      deleted: { type: 'boolean', description: 'False if the path did not exist.' },
      trashed: { type: 'boolean', description: 'Whether it was moved to the trash.' },
    },
  },
  preview: [
    { when: { trash: false }, template: 'Delete “{path}” permanently' },
    { template: 'Delete “{path}”' },
  ],
  async run(input, environment) {
    const { path, trash = true, requireExists = true } = input
    const wanted = { path, trash, requireExists }
    return reportEffects(environment, await deleteFile(vaultToWriteOfTool(environment), wanted))
  },
}
