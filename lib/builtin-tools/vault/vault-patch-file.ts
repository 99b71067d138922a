import { type PatchedFile, type PatchWanted, patchFile } from '../../vault/files/patch-file.ts'
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
import { writing } from './vault-of-tool.ts'

export const vaultPatchFile: BuiltInTool<PatchWanted, PatchedFile> = {
  name: 'vault.patchFile',
  title: 'Patch a file',
  description: 'Replaces a part of a text file in the vault, given by offsets.',
  riskLevel: 'writes',
  sideEffects: ['Changes the file. The previous content stays in its history.'],
  availability: 'always',
  inputSchema: strictObject(['path', 'patch'], {
    path: inputPathField('The path of the file, such as “Folder/Note.md”.'),
    patch: strictObject(
      ['replaceRange'],
      {
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
      },
      'What to change.',
    ),
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
  run: writing(patchFile),
}
