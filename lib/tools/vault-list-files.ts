/** `vault.listFiles`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.2. */
import { DEFAULT_LIMIT, type FileList, type ListWanted, listFiles, MAX_LIMIT } from '../vault/list-files.ts'
import type { Tool } from './tool.ts'
import { vaultOfTool } from './tool-vault.ts'
import { pathField } from './vault-schemas.ts'

export const vaultListFiles: Tool<ListWanted, FileList> = {
  name: 'vault.listFiles',
  title: 'List files',
  description: 'Lists the files and folders of the vault, or of one of its folders, in a stable order.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: [],
    properties: {
      prefix: { type: 'string', description: 'The folder to list; the whole vault when absent.' },
      recursive: {
        type: 'boolean',
        description: 'Everything below the folder, not only what is in it itself; false when absent.',
      },
      extensions: {
        type: 'array',
        maxItems: 100,
        items: { type: 'string' },
        description: 'Only files with one of these endings: ["md"].',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `The most entries to give; ${DEFAULT_LIMIT} when absent.`,
      },
      offset: {
        type: 'integer',
        minimum: 0,
        description: 'How many entries to pass over: the nextOffset of the page before.',
      },
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'truncated'],
    properties: {
      items: {
        type: 'array',
        description: 'The entries, in the order of their paths.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['path', 'kind'],
          properties: {
            path: pathField('Within the vault: “Folder/Note.md”.'),
            kind: { type: 'string', enum: ['file', 'folder'], description: 'What it is.' },
            sizeBytes: { type: 'integer', title: 'Bytes', minimum: 0, description: 'Of a file.' },
            mtimeMs: {
              type: 'integer',
              title: 'Changed',
              description: 'Of a file: when it was last changed, epoch milliseconds.',
            },
            ctimeMs: {
              type: 'integer',
              title: 'Made',
              description: 'When it was made, in epoch milliseconds.',
            },
            etag: { type: 'string', description: 'Of a file: names its content.' },
          },
        },
      },
      nextOffset: {
        type: 'integer',
        minimum: 0,
        description: 'Where the next page begins, if there is one.',
      },
      truncated: { type: 'boolean', description: 'True when there are more entries.' },
    },
  },
  preview: [{ given: 'prefix', say: 'List the files in “{prefix}”' }, { say: 'List the files of the vault' }],
  run: (input, world) => listFiles(vaultOfTool(world), input),
}
