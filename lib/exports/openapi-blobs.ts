/** What the OpenAPI document says of blobs. Floor 4, pure. */
import type { JsonObject } from '../contract/json/json.ts'
import { BYTES, header, jsonBody, query, REFUSED, ref, TEXT } from './openapi-parts.ts'

export const BLOB_SCHEMAS: JsonObject = {
  Blob: {
    type: 'object',
    properties: {
      blob_id: { type: 'string', pattern: '^blob:' },
      kind: { type: 'string', description: 'Its MIME type.' },
      name: TEXT,
      size_bytes: { type: 'integer' },
      sha256: TEXT,
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
  summary: 'A blob’s bytes, or a range of them',
  parameters: [
    header('Range', 'bytes=0-99'),
    header('If-Range', 'An etag: the range counts only of the bytes that have it.'),
    header('If-None-Match', 'An etag that is known: 304 when it is still that.'),
    query('download', 'Ask for a file to keep.'),
  ],
  responses: {
    200: THE_BYTES,
    206: THE_BYTES,
    304: { description: 'It is what is known.' },
    416: { description: 'There are no such bytes.' },
    ...REFUSED,
  },
}

export const BLOB_PATHS: JsonObject = {
  '/api/blobs': {
    put: {
      operationId: 'create_blob',
      tags: ['blobs'],
      summary: 'Keep the body as a blob',
      description: 'Streamed, however long.',
      parameters: [query('kind', 'The MIME type; else the Content-Type.'), query('name', 'The file’s name.')],
      requestBody: { required: true, content: BYTES },
      responses: { 201: jsonBody('It is kept.', ref('schemas/Blob')), ...REFUSED },
    },
    get: {
      operationId: 'list_blobs',
      tags: ['blobs'],
      summary: 'What the organisation has, newest first',
      parameters: [query('cursor', 'next_cursor of the page before.')],
      responses: {
        200: jsonBody('A page.', {
          type: 'object',
          properties: {
            blobs: { type: 'array', items: ref('schemas/Blob') },
            next_cursor: { type: ['string', 'null'] },
          },
          required: ['blobs', 'next_cursor'],
        }),
        ...REFUSED,
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
      responses: { 204: { description: 'It is gone.' }, ...REFUSED },
    },
  },
}
