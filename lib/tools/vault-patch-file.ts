/** `vault.patchFile`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.6 and §2.2. */
import { type FilePatch, type PatchedFile, patchFile } from '../vault/patch-file.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import type { Tool } from './tool.ts'
import { observed, vaultToWriteOfTool } from './tool-vault.ts'
import { ETAG_OUT, EXPECTED_ETAG, MTIME_OUT, pathField, pathToTake } from './vault-schemas.ts'

type Input = CommonInputs & { path: string; patch: FilePatch; expectedEtag?: string }

export const vaultPatchFile: Tool<Input, PatchedFile> = {
  name: 'vault.patchFile',
  title: 'Patch a file',
  description: 'Replaces a part of a text in the vault, given by its offsets.',
  riskLevel: 'writes',
  sideEffects: ['Changes the file; what it was before stays in its history.'],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'patch'],
    properties: {
      path: pathToTake('The file: “Folder/Note.md”.'),
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
            description: 'Offsets count UTF-16 code units from the beginning of the text, as editors do.',
            properties: {
              start: { type: 'integer', minimum: 0, description: 'Where the part begins.' },
              end: {
                type: 'integer',
                minimum: 0,
                description: 'Where it ends; the same as start to insert.',
              },
              text: { type: 'string', description: 'What takes its place; empty to delete.' },
            },
          },
        },
      },
      ...EXPECTED_ETAG,
      ...DRY_RUN,
      ...NOTE,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'applied'],
    properties: {
      path: pathField('The file.'),
      ...ETAG_OUT,
      ...MTIME_OUT,
      applied: { type: 'boolean', description: 'True: a patch that cannot be applied is an error.' },
    },
  },
  preview: 'Change a part of “{path}”',
  async run(input, world) {
    const { path, patch, expectedEtag } = input
    const wanted = { path, patch, ...(expectedEtag !== undefined && { expectedEtag }) }
    return observed(world, await patchFile(vaultToWriteOfTool(world), wanted))
  },
}
