/**
 * Creates the SDK's server for each request, so that any process can answer. It is the low-level `Server`, because
 * `McpServer` requires schemas in Zod, and those of skills are JSON Schema. See docs/spec/skills-protocol.md §6.
 */
import {
  type CallToolResult,
  type CompleteRequest,
  type CompleteResult,
  Server,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { Context } from '../../context/context.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { issuesBelow, lostDigits } from '../../kernel/json/lost-digits.ts'
import { inSpan, type SpanOptions } from '../../kernel/tracing/tracing.ts'
import type { StartedRun } from '../../runs/start/start-run.ts'
import { completeSkillName } from '../skills-protocol/list-skills.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'
import { canShowApps, isAppUri, readAppPage, withApps } from './apps.ts'
import { callInSession, callOrAsk, roundCodec } from './ask-caller.ts'
import { cancelCall, followCall, type Progress } from './follow-run.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { notFoundAsInvalid, withProtocolErrors } from './protocol-errors.ts'
import { SERVER_INFO } from './registry.ts'
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts'
import { type ResultForm, toResultForm } from './result-form.ts'
import type { ChosenTools } from './select-tools.ts'
import { offerLogs, openSessionLog } from './session-logs.ts'
import { offerSkills, SKILLS_CAPABILITY } from './skills-extension.ts'
import { acceptsTasks, offerTasks, resultOrTask, TASKS_CAPABILITY } from './tasks.ts'
import { listProtocolTools, listSkillTools, toListedTools } from './tool-list.ts'

type McpRequest = ChosenTools & {
  /** The session of the client, up to version 2025-11-25. Without one, closing the connection cancels a call. */
  session?: string
  text: string
  body: Json
  /** The origin of this site, as the client reaches it. */
  origin: string
  form: ResultForm
}

const INSTRUCTIONS =
  'Guildhall is a marketplace of skills with binding contracts. Call load_skills_protocol_guide before anything else.'

/** The lists depend on the key and its toolset, and change when somebody publishes. */
const CACHE_HINTS = {
  'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
  'tools/list': { ttlMs: 60_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: 60_000, cacheScope: 'private' },
  'resources/list': { ttlMs: 60_000, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 3_600_000, cacheScope: 'public' },
  'resources/read': { ttlMs: 60_000, cacheScope: 'private' },
} as const

/** It is never used, but each server would otherwise create one of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

export function mcpServer(
  ctx: Context,
  { natives, pins, session, text, body, origin, form }: McpRequest,
): Server {
  const sent = rawToolCalls(text, body, (tool) => natives.has(tool))
  const extensions = { ...SKILLS_CAPABILITY, ...(session === undefined && TASKS_CAPABILITY) }
  const server = new Server(SERVER_INFO, {
    capabilities: {
      tools: { listChanged: true },
      // Sessions are not stored, so they cannot subscribe to single resources.
      resources: { listChanged: true, ...(session === undefined && { subscribe: true }) },
      prompts: { listChanged: true },
      completions: {},
      // Deprecated since 2026-07-28, where the log of a run is in its result.
      ...(session !== undefined && { logging: {} }),
      extensions,
    },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator,
    cacheHints: CACHE_HINTS,
    requestState: { verify: (state, server) => roundCodec(ctx).verify(state, server) },
  })

  server.setRequestHandler('tools/list', ({ params }, context) =>
    withProtocolErrors(async () => {
      requireFirstPage(params?.cursor)
      const { tools: listed, withheld } = await listSkillTools(ctx, natives, pins)
      const tools = canShowApps(context, session) ? await withApps(listed, natives) : listed
      const meta = withheld.length > 0 && { _meta: { 'guildhall/withheld': withheld } }
      return { tools: toListedTools([...listProtocolTools(), ...tools], form), ...meta }
    }),
  )

  server.setRequestHandler('tools/call', ({ params }, context) =>
    withProtocolErrors(() => {
      const { mcpReq } = context
      const token = params._meta?.progressToken
      const report = (progress: Progress) =>
        mcpReq.notify({
          method: 'notifications/progress',
          params: { ...progress, progressToken: token! },
        })
      const call = {
        name: params.name,
        ...sent.get(mcpReq.id),
        meta: params._meta,
      }
      const tool =
        natives.has(call.name) || PROTOCOL_TOOLS.some(({ name }) => name === call.name)
          ? call.name
          : 'unknown'
      return inSpan(`tools/call ${tool}`, toolSpan(tool, mcpReq.id, params._meta), (span) =>
        whileOpen(mcpReq.signal, async (closed) => {
          const caller = session === undefined ? closed : { session, requestId: mcpReq.id }
          let endFollowing = async () => {}
          const { promise: started, resolve } = Promise.withResolvers<StartedRun>()
          const follow = (run: StartedRun) => {
            endFollowing = followCall(ctx, run, caller, {
              progress: token === undefined ? undefined : report,
              log,
            })
            resolve(run)
          }
          const log =
            session === undefined
              ? undefined
              : () =>
                  openSessionLog(ctx, session, (message) =>
                    mcpReq.notify({ method: 'notifications/message', params: message }),
                  )
          const tools = { natives, pins, origin }
          const calling =
            session === undefined
              ? callOrAsk(ctx, tools, call, follow, context)
              : callInSession(ctx, tools, call, follow, { session, requestId: mcpReq.id, server })
          const kind = natives.has(call.name) ? 'output' : 'report'
          const answering = acceptsTasks(context) ? resultOrTask(ctx, calling, { started, kind }) : calling
          const result = await answering.finally(() => endFollowing())
          if ('isError' in result && result.isError) span.fail('tool_error')
          return toResultForm(result, form) as CallToolResult
        }),
      )
    }),
  )

  server.setNotificationHandler('notifications/cancelled', async ({ params }) => {
    if (session !== undefined && params.requestId !== undefined)
      await cancelCall(ctx, { session, requestId: params.requestId })
  })

  offerResourcesAndPrompts(server, ctx, { natives, pins, origin })
  offerSkills(server, ctx)
  if (session !== undefined) offerLogs(server, ctx, session)
  if (session === undefined) offerTasks(server, ctx, form)
  return server
}

/** Passes a signal that is aborted if the connection closes before there is a result; `signal` also is afterwards. */
async function whileOpen<Result>(
  signal: AbortSignal,
  work: (closed: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const closed = new AbortController()
  const close = () => closed.abort()
  signal.addEventListener('abort', close)
  return work(closed.signal).finally(() => signal.removeEventListener('abort', close))
}

/** Follows OpenTelemetry's MCP conventions; the agent's trace is in `_meta` (SEP-414). */
function toolSpan(
  tool: string,
  requestId: string | number,
  meta: { [name: string]: unknown } | undefined,
): SpanOptions {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    // A text id could contain anything.
    'jsonrpc.request.id': typeof requestId === 'number' ? requestId : undefined,
  }
  return { kind: 'server', attributes, traceparent: meta?.traceparent }
}

function offerResourcesAndPrompts(
  server: Server,
  ctx: Context,
  tools: ChosenTools & { origin: string },
): void {
  const { natives } = tools
  server.setRequestHandler('resources/list', ({ params }) =>
    withProtocolErrors(() => listResources(ctx, params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    withProtocolErrors(async () => {
      requireFirstPage(params?.cursor)
      return { resourceTemplates: RESOURCE_TEMPLATES }
    }),
  )
  server.setRequestHandler('resources/read', ({ params }) =>
    withProtocolErrors(
      () => (isAppUri(params.uri) ? readAppPage(ctx, tools, params.uri) : readResource(ctx, params.uri)),
      notFoundAsInvalid(params.uri),
    ),
  )
  server.setRequestHandler('completion/complete', ({ params }) =>
    withProtocolErrors(() => complete(ctx, params)),
  )
  server.setRequestHandler('prompts/list', ({ params }) =>
    withProtocolErrors(() => listPrompts(ctx, natives, params?.cursor)),
  )
  server.setRequestHandler('prompts/get', ({ params }) =>
    withProtocolErrors(() => getPrompt(ctx, natives, params.name)),
  )
}

/** Completes the name of a skill in the address of a resource; nothing else has values to choose from. */
async function complete(ctx: Context, { ref, argument }: CompleteRequest['params']): Promise<CompleteResult> {
  const isName = ref.type === 'ref/resource' && argument.name === 'name'
  const values = isName ? await completeSkillName(ctx, argument.value) : []
  return { completion: { values, hasMore: false } }
}

/** The list has one page, so any cursor is refused with INVALID_INPUT. */
function requireFirstPage(cursor: string | undefined): void {
  if (cursor === undefined) return
  throw new AppError('INVALID_INPUT', {
    message: 'Invalid cursor. This list has a single page.',
    suggestedAction: 'Call again without a cursor.',
  })
}

/**
 * Arguments must reach the skill unchanged: the SDK drops `__proto__`, and parsing rounds large numbers
 * (docs/spec/contracts.md §3).
 */
type RawToolCall = {
  arguments?: JsonObject
  /** Returns the numbers that parsing has rounded, by their path in the arguments. */
  lost: Issue[]
}

export function rawToolCalls(
  text: string,
  body: Json,
  isNative: (tool: string) => boolean,
): Map<Json, RawToolCall> {
  const lost = lostDigits(text)
  const calls = new Map<Json, RawToolCall>()
  const messages: [Json, string][] = Array.isArray(body)
    ? body.map((each, at) => [each, `/${at}`])
    : [[body, '']]
  for (const [message, messagePath] of messages) {
    if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) continue
    const { name, arguments: args } = message.params
    const below = `${messagePath}/params/arguments${isNative(String(name)) ? '' : '/args'}`
    calls.set(message.id ?? null, {
      ...(isObject(args) && { arguments: args }),
      lost: issuesBelow(lost, below),
    })
  }
  return calls
}
