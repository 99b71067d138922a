import { z } from 'zod'
import { STUDIO_TOOLS } from '../mcp/studio-tools.ts'
import type { Endpoint } from './endpoint.ts'
import { pathParameter, sentJson } from './operation-parts.ts'

export const CALL_STUDIO_TOOL = {
  method: 'post',
  path: '/api/publishing/studio/{tool}',
  operationId: 'call_studio_tool',
  tag: 'publishing',
  summary: 'Write, test and stage a draft, with a tool of `/mcp?for=studio`',
  description:
    'For keys with the scope publish. The body has the parameters of the tool. No tool submits, publishes or deletes: a person submits what is staged.',
  parameters: [pathParameter('tool', { enum: STUDIO_TOOLS.map(({ name }) => name) })],
  requestBody: sentJson({
    anyOf: STUDIO_TOOLS.map(({ name, description, parameters }) => ({
      title: name,
      description,
      ...parameters,
    })),
  }),
  responses: {
    200: { description: 'What the tool returns.', schema: z.record(z.string(), z.unknown()) },
  },
} as const satisfies Endpoint
