import type { JsonObject } from '../../kernel/json/json.ts'
import {
  BYTES,
  ERROR_RESPONSES_REF,
  header,
  jsonBody,
  query,
  ref,
  SENT_BYTES,
  TEXT_SCHEMA,
} from './operation-parts.ts'

export const BLOB_SCHEMAS: JsonObject = {
  // Not “Blob”: generated clients would shadow the global of that name.
  StoredBlob: {
    type: 'object',
    properties: {
      blob_id: { type: 'string', pattern: '^blob:' },
      kind: { type: 'string', description: 'The MIME type.' },
      name: TEXT_SCHEMA,
      size_bytes: { type: 'integer' },
      sha256: TEXT_SCHEMA,
      created_at: { type: 'string', format: 'date-time' },
      expires_at: { type: 'string', format: 'date-time' },
    },
    required: ['blob_id', 'kind', 'size_bytes', 'sha256', 'created_at', 'expires_at'],
  },
}

const THE_BYTES = { description: 'The bytes.', content: BYTES }
const BLOB_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^blob:' } }

const GET_BLOB: JsonObject = {
  operationId: 'get_blob',
  tags: ['blobs'],
  summary: 'Read a blob, or a range of it',
  parameters: [
    header('Range', 'bytes=0-99'),
    header('If-Range', 'An etag. The range applies only if the content still has it.'),
    header('If-None-Match', 'A known etag. The response is 304 if it is still current.'),
    query('download', 'Send the content as a download.'),
  ],
  responses: {
    200: THE_BYTES,
    206: THE_BYTES,
    304: { description: 'Not modified.' },
    416: { description: 'Range not satisfiable.' },
    ...ERROR_RESPONSES_REF,
  },
}

export const BLOB_PATHS: JsonObject = {
  '/api/blobs': {
    put: {
      operationId: 'create_blob',
      tags: ['blobs'],
      summary: 'Store the request body as a blob',
      description: 'The body is streamed and can have any size.',
      parameters: [
        query('kind', 'The MIME type, such as image/png. Default: the Content-Type of the request.'),
        query('name', 'The file’s name.'),
      ],
      requestBody: SENT_BYTES,
      responses: { 201: jsonBody('The blob was stored.', ref('schemas/StoredBlob')), ...ERROR_RESPONSES_REF },
    },
    get: {
      operationId: 'list_blobs',
      tags: ['blobs'],
      summary: 'List the blobs of the organisation, newest first',
      parameters: [query('cursor', 'The next_cursor of the previous page.')],
      responses: {
        200: jsonBody('A page.', {
          type: 'object',
          properties: {
            blobs: { type: 'array', items: ref('schemas/StoredBlob') },
            next_cursor: { type: ['string', 'null'] },
          },
          required: ['blobs', 'next_cursor'],
        }),
        ...ERROR_RESPONSES_REF,
      },
    },
  },
  '/api/blobs/{id}': {
    parameters: [BLOB_ID],
    get: GET_BLOB,
    delete: {
      operationId: 'delete_blob',
      tags: ['blobs'],
      summary: 'Delete a blob',
      responses: { 204: { description: 'It is gone.' }, ...ERROR_RESPONSES_REF },
    },
  },
}
