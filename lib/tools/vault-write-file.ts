/** `vault.writeFile`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.5. */
import { type WrittenFile, writeFile } from '../vault/write-file.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import type { Tool } from './tool.ts'
import { observed, vaultToWriteOfTool } from './tool-vault.ts'
import { ETAG_OUT, EXPECTED_ETAG, MTIME_OUT, pathField, pathToTake } from './vault-schemas.ts'

type Input = CommonInputs & {
  path: string
  content: string
  mode?: 'overwrite' | 'append'
  expectedEtag?: string
}

export const vaultWriteFile: Tool<Input, WrittenFile> = {
  name: 'vault.writeFile',
  title: 'Write a file',
  description:
    'Replaces the text of a file in the vault, or adds to its end. A file that is not there is made, with the folders it is in.',
  riskLevel: 'writes',
  sideEffects: ['Replaces or lengthens the file; what it was before stays in its history.'],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'content'],
    properties: {
      path: pathToTake('The file: “Folder/Note.md”.'),
      content: { type: 'string', description: 'Its text, or what to add to it.' },
      mode: {
        type: 'string',
        enum: ['overwrite', 'append'],
        description: '“overwrite” replaces the text, “append” adds to its end; overwrite when absent.',
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
    required: ['path'],
    properties: {
      path: pathField('The file.'),
      ...ETAG_OUT,
      ...MTIME_OUT,
      bytesWritten: { type: 'integer', minimum: 0, description: 'The bytes of the content that was sent.' },
    },
  },
  preview: [{ when: { mode: 'append' }, say: 'Append to “{path}”' }, { say: 'Write “{path}”' }],
  async run(input, world) {
    const { path, content, mode, expectedEtag } = input
    const wanted = {
      path,
      content,
      ...(mode && { mode }),
      ...(expectedEtag !== undefined && { expectedEtag }),
    }
    return observed(world, await writeFile(vaultToWriteOfTool(world), wanted))
  },
}
