import {
  type Deleted,
  type DeleteWanted,
  deleteFile,
  type Renamed,
  type RenameWanted,
  renameFile,
} from '../../vault/files/rename-file.ts'
import { COLLISION_STRATEGIES } from '../../vault/model/archive-options.ts'
import {
  type BuiltInTool,
  ETAG_OUT,
  EXPECTED_ETAG,
  inputPathField,
  outputPathField,
  strictObject,
  WRITE_INPUTS,
} from '../definition/built-in-tool.ts'
import { withEffects } from './vault-of-tool.ts'

export const vaultRename: BuiltInTool<RenameWanted, Renamed> = {
  name: 'vault.rename',
  title: 'Rename or move',
  description: 'Renames or moves a vault file, or a folder with its contents.',
  riskLevel: 'writes',
  sideEffects: [
    'Moves the file or folder, and creates missing target folders.',
    'Replaces an existing file if collisionStrategy is “overwrite”. It stays in the history.',
  ],
  availability: 'always',
  inputSchema: strictObject(['fromPath', 'toPath'], {
    fromPath: inputPathField('The file or folder to rename.'),
    toPath: inputPathField('The new path, including folders.'),
    collisionStrategy: {
      type: 'string',
      enum: [...COLLISION_STRATEGIES],
      description:
        'What to do if the path exists: “error” fails, “create-unique” chooses a name such as “Title (2).md”, “overwrite” replaces the file. Default: error.',
    },
    ...EXPECTED_ETAG,
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['fromPath', 'toPath'], {
    fromPath: outputPathField('Where it was.'),
    toPath: outputPathField('The final path, which can differ with “create-unique”.'),
    ...ETAG_OUT,
  }),
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
  run: withEffects(renameFile),
}

export const vaultDelete: BuiltInTool<DeleteWanted, Deleted> = {
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
  inputSchema: strictObject(['path'], {
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
    ...EXPECTED_ETAG,
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['path', 'deleted'], {
    path: outputPathField('What was deleted.'),
    deleted: { type: 'boolean', description: 'False if the path did not exist.' },
    trashed: { type: 'boolean', description: 'Whether it was moved to the trash.' },
    etag: {
      type: 'string',
      title: 'Etag',
      'x-technical': true,
      description: 'The etag of the deleted file. Absent for a folder.',
    },
  }),
  preview: [
    { when: { trash: false }, template: 'Delete “{path}” permanently' },
    { template: 'Delete “{path}”' },
  ],
  run: withEffects(deleteFile),
}
