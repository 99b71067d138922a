/** `vault.readFile`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.3. */
import { DEFAULT_MAX_BYTES, MAX_BYTES, type ReadFile, type ReadWanted, readFile } from '../vault/read-file.ts'
import type { Tool } from './tool.ts'
import { vaultOfTool } from './tool-vault.ts'
import { ETAG_OUT, MTIME_OUT, pathField, pathToTake } from './vault-schemas.ts'

export const vaultReadFile: Tool<ReadWanted, ReadFile> = {
  name: 'vault.readFile',
  title: 'Read a file',
  description:
    'Reads a file of the vault as text, or as base64. What is longer than maxBytes is cut, never inside a character; read on with a range that begins at the number of bytes already read.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: pathToTake('The file: “Folder/Note.md”.'),
      maxBytes: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_BYTES,
        description: `The most bytes to read; ${DEFAULT_MAX_BYTES} (1 MiB) when absent.`,
      },
      range: {
        type: 'object',
        additionalProperties: false,
        required: ['start', 'end'],
        description: 'Only this part of the file, in bytes.',
        properties: {
          start: { type: 'integer', minimum: 0, description: 'The first byte.' },
          end: { type: 'integer', minimum: 0, description: 'The byte after the last.' },
        },
      },
      as: {
        type: 'string',
        enum: ['text', 'base64'],
        description:
          'How to give the content; text when absent. Bytes that are no UTF-8 text only as base64.',
      },
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'content'],
    properties: {
      path: pathField('The file.'),
      content: { type: 'string', description: 'Its text, or its bytes in base64.' },
      ...ETAG_OUT,
      ...MTIME_OUT,
      truncated: { type: 'boolean', description: 'True when less was given than was asked for.' },
      encoding: { type: 'string', description: 'How the content is written: utf-8 or base64.' },
    },
  },
  preview: 'Read “{path}”',
  run: (input, world) => readFile(vaultOfTool(world), input),
}
