import { z } from 'zod'
import { MintFields } from '../../auth/mint-key.ts'
import { MintedKeySchema } from '../../auth/model/minted-key.ts'
import { toBodySchema } from '../../runs/start/run-options.ts'
import type { Endpoint } from './endpoint.ts'
import { pathParameter, sentJson } from './operation-parts.ts'

export const MINT_KEY = {
  method: 'post',
  path: '/api/keys',
  operationId: 'mint_key',
  tag: 'keys',
  summary: 'Mint a key that can do less',
  description:
    'For a program that the caller starts. Fields that are left out are as the caller’s key has them; without expires_in_seconds, the key is valid for a day. No field can be wider.',
  requestBody: sentJson(toBodySchema(MintFields)),
  responses: {
    201: {
      description: 'The key. Its secret is in this answer only.',
      schema: MintedKeySchema.extend({ key: z.string() }),
    },
  },
} as const satisfies Endpoint

export const LIST_KEYS = {
  method: 'get',
  path: '/api/keys',
  operationId: 'list_keys',
  tag: 'keys',
  summary: 'List the caller’s key and the valid keys minted from it',
  responses: {
    200: { description: 'The keys, the oldest first.', schema: z.object({ keys: z.array(MintedKeySchema) }) },
  },
} as const satisfies Endpoint

export const REVOKE_KEY = {
  method: 'delete',
  path: '/api/keys/{id}',
  operationId: 'revoke_key',
  tag: 'keys',
  summary: 'Revoke a key that was minted from the caller’s key, and those minted from it',
  parameters: [pathParameter('id')],
  responses: { 204: { description: 'Revoked.' } },
} as const satisfies Endpoint
