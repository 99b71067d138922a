/** The names and times of these responses are those of the vault’s tools, whose specification binds them. */
import { z } from 'zod'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { schemaWithJson } from '../../kernel/validation/response-schemas.ts'
import { RestEffects } from '../../runs/model/rest-run.ts'
import type { ChangeWord } from '../../vault/history/undo.ts'
import { COLLISION_STRATEGIES } from '../../vault/model/archive-options.ts'
import type { OperationKind } from '../../vault/rows/vault-journal.ts'
import type { Endpoint } from './endpoint.ts'
import {
  BYTE_RANGE,
  BYTES,
  header,
  NOT_MODIFIED,
  NOT_SATISFIABLE,
  query,
  SENT_BYTES,
  SENT_ZIP,
  sentJson,
  ZIP,
} from './operation-parts.ts'

const WHOLE = { type: 'integer', minimum: 0 }
const PATH = query('path', 'Relative to the vault, such as Folder/Note.md')
const REQUIRED_PATH = { ...PATH, required: true } as const
const PREFIX = query('prefix', 'A folder. Default: the whole vault.')
const LIMIT = query('limit', 'The maximum number of results.', { ...WHOLE, minimum: 1 })
const IF_MATCH = header(
  'If-Match',
  'The expected etag, in quotes. If it differs, the call fails with CONFLICT and changes nothing.',
)

const EpochMs = z.int().meta({ description: 'Epoch milliseconds.' })

const Entry = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  sizeBytes: z.int().optional(),
  mtimeMs: EpochMs.optional(),
  ctimeMs: EpochMs.optional(),
  etag: z.string().optional(),
})

const WrittenFile = z.object({
  path: z.string(),
  etag: z.string(),
  mtimeMs: EpochMs,
  bytesWritten: z.int(),
})

const CreatedFile = WrittenFile.extend({
  created: z.boolean().optional(),
  bytesWritten: z.int().optional(),
})

const HistoryLine = z.object({
  operationId: z.string(),
  kind: schemaWithJson<OperationKind>({ type: 'string' }),
  atMs: EpochMs,
  by: z.object({ userId: z.string(), name: z.string().nullable() }),
  runId: z.string().nullable(),
  isOneOfRun: z.boolean(),
  planRunId: z.string().nullable(),
  stepId: z.string().nullable(),
  note: z.string().nullable(),
  isUndone: z.boolean(),
})

const JournalLine = HistoryLine.extend({
  path: z.string().meta({ description: 'The first path that the operation changed.' }),
  entries: z.int().meta({ description: 'How many files and folders it changed.' }),
})

const FileLine = HistoryLine.extend({
  seq: z.string().meta({ description: 'The position of the change, for ?before=.' }),
  what: schemaWithJson<ChangeWord>({ enum: ['created', 'modified', 'renamed', 'deleted'] }),
  pathBefore: z.string().nullable(),
  pathAfter: z.string().nullable(),
  etagBefore: z.string().nullable(),
  etagAfter: z.string().nullable(),
  sizeBytes: z.int(),
  isUndoable: z.boolean(),
})

const UNDO: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  description: 'Set one of the first three. With a path, only changes to that file are undone.',
  properties: {
    operationIds: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1000 },
    runId: { type: 'string' },
    planRunId: { type: 'string' },
    path: { type: 'string' },
  },
}

export const READ_VAULT_FILE = {
  method: 'get',
  path: '/api/vault/file',
  operationId: 'read_vault_file',
  tag: 'vault',
  summary: 'Read a file, or a range of it',
  parameters: [REQUIRED_PATH, query('download', 'Send the content as a download.'), ...BYTE_RANGE],
  responses: {
    200: { description: 'The bytes.', content: BYTES },
    206: { description: 'The requested range.', content: BYTES },
    304: NOT_MODIFIED,
    416: NOT_SATISFIABLE,
  },
} as const satisfies Endpoint

