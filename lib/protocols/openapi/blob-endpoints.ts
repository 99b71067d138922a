import { z } from 'zod'
import { NextCursor } from '../../kernel/validation/response-schemas.ts'
import { RestBlob } from '../http/responses/rest-answers.ts'
import type { Endpoint } from './endpoint.ts'
import {
  BYTE_RANGE,
  BYTES,
  NOT_MODIFIED,
  NOT_SATISFIABLE,
  pathParameter,
  query,
  SENT_BYTES,
} from './operation-parts.ts'

const BLOB_ID = pathParameter('id', { type: 'string', pattern: '^blob:' })

export const CREATE_BLOB = {
  method: 'put',
  path: '/api/blobs',
  operationId: 'create_blob',
  tag: 'blobs',
  summary: 'Store the request body as a blob',
  description: 'The body is streamed and can have any size.',
  parameters: [
    query('kind', 'The MIME type, such as image/png. Default: the Content-Type of the request.'),
    query('name', 'The file’s name.'),
  ],
  requestBody: SENT_BYTES,
  responses: { 201: { description: 'The blob was stored.', schema: RestBlob } },
} as const satisfies Endpoint

export const LIST_BLOBS = {
  method: 'get',
  path: '/api/blobs',
  operationId: 'list_blobs',
  tag: 'blobs',
  summary: 'List the blobs of the organisation, newest first',
  parameters: [query('cursor', 'The next_cursor of the previous page.')],
  responses: {
    200: {
      description: 'A page.',
      schema: z.object({ blobs: z.array(RestBlob), next_cursor: NextCursor }),
    },
  },
} as const satisfies Endpoint

export const GET_BLOB = {
  method: 'get',
  path: '/api/blobs/{id}',
  operationId: 'get_blob',
  tag: 'blobs',
  summary: 'Read a blob, or a range of it',
  parameters: [BLOB_ID, ...BYTE_RANGE, query('download', 'Send the content as a download.')],
  responses: {
    200: { description: 'The bytes.', content: BYTES },
    206: { description: 'The bytes.', content: BYTES },
    304: NOT_MODIFIED,
    416: NOT_SATISFIABLE,
  },
} as const satisfies Endpoint

export const DELETE_BLOB = {
  method: 'delete',
  path: '/api/blobs/{id}',
  operationId: 'delete_blob',
  tag: 'blobs',
  summary: 'Delete a blob',
  parameters: [BLOB_ID],
  responses: { 204: { description: 'It is gone.' } },
} as const satisfies Endpoint
