/** What the OpenAPI document says of the organisation's files. Floor 4, pure. */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { COLLISION_STRATEGIES } from '../contract/vault/collision-strategies.ts'
import { BYTES, header, jsonBody, query, REFUSED, sent, TEXT } from './openapi-parts.ts'

const WHOLE = { type: 'integer', minimum: 0 }
const PATH: JsonObject = { ...query('path', 'Vault-relative: Folder/Note.md'), required: true }
const PREFIX = query('prefix', 'A folder; everything when it is left out.')
const IF_MATCH = header(
  'If-Match',
  'The etag that it must have, in quotes: else CONFLICT, and nothing is done.',
)

type Told = { summary: string; parameters?: JsonObject[]; answers: JsonObject } & JsonObject

const operation = (operationId: string, { answers, ...told }: Told): JsonObject => ({
  operationId,
  tags: ['vault'],
  ...told,
  responses: { ...answers, ...REFUSED },
})
/** As the tool of the same work answers: its own skill says every field. */
const like = (tool: string) => jsonBody(`As ${tool} answers.`, { type: 'object' })
const bytes = (description: string) => ({ description, content: BYTES })
const BODY = { requestBody: { required: true, content: BYTES } }

const UNDO: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  description: 'One of the first three; with a path, of that file only.',
  properties: {
    operationIds: { type: 'array', items: TEXT, minItems: 1, maxItems: 1000 },
    runId: TEXT,
    planRunId: TEXT,
    path: TEXT,
  },
}

export const VAULT_PATHS: JsonObject = {
  '/api/vault/file': {
    get: operation('read_vault_file', {
      summary: 'A file’s bytes, or a range of them',
      parameters: [
        PATH,
        query('download', 'Ask for a file to keep.'),
        header('Range', 'bytes=0-99'),
        header('If-Range', 'An etag: the range counts only of the bytes that have it.'),
        header('If-None-Match', 'An etag that is known: 304 when it is still that.'),
      ],
      answers: {
        200: bytes('The bytes.'),
        206: bytes('Those of the range.'),
        304: { description: 'It is what is known.' },
        416: { description: 'There are no such bytes.' },
      },
    }),
    put: operation('write_vault_file', {
      summary: 'Keep the body as the file',
      description: 'Streamed, however long.',
      parameters: [PATH, IF_MATCH, header('If-None-Match', '“*”: only where nothing is yet.')],
      ...BODY,
      answers: { 200: like('vault.writeFile'), 201: like('vault.createFile') },
    }),
    delete: operation('delete_vault_file', {
      summary: 'Move a file or a folder into the trash',
      parameters: [PATH, IF_MATCH],
      answers: { 200: like('vault.delete') },
    }),
  },
  '/api/vault/files': {
    get: operation('list_vault_files', {
      summary: 'What is in a folder',
      parameters: [
        PREFIX,
        query('recursive', 'true: and in the folders below.', { enum: ['true', 'false'] }),
        query('extension', 'Only files that end so; may be repeated.'),
        query('limit', 'How many at most.', { ...WHOLE, minimum: 1 }),
        query('offset', 'How many to leave out first.', WHOLE),
      ],
      answers: { 200: like('vault.listFiles') },
    }),
  },
  '/api/vault/find': {
    get: operation('find_vault_files', {
      summary: 'Files by what they are called',
      parameters: [
        query('name', 'A part of the path, as it is typed.'),
        query('limit', 'How many at most.', { ...WHOLE, minimum: 1 }),
      ],
      answers: { 200: jsonBody('The best first.', { type: 'object' }) },
    }),
  },
  '/api/vault/history': {
    get: operation('list_vault_history', {
      summary: 'What was done, newest first: to a file, or in the whole vault',
      parameters: [{ ...PATH, required: false }, query('before', 'The last line of the page before.')],
      answers: { 200: jsonBody('Lines, with who, when and in which run.', { type: 'object' }) },
    }),
  },
  '/api/vault/undo': {
    post: operation('undo_vault', {
      summary: 'Take back what was done',
      ...sent(UNDO),
      answers: { 200: jsonBody('The operation that this is, and those it took back.', { type: 'object' }) },
    }),
  },
  '/api/vault/archive': {
    get: operation('export_vault', {
      summary: 'A folder, or everything, as a zip archive',
      parameters: [PREFIX],
      answers: { 200: { description: 'The archive.', content: { 'application/zip': {} } } },
    }),
    post: operation('import_vault', {
      summary: 'A zip archive’s files into a folder',
      parameters: [
        PREFIX,
        query('collisionStrategy', 'For paths that are taken.', { enum: [...COLLISION_STRATEGIES] }),
      ],
      requestBody: { required: true, content: { 'application/zip': {} } },
      answers: { 200: jsonBody('What was made.', { type: 'object' }) },
    }),
  },
}