export const WRITE_VAULT_FILE = {
  method: 'put',
  path: '/api/vault/file',
  operationId: 'write_vault_file',
  tag: 'vault',
  summary: 'Write the request body to a file',
  description: 'The body is streamed and can have any size.',
  parameters: [
    REQUIRED_PATH,
    IF_MATCH,
    header('If-None-Match', '“*” writes only if the path does not exist.'),
  ],
  requestBody: SENT_BYTES,
  responses: {
    200: { description: 'The file was replaced.', schema: WrittenFile },
    201: { description: 'The file was created.', schema: CreatedFile },
  },
} as const satisfies Endpoint

export const DELETE_VAULT_FILE = {
  method: 'delete',
  path: '/api/vault/file',
  operationId: 'delete_vault_file',
  tag: 'vault',
  summary: 'Move a file or a folder to the trash',
  parameters: [REQUIRED_PATH, IF_MATCH],
  responses: {
    200: {
      description: 'The same as vault.delete returns.',
      schema: z.object({
        path: z.string(),
        deleted: z.boolean(),
        trashed: z.boolean().optional(),
        etag: z.string().optional(),
      }),
    },
  },
} as const satisfies Endpoint

export const LIST_VAULT_FILES = {
  method: 'get',
  path: '/api/vault/files',
  operationId: 'list_vault_files',
  tag: 'vault',
  summary: 'List the files in a folder',
  parameters: [
    PREFIX,
    query('recursive', 'Include subfolders.', { enum: ['true', 'false'] }),
    query('extension', 'Only files with this extension. Can be repeated.'),
    LIMIT,
    query('offset', 'The number of results to skip.', WHOLE),
  ],
  responses: {
    200: {
      description: 'The same as vault.listFiles returns.',
      schema: z.object({ items: z.array(Entry), truncated: z.boolean(), nextOffset: z.int().optional() }),
    },
  },
} as const satisfies Endpoint

export const FIND_VAULT_FILES = {
  method: 'get',
  path: '/api/vault/find',
  operationId: 'find_vault_files',
  tag: 'vault',
  summary: 'Find files by name',
  parameters: [query('name', 'A part of the path.'), LIMIT],
  responses: {
    200: { description: 'The best matches first.', schema: z.object({ items: z.array(Entry) }) },
  },
} as const satisfies Endpoint

export const LIST_VAULT_HISTORY = {
  method: 'get',
  path: '/api/vault/history',
  operationId: 'list_vault_history',
  tag: 'vault',
  summary: 'List the history of a file or of the whole vault, newest first',
  parameters: [PATH, query('before', 'The last entry of the previous page.')],
  responses: {
    200: {
      description: 'Entries with the author, time and run.',
      schema: z.object({ lines: z.union([z.array(FileLine), z.array(JournalLine)]) }),
    },
  },
} as const satisfies Endpoint

export const UNDO_VAULT = {
  method: 'post',
  path: '/api/vault/undo',
  operationId: 'undo_vault',
  tag: 'vault',
  summary: 'Undo changes',
  requestBody: sentJson(UNDO),
  responses: {
    200: {
      description: 'The new operation and the operations that it undid.',
      schema: z.object({ operationId: z.string(), undone: z.array(z.string()), effects: RestEffects }),
    },
  },
} as const satisfies Endpoint

export const EXPORT_VAULT = {
  method: 'get',
  path: '/api/vault/archive',
  operationId: 'export_vault',
  tag: 'vault',
  summary: 'Export a folder or the whole vault as a zip archive',
  parameters: [PREFIX],
  responses: { 200: { description: 'The archive.', content: ZIP } },
} as const satisfies Endpoint

export const IMPORT_VAULT = {
  method: 'post',
  path: '/api/vault/archive',
  operationId: 'import_vault',
  tag: 'vault',
  summary: 'Import a zip archive into a folder',
  parameters: [
    PREFIX,
    query('collisionStrategy', 'What to do if a path already exists.', {
      enum: [...COLLISION_STRATEGIES],
    }),
  ],
  requestBody: SENT_ZIP,
  responses: {
    200: {
      description: 'Where the files were put, and how many.',
      schema: z.object({ prefix: z.string(), files: z.int(), folders: z.int() }),
    },
  },
} as const satisfies Endpoint
