import { RestAnyRun } from '../../runs/model/rest-run.ts'
import type { Endpoint } from './endpoint.ts'
import { EVENT_STREAM, header, pathParameter } from './operation-parts.ts'

const RUN_ID = pathParameter('id', { type: 'string', pattern: '^run_' })

export const GET_RUN = {
  method: 'get',
  path: '/api/runs/{id}',
  operationId: 'get_run',
  tag: 'runs',
  summary: 'Get a run',
  parameters: [RUN_ID],
  responses: { 200: { description: 'The run, or the error it failed with.', schema: RestAnyRun } },
} as const satisfies Endpoint

export const CANCEL_RUN = {
  method: 'post',
  path: '/api/runs/{id}/cancel',
  operationId: 'cancel_run',
  tag: 'runs',
  summary: 'Cancel a run; has no effect if it has ended',
  parameters: [RUN_ID],
  responses: {
    200: {
      description: 'The current state of the run. It may take a moment to end.',
      schema: RestAnyRun,
    },
  },
} as const satisfies Endpoint

export const FOLLOW_RUN = {
  method: 'get',
  path: '/api/runs/{id}/events',
  operationId: 'follow_run',
  tag: 'runs',
  summary: 'Follow a run with server-sent events',
  parameters: [
    RUN_ID,
    header('Last-Event-ID', 'The id of the last event you received. Earlier events are not sent again.'),
  ],
  responses: {
    200: {
      description:
        'One event for each change. Its data is a Run, with its progress while it is running, or an ErrorResponse. Events of the type “part” come before it: {number, value}, a part of a streamed output.',
      content: EVENT_STREAM,
    },
    204: { description: 'No events after Last-Event-ID: the run has ended.' },
  },
} as const satisfies Endpoint
