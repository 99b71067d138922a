import { BatchBody, RestBatch } from '../../runs/batches/rest-batch.ts'
import { toBodySchema } from '../../runs/start/run-options.ts'
import type { Endpoint } from './endpoint.ts'
import { IDEMPOTENCY_KEY, pathParameter, query, sentJson } from './operation-parts.ts'

const BATCH_ID = pathParameter('id', { type: 'string', pattern: '^batch_' })

export const START_BATCH = {
  method: 'post',
  path: '/api/skills/{name}/batches',
  operationId: 'start_batch',
  tag: 'runs',
  summary: 'Run a skill for many inputs; nothing starts unless all satisfy the contract',
  parameters: [pathParameter('name'), IDEMPOTENCY_KEY],
  requestBody: sentJson(toBodySchema(BatchBody)),
  responses: {
    200: { description: 'The batch of an earlier call with the same key.', schema: RestBatch },
    202: { description: 'The batch, whose runs start in the background.', schema: RestBatch },
  },
} as const satisfies Endpoint

export const GET_BATCH = {
  method: 'get',
  path: '/api/batches/{id}',
  operationId: 'get_batch',
  tag: 'runs',
  summary: 'Get the progress of a batch',
  parameters: [BATCH_ID],
  responses: { 200: { description: 'The batch.', schema: RestBatch } },
} as const satisfies Endpoint

export const CANCEL_BATCH = {
  method: 'post',
  path: '/api/batches/{id}/cancel',
  operationId: 'cancel_batch',
  tag: 'runs',
  summary: 'Cancel the runs of a batch that have not ended',
  parameters: [BATCH_ID],
  responses: { 200: { description: 'The current state of the batch.', schema: RestBatch } },
} as const satisfies Endpoint

export const EXPORT_BATCH = {
  method: 'get',
  path: '/api/batches/{id}/rows',
  operationId: 'export_batch',
  tag: 'runs',
  summary: 'Download the rows of a batch with inputs, outputs and errors',
  parameters: [BATCH_ID, query('format', 'The kind of file.', { type: 'string', enum: ['csv', 'json'] })],
  responses: {
    200: {
      description: 'One line or item per row.',
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/json': { schema: { type: 'array', items: { type: 'object' } } },
      },
    },
  },
} as const satisfies Endpoint
