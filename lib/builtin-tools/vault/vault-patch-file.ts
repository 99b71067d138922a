import { type FilePatch, type PatchedFile, patchFile } from '../../vault/files/patch-file.ts'
import {
  type BuiltInTool,
  type CommonInputs,
  DRY_RUN_INPUT,
  ETAG_OUT,
  EXPECTED_ETAG,
  inputPathField,
  MTIME_OUT,
  NOTE_INPUT,
  outputPathField,
  REQUEST_ID_INPUT,
} from '../definition/built-in-tool.ts'
import { reportEffects, vaultToWriteOfTool } from './vault-of-tool.ts'

type Input = CommonInputs & { path: string; patch: FilePatch; expectedEtag?: string }

export const vaultPatchFile: BuiltInTool<Input, PatchedFile> = {
  name: 'vault.patchFile',
  title: 'Patch a file',
  description: 'Replaces a part of a text file in the vault, given by offsets.',
  riskLevel: 'writes',
  sideEffects: ['Changes the file. The previous content stays in its history.'],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'patch'],
    properties: {
      path: inputPathField('The path of the file, such as “Folder/Note.md”.'),
      patch: {
        type: 'object',
        additionalProperties: false,
        required: ['replaceRange'],
        description: 'What to change.',
        properties: {
          replaceRange: {
            type: 'object',
            additionalProperties: false,
            required: ['start', 'end', 'text'],
            description: 'The part to replace, as offsets in UTF-16 code units from the start of the text.',
            properties: {
              start: { type: 'integer', minimum: 0, description: 'The start offset.' },
              end: {
                type: 'integer',
                minimum: 0,
                description: 'The end offset. Equal to start to insert text.',
              },
              text: { type: 'string', description: 'The new text; empty to delete.' },
            },
          },
        },
      },
      ...EXPECTED_ETAG,
      ...DRY_RUN_INPUT,
      ...NOTE_INPUT,
      ...REQUEST_ID_INPUT,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'applied'],
    properties: {
      path: outputPathField('The file.'),
      ...ETAG_OUT,
      ...MTIME_OUT,
      applied: { type: 'boolean', description: 'Always true: a patch that cannot be applied fails.' },
    },
  },
  preview: 'Change a part of “{path}”',
  async run(input, environment) {
    const { path, patch, expectedEtag } = input
    const wanted = { path, patch, ...(expectedEtag !== undefined && { expectedEtag }) }
    return reportEffects(environment, await patchFile(vaultToWriteOfTool(environment), wanted))
  },
}
