/** A server for other tools than the eight, and their calls. `tool-boxes.ts` lists them. */
import { CLIENT_INFO_META_KEY, Server, type ServerContext, type Tool } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { enforceRateLimit, RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import type { KeyScope } from '../../auth/model/key-scopes.ts'
import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import { AppError, toPublicError, withAbsoluteLink } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { inSpan } from '../../kernel/tracing/tracing.ts'
import { readProgram } from '../session/context/context-from-key.ts'
import { coerceParams } from '../skills-protocol/coerce-params.ts'
import { validateParams } from '../skills-protocol/validate-params.ts'
import { errorResult, valueResult } from './call-mcp-tool.ts'
import { rawToolCalls } from './mcp-server.ts'
import { withProtocolErrors } from './protocol-errors.ts'
import { SERVER_INFO } from './registry.ts'
import { type ResultForm, toResultForm } from './result-form.ts'

export type BoxTool = {
  name: string
  description: string
  parameters: JsonSchema
  annotations: Tool['annotations']
  /** Set for a tool that compares contracts or runs code, which has the limit of such actions of a person. */
  isCostly?: boolean
  /** Returns plain data; what JSON cannot have is left out. */
  run: (ctx: Context, params: JsonObject, origin: string) => Promise<object>
}

export type ToolBox = { tools: readonly BoxTool[]; scopes: readonly KeyScope[]; instructions: string }

/** It is never used, but each server would otherwise create one of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

type BoxRequest = { text: string; body: Json; origin: string; form: ResultForm }

export function toolBoxServer(ctx: Context, box: ToolBox, { text, body, origin, form }: BoxRequest): Server {
  const sent = rawToolCalls(text, body, () => true)
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: box.instructions,
    jsonSchemaValidator,
  })
  server.setRequestHandler('tools/list', () => ({
    tools: box.tools.map(({ name, description, parameters, annotations }) => ({
      ...{ name, description, annotations },
      inputSchema: parameters as Tool['inputSchema'],
    })),
  }))
  server.setRequestHandler('tools/call', ({ params }, context) =>
    withProtocolErrors(async () => {
      const tool = box.tools.find(({ name }) => name === params.name)
      if (!tool)
        throw new AppError('INVALID_INPUT', {
          message: `There is no tool “${params.name.slice(0, 100)}” at this address.`,
          suggestedAction: 'Call tools/list to see the available tools.',
        })
      const { arguments: args, lost = [] } = sent.get(context.mcpReq.id) ?? { lost: [] }
      const caller = { ...ctx, program: findProgram(ctx, context) }
      return inSpan(`tools/call ${tool.name}`, { kind: 'server' }, async (span) => {
        try {
          requireScope(ctx, ...box.scopes)
          if (lost.length > 0) throw new AppError('INVALID_INPUT', { issues: lost })
          return toResultForm(valueResult(await callBoxTool(caller, tool, args ?? {}, origin)), form)
        } catch (thrown) {
          span.fail('tool_error')
          return errorResult(withAbsoluteLink(toPublicError(thrown, logUnlessExpected(thrown)), origin))
        }
      })
    }),
  )
  return server
}

/**
 * Throws INVALID_INPUT or MISSING_REQUIRED_PARAM with details per field, RATE_LIMIT_EXCEEDED for a costly tool that the
 * person calls too often, be it with several keys or in the studio, and the tool's errors.
 */
export async function callBoxTool(
  ctx: Context,
  tool: BoxTool,
  args: Json,
  origin: string,
): Promise<JsonObject> {
  if (tool.isCostly) await enforceRateLimit(ctx.db, RATE_LIMITS.costlyByPerson, requireViewer(ctx).userId)
  const { filled } = validateParams(tool, coerceParams(tool, args).params)
  return JSON.parse(JSON.stringify(await tool.run(ctx, filled, origin)))
}

/** Clients since 2026-07-28 name themselves with each request; others only by their User-Agent. */
function findProgram({ program }: Context, { mcpReq }: ServerContext): string | undefined {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope }
  const client = envelope[CLIENT_INFO_META_KEY]
  if (!isObject(client as Json)) return readProgram(program)
  const { title, name, version } = client as JsonObject
  return readProgram([title ?? name, version].filter((each) => typeof each === 'string').join(' '))
}
