import type { JsonSchema } from '../../kernel/json/json.ts'
import { type CreatedFile, type CreateWanted, createFile } from '../../vault/files/create-file.ts'
import { type PatchedFile, type PatchWanted, patchFile } from '../../vault/files/patch-file.ts'
import { type WriteWanted, type WrittenFile, writeFile } from '../../vault/files/write-file.ts'
import { COLLISION_STRATEGIES } from '../../vault/model/archive-options.ts'
import {
  type BuiltInTool,
  ETAG_OUT,
  EXPECTED_ETAG,
  inputPathField,
  MTIME_OUT,
  outputPathField,
  strictObject,
  WRITE_INPUTS,
} from '../definition/built-in-tool.ts'
import { withEffects } from './vault-of-tool.ts'

export const vaultCreateFile: BuiltInTool<CreateWanted, CreatedFile> = {
  name: 'vault.createFile',
  title: 'Create a file',
  description:
    'Creates a text file in the vault, and its folders. Fails with CONFLICT if the path exists, unless you set collisionStrategy.',
  riskLevel: 'writes',
  sideEffects: [
    'Creates the file and its folders.',
    'Replaces an existing file if collisionStrategy is “overwrite”.',
  ],
  availability: 'always',
  inputSchema: strictObject(['path', 'content'], {
    path: inputPathField('The path of the new file, such as “Folder/Note.md”.'),
    content: { type: 'string', description: 'Its text.' },
    ifNotExists: {
      type: 'boolean',
      default: true,
      description:
        'Only create the file if the path does not exist. To replace files, set collisionStrategy, which takes precedence.',
    },
    collisionStrategy: {
      type: 'string',
      enum: [...COLLISION_STRATEGIES],
      description:
        'What to do if the path exists: “error” fails, “create-unique” chooses a name such as “Title (2).md”, “overwrite” replaces the file.',
    },
    frontmatter: {
      type: 'object',
      description: 'Front matter fields, written as YAML before the text.',
    },
    expectedEtag: {
      type: 'string',
      description:
        'With collisionStrategy “overwrite”: replace the file only if it still has this etag. Otherwise, and if there is no such file, it fails with CONFLICT.',
    },
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['path', 'created'], {
    path: outputPathField('The final path, which can differ with “create-unique”.'),
    created: { type: 'boolean', description: 'False if an existing file was overwritten.' },
    ...ETAG_OUT,
    ...MTIME_OUT,
  }),
  preview: [
    { when: { collisionStrategy: 'overwrite' }, template: 'Create or replace “{path}”' },
    {
      when: { collisionStrategy: 'create-unique' },
      template: 'Create “{path}”, or a unique name if it exists',
    },
    { template: 'Create “{path}”' },
  ],
  run: withEffects(createFile),
}

export const vaultWriteFile: BuiltInTool<WriteWanted, WrittenFile> = {
  name: 'vault.writeFile',
  title: 'Write a file',
  description:
    'Replaces the text of a vault file, or appends to it. Creates the file and its folders if missing.',
  riskLevel: 'writes',
  sideEffects: ['Changes the file. The previous content stays in its history.'],
  availability: 'always',
  inputSchema: strictObject(['path', 'content'], {
    path: inputPathField('The path of the file, such as “Folder/Note.md”.'),
    content: { type: 'string', description: 'The new text, or the text to append.' },
    mode: {
      type: 'string',
      enum: ['overwrite', 'append'],
      description: '“overwrite” replaces the text, “append” adds to its end. Default: overwrite.',
    },
    ...EXPECTED_ETAG,
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['path'], {
    path: outputPathField('The file.'),
    ...ETAG_OUT,
    ...MTIME_OUT,
    bytesWritten: {
      type: 'integer',
      title: 'Written',
      'x-unit': 'bytes',
      minimum: 0,
      description: 'The size of what was written, in bytes.',
    },
  }),
  preview: [{ when: { mode: 'append' }, template: 'Append to “{path}”' }, { template: 'Write “{path}”' }],
  run: withEffects(writeFile),
}

const FIND_PATCH: JsonSchema = {
  title: 'Find and replace',
  ...strictObject(['find', 'replace'], {
    find: {
      type: 'string',
      minLength: 1,
      description: 'The text to replace, exactly as it is in the file, with enough around it to occur once.',
    },
    replace: { type: 'string', description: 'The new text; empty to delete.' },
    all: {
      type: 'boolean',
      default: false,
      description: 'Replace every occurrence, of which there must be at least one.',
    },
  }),
}

const RANGE_PATCH: JsonSchema = {
  title: 'Replace a range',
  ...strictObject(['replaceRange'], {
    replaceRange: strictObject(
      ['start', 'end', 'text'],
      {
        start: { type: 'integer', minimum: 0, description: 'The start offset.' },
        end: {
          type: 'integer',
          minimum: 0,
          description: 'The end offset. Equal to start to insert text.',
        },
        text: { type: 'string', description: 'The new text; empty to delete.' },
      },
      'The part to replace, as offsets in UTF-16 code units from the start of the text.',
    ),
  }),
}

export const vaultPatchFile: BuiltInTool<PatchWanted, PatchedFile> = {
  name: 'vault.patchFile',
  title: 'Patch a file',
  description:
    'Replaces a part of a text file in the vault, given by a text to find or by offsets. A text to find must occur exactly once, unless all is true; otherwise it fails with CONFLICT and returns the number of matches.',
  riskLevel: 'writes',
  sideEffects: ['Changes the file. The previous content stays in its history.'],
  availability: 'always',
  inputSchema: strictObject(['path', 'patch'], {
    path: inputPathField('The path of the file, such as “Folder/Note.md”.'),
    patch: { oneOf: [FIND_PATCH, RANGE_PATCH], description: 'What to change.' },
    ...EXPECTED_ETAG,
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['path', 'applied'], {
    path: outputPathField('The file.'),
    ...ETAG_OUT,
    ...MTIME_OUT,
    applied: { type: 'boolean', description: 'Always true: a patch that cannot be applied fails.' },
  }),
  preview: 'Change a part of “{path}”',
  run: withEffects(patchFile),
}
