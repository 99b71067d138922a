import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { COLLISION_STRATEGIES } from '../../vault/model/archive-options.ts'
import {
  BYTES,
  ERROR_RESPONSES_REF,
  header,
  jsonBody,
  query,
  SENT_BYTES,
  sent,
  TEXT_SCHEMA,
  ZIP,
} from './operation-parts.ts'

const WHOLE = { type: 'integer', minimum: 0 }
const PATH: JsonObject = { ...query('path', 'Relative to the vault, such as Folder/Note.md'), required: true }
const PREFIX = query('prefix', 'A folder. Default: the whole vault.')
const IF_MATCH = header(
  'If-Match',
  'The expected etag, in quotes. If it differs, the call fails with CONFLICT and changes nothing.',
)

type OperationParts = { summary: string; parameters?: JsonObject[]; answers: JsonObject } & JsonObject

const operation = (operationId: string, { answers, ...parts }: OperationParts): JsonObject => ({
  operationId,
  tags: ['vault'],
  ...parts,
  responses: { ...answers, ...ERROR_RESPONSES_REF },
})
const like = (tool: string) => jsonBody(`The same as ${tool} returns.`, { type: 'object' })
const bytes = (description: string) => ({ description, content: BYTES })

const UNDO: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  description: 'Set one of the first three. With a path, only changes to that file are undone.',
  properties: {
    operationIds: { type: 'array', items: TEXT_SCHEMA, minItems: 1, maxItems: 1000 },
    runId: TEXT_SCHEMA,
    planRunId: TEXT_SCHEMA,
    path: TEXT_SCHEMA,
  },
}

export const VAULT_PATHS: JsonObject = {
  '/api/vault/file': {
    get: operation('read_vault_file', {
      summary: 'Read a file, or a range of it',
      parameters: [
        PATH,
        query('download', 'Send the content as a download.'),
        header('Range', 'bytes=0-99'),
        header('If-Range', 'An etag. The range applies only if the content still has it.'),
        header('If-None-Match', 'A known etag. The response is 304 if it is still current.'),
      ],
      answers: {
        200: bytes('The bytes.'),
        206: bytes('The requested range.'),
        304: { description: 'Not modified.' },
        416: { description: 'Range not satisfiable.' },
      },
    }),
    put: operation('write_vault_file', {
      summary: 'Write the request body to a file',
      description: 'The body is streamed and can have any size.',
      parameters: [PATH, IF_MATCH, header('If-None-Match', '“*” writes only if the path does not exist.')],
      requestBody: SENT_BYTES,
      answers: { 200: like('vault.writeFile'), 201: like('vault.createFile') },
    }),
    delete: operation('delete_vault_file', {
      summary: 'Move a file or a folder to the trash',
      parameters: [PATH, IF_MATCH],
      answers: { 200: like('vault.delete') },
    }),
  },
  '/api/vault/files': {
    get: operation('list_vault_files', {
      summary: 'List the files in a folder',
      parameters: [
        PREFIX,
        query('recursive', 'Include subfolders.', { enum: ['true', 'false'] }),
        query('extension', 'Only files with this extension. Can be repeated.'),
        query('limit', 'The maximum number of results.', { ...WHOLE, minimum: 1 }),
        query('offset', 'The number of results to skip.', WHOLE),
      ],
      answers: { 200: like('vault.listFiles') },
    }),
  },
  '/api/vault/find': {
    get: operation('find_vault_files', {
      summary: 'Find files by name',
      parameters: [
        query('name', 'A part of the path.'),
        query('limit', 'The maximum number of results.', { ...WHOLE, minimum: 1 }),
      ],
      answers: { 200: jsonBody('The best matches first.', { type: 'object' }) },
    }),
  },
  '/api/vault/history': {
    get: operation('list_vault_history', {
      summary: 'List the history of a file or of the whole vault, newest first',
      parameters: [{ ...PATH, required: false }, query('before', 'The last entry of the previous page.')],
      answers: { 200: jsonBody('Entries with the author, time and run.', { type: 'object' }) },
    }),
  },
  '/api/vault/undo': {
    post: operation('undo_vault', {
      summary: 'Undo changes',
      ...sent(UNDO),
      answers: { 200: jsonBody('The new operation and the operations that it undid.', { type: 'object' }) },
    }),
  },
  '/api/vault/archive': {
    get: operation('export_vault', {
      summary: 'Export a folder or the whole vault as a zip archive',
      parameters: [PREFIX],
      answers: { 200: { description: 'The archive.', content: ZIP } },
    }),
    post: operation('import_vault', {
      summary: 'Import a zip archive into a folder',
      parameters: [
        PREFIX,
        query('collisionStrategy', 'What to do if a path already exists.', {
          enum: [...COLLISION_STRATEGIES],
        }),
      ],
      requestBody: { required: true, content: ZIP },
      answers: { 200: jsonBody('The files that were created.', { type: 'object' }) },
    }),
  },
}
