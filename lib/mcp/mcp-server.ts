/**
 * The server that one request meets: made for it, gone with it, so any process can answer any request. Floor 4.
 *
 * The low-level Server of the SDK, because contracts are JSON Schemas already; its McpServer would have them as Zod.
 * Source: Model Context Protocol 2025-11-25; specification "Skills Protocol", MCP.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { functionNames } from '../contract/market/function-name.ts'
import { AppError } from '../errors.ts'
import type { Pin } from '../toolsets/offer-toolset.ts'
import { asMcp } from './as-mcp.ts'
import { callMcpTool } from './call-tool.ts'
import { cancelCall, followRun, type Progress } from './follow-run.ts'
import { nativeTools } from './native-tools.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts'
import { sentCalls } from './sent-calls.ts'
import { protocolTools } from './tool-list.ts'

export type McpSeat = {
  /** Names of the skills that are tools of their own here. */
  skills: readonly string[]
  /** Of those, the ones that a person agreed to in a toolset. */
  pins?: ReadonlyMap<string, Pin>
  /** What the client sends back as its session. */
  session: string
  /** What was sent, and what it says. */
  text: string
  body: Json
}

const INSTRUCTIONS =
  'Guildhall is a market of skills with binding contracts. Call load_skills_protocol_guide before anything else.'

export function mcpServer(ctx: Context, { skills, pins, session, text, body }: McpSeat): Server {
  const natives = functionNames(skills)
  const sent = sentCalls(text, body, (tool) => natives.has(tool))
  const server = new Server(
    { name: 'guildhall', title: 'Guildhall', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  )

  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    asMcp(async () => {
      requireFirstPage(params?.cursor)
      const { tools, withheld } = await nativeTools(ctx, natives, pins)
      const told = withheld.length > 0 && { _meta: { 'guildhall/withheld': withheld } }
      return { tools: [...protocolTools(), ...tools], ...told }
    }),
  )

  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    asMcp(() => {
      const token = params._meta?.progressToken
      const tell = (progress: Progress) =>
        extra.sendNotification({
          method: 'notifications/progress',
          params: { ...progress, progressToken: token! },
        })
      const call = {
        name: params.name,
        ...sent.get(extra.requestId),
        meta: params._meta,
      }
      const caller = { session, requestId: extra.requestId }
      return callMcpTool(ctx, { natives, pins }, call, (started) => {
        followRun(ctx, started, caller, token === undefined ? undefined : tell).catch(() => {})
      })
    }),
  )

  server.setNotificationHandler(CancelledNotificationSchema, async ({ params }) => {
    if (params.requestId !== undefined) await cancelCall(ctx, { session, requestId: params.requestId })
  })

  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    asMcp(() => listResources(ctx, params?.cursor)),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) =>
    asMcp(async () => {
      requireFirstPage(params?.cursor)
      return { resourceTemplates: RESOURCE_TEMPLATES }
    }),
  )
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    asMcp(() => readResource(ctx, params.uri)),
  )
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) =>
    asMcp(() => listPrompts(ctx, params?.cursor)),
  )
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => asMcp(() => getPrompt(ctx, params.name)))
  return server
}

/** Of what comes whole. Throws INVALID_INPUT for any other page: nobody was given its cursor. */
function requireFirstPage(cursor: string | undefined): void {
  if (cursor === undefined) return
  throw new AppError('INVALID_INPUT', {
    message: 'This cursor is none of ours: the list comes in one page.',
    suggestedAction: 'Ask without a cursor.',
  })
}
