/**
 * Asks the caller for what a call lacks, instead of refusing it (MCP 2026-07-28, Multi Round-Trip Requests). What the
 * server has to know in the next round is in the signed state that the client sends back, so any process can answer it.
 */
import { createHash, createHmac } from 'node:crypto'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  isSpecType,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import { AppError, type PublicError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { sessionSecret } from '../session/cookies/session-token.ts'
import { openSkill } from '../skills-protocol/open-skill.ts'
import type { OnRun } from '../skills-protocol/protocol-tool.ts'
import { callMcpTool, coerceCall, ERROR_IN_META, type McpCall } from './call-mcp-tool.ts'
import { type AskableKinds, FIELDS, PAGE, PRICE, questionFor } from './questions.ts'
import type { ChosenTools } from './select-tools.ts'

/** What the server knows of the earlier rounds of a call. */
type Round = {
  /** A digest of the call, because an answer holds only for the call that it was given for. */
  call: string
  /** The idempotency key of the run, so that an answer that is sent twice runs and charges once. */
  runKey: string
  /** The version of the skill that the caller was asked about. */
  version?: string
  /** The fields that were asked for, and those that were answered. */
  asked?: string[]
  fields: JsonObject
  /** In decimal USDC: what the caller is asked to pay, and what it agreed to. */
  price?: string
  agreedPrice?: string
  count: number
}

const MAX_ROUNDS = 8
const STATE_SECONDS = 600

/** Signs rounds for one key. They are not secret: they hold what the caller sent, and what it was asked. */
export function roundCodec({ keyId = '' }: Pick<Context, 'keyId'>): RequestStateCodec<Round> {
  const key = createHmac('sha256', sessionSecret()).update('mcp request state').digest()
  return createRequestStateCodec<Round>({ key, ttlSeconds: STATE_SECONDS, bind: () => keyId })
}

/**
 * Calls a tool, or returns a question if an answer could make a refused call run. Clients that cannot ask get the
 * refusal. Throws INVALID_INPUT for the state of another call.
 */
export async function callOrAsk(
  ctx: Context,
  { origin, ...tools }: ChosenTools & { origin: string },
  sent: McpCall,
  onRun: OnRun,
  server: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const call = coerceCall(tools, sent)
  const kinds = askableKinds(server)
  const skill = findSkill(tools, call)
  if (!kinds || skill === undefined) return callMcpTool(ctx, tools, call, onRun)
  const { round, isDeclined } = readRound(call, server)
  const result = await callMcpTool(ctx, tools, completeCall(tools, call, round), onRun)
  const error = result._meta?.[ERROR_IN_META] as PublicError | undefined
  if (!error || isDeclined || round.count === MAX_ROUNDS) return result
  const version = findVersion(call, round)
  const opened = await openSkill(ctx, { name: skill, ...(version && { version }) }).catch(() => undefined)
  if (!opened) return result
  const question = questionFor(error, opened.skill.parameters ?? {}, { kinds, origin })
  if (!question) return result
  const { requests, ...asked } = question
  const next = { ...round, ...asked, version: opened.version, count: round.count + 1 }
  return inputRequired({ inputRequests: requests, requestState: await roundCodec(ctx).mint(next, server) })
}

/** Returns undefined for clients that cannot ask their user; before 2026-07-28, no calls have rounds. */
function askableKinds({ mcpReq }: ServerContext): AskableKinds | undefined {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope }
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY]
  const elicitation = isSpecType.ClientCapabilities(declared) ? declared.elicitation : undefined
  if (!elicitation) return undefined
  const { form, url } = elicitation as { form?: object; url?: object }
  return { form: form !== undefined || url === undefined, page: url !== undefined }
}

function findSkill({ natives }: ChosenTools, { name, arguments: args }: McpCall): string | undefined {
  if (name !== 'execute_skill') return natives.get(name)
  return typeof args?.name === 'string' ? args.name : undefined
}

function readRound(call: McpCall, { mcpReq }: ServerContext): { round: Round; isDeclined: boolean } {
  const digest = digestCall(call)
  const before = mcpReq.requestState<Round>()
  if (!before) {
    const first = { call: digest, runKey: crypto.randomUUID(), fields: {}, count: 0 }
    return { round: first, isDeclined: false }
  }
  if (before.call !== digest)
    throw new AppError('INVALID_INPUT', {
      message: 'The requestState belongs to a call with other arguments.',
    })
  const answers = new Map(
    [FIELDS, PRICE, PAGE, ...(before.asked ?? [])].map((key) => [
      key,
      inputResponse(mcpReq.inputResponses, key),
    ]),
  )
  const accepted = (key: string) => {
    const answer = answers.get(key)
    return answer?.kind === 'elicit' && answer.action === 'accept'
      ? (answer.content as JsonObject)
      : undefined
  }
  const answered = (before.asked ?? []).map(
    (name) => [name, accepted(name) ?? accepted(FIELDS)?.[name]] as const,
  )
  const isAgreed = accepted(PRICE)?.confirm === true
  const isRefused = [...answers.values()].some(
    (answer) => answer.kind === 'elicit' && answer.action !== 'accept',
  )
  const round = {
    ...before,
    fields: {
      ...before.fields,
      ...(Object.fromEntries(answered.filter(([, value]) => value !== undefined)) as JsonObject),
    },
    ...(isAgreed && { agreedPrice: before.price }),
  }
  return { round, isDeclined: isRefused || (accepted(PRICE) !== undefined && !isAgreed) }
}

function digestCall({ name, arguments: args = {}, meta = {} }: McpCall): string {
  const options = Object.entries(meta).filter(([key]) => key.startsWith('guildhall/'))
  return createHash('sha256')
    .update(JSON.stringify([name, args, Object.fromEntries(options)]))
    .digest('base64url')
}

/** Adds what earlier rounds have brought: to the arguments, and to the options of the run. */
function completeCall({ natives }: ChosenTools, call: McpCall, round: Round): McpCall {
  if (round.count === 0) return call
  const { arguments: args = {}, meta = {} } = call
  const own = { ...(meta as JsonObject) }
  const options: JsonObject = {
    idempotency_key: round.runKey,
    ...(round.version && { version: round.version }),
    ...optionsIn(call),
    ...(round.agreedPrice && { max_price: round.agreedPrice }),
  }
  if (natives.has(call.name)) {
    for (const [name, value] of Object.entries(options)) own[`guildhall/${name}`] = value
    return { ...call, arguments: { ...args, ...round.fields }, meta: own }
  }
  for (const name of Object.keys(options)) delete own[`guildhall/${name}`]
  const fields = isObject(args.args) ? { ...args.args, ...round.fields } : (args.args ?? round.fields)
  return { ...call, arguments: { ...args, ...options, args: fields as Json }, meta: own }
}

const ROUND_OPTIONS = ['version', 'idempotency_key', 'max_price']

/** Returns the options of the call that rounds can set: `_meta` has them, or the arguments of `execute_skill`. */
function optionsIn({ name, arguments: args = {}, meta = {} }: McpCall): JsonObject {
  const inMeta = meta as JsonObject
  const values = ROUND_OPTIONS.map((option) => {
    const inArguments = name === 'execute_skill' ? args[option] : undefined
    return [option, inArguments ?? inMeta[`guildhall/${option}`]] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as JsonObject
}

function findVersion(call: McpCall, round: Round): string | undefined {
  const { version = round.version } = optionsIn(call)
  return typeof version === 'string' ? version : undefined
}
