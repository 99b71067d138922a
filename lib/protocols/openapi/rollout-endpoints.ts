import { z } from 'zod'
import { RestRollouts, RolloutReasonBody } from '../../publishing/rollouts/rest-rollouts.ts'
import { toBodySchema } from '../../runs/start/run-options.ts'
import type { Endpoint } from './endpoint.ts'
import { pathParameter, sentJson } from './operation-parts.ts'

export const LIST_ROLLOUTS = {
  method: 'get',
  path: '/api/rollouts/{skillset}',
  operationId: 'list_rollouts',
  tag: 'rollouts',
  summary: 'Get which version the caller’s organisation gets, and how far newer ones are rolled out',
  parameters: [pathParameter('skillset')],
  responses: { 200: { description: 'The newest versions first.', schema: RestRollouts } },
} as const satisfies Endpoint

export const RETURN_VERSION = {
  method: 'post',
  path: '/api/rollouts/{skillset}/{version}/return',
  operationId: 'return_version',
  tag: 'rollouts',
  summary: 'Serve the version before again',
  description:
    'For keys with the scope publish of the publisher’s organisation. A range then leads to the version before; exact numbers and pins keep this one.',
  parameters: [pathParameter('skillset'), pathParameter('version')],
  requestBody: sentJson(toBodySchema(RolloutReasonBody)),
  responses: {
    200: {
      description: 'Returned.',
      schema: z.object({
        version: z.string(),
        serves: z.string().meta({ description: 'The version that is served again.' }),
      }),
    },
  },
} as const satisfies Endpoint
