/**
 * Asks the caller for what a call lacks, instead of refusing it. Since MCP 2026-07-28 (Multi Round-Trip Requests), what the
 * server has to know in the next round is in the sealed state that the client sends back, so any process can answer it. In
 * sessions before, the call waits for the answer.
 */
import { createHash } from 'node:crypto'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  isSpecType,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { decode, encode } from 'next-auth/jwt'
import type { Context } from '../../context/context.ts'
import { AppError, type PublicError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { sessionSecret } from '../session/cookies/session-token.ts'
import { openSkill } from '../skills-protocol/open-skill.ts'
import type { OnRun } from '../skills-protocol/protocol-tool.ts'
import { askInSession } from './ask-in-session.ts'
import { callMcpTool, coerceCall, ERROR_IN_META, type McpCall } from './call-mcp-tool.ts'
import { type AskableKinds, FIELDS, PAGE, PRICE, type Question, questionFor } from './questions.ts'
import type { ChosenTools } from './select-tools.ts'
import { hasMark } from './session-name.ts'

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

/**
 * Seals rounds for one API key, as sessions are sealed: encrypted and authenticated, by a secret that the site's own derives
 * for the key. `verify` rejects for a state that was changed, has expired, or belongs to another key.
 */
export function roundCodec({ keyId = '' }: Pick<Context, 'keyId'>): RequestStateCodec<Round> {
  const sealing = { secret: sessionSecret(), salt: `MCP request state of ${keyId}` }
  return {
    mint: (round) => encode({ ...sealing, token: { round }, maxAge: STATE_SECONDS }),
    async verify(state) {
      const opened = await decode({ ...sealing, token: state })
      if (!opened) throw new Error('The state is empty.')
      // Nothing else is sealed with this secret.
      return opened.round as Round
    },
  }
}

type Tools = ChosenTools & { origin: string }

/**
 * Calls a tool, or returns a question if an answer could make a refused call run. Clients that cannot ask get the
 * refusal. Throws INVALID_INPUT for the state of another call.
 */
export async function callOrAsk(
  ctx: Context,
  tools: Tools,
  sent: McpCall,
  onRun: OnRun,
  server: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const call = coerceCall(tools, sent)
  const kinds = askableKinds(server)
  const skill = findSkill(tools, call)
  if (!kinds || skill === undefined) return callMcpTool(ctx, tools, call, onRun)
  const { round, isDeclined } = readRound(call, server)
  const { result, question, next } = await performRound(ctx, tools, { call, round, skill, kinds, onRun })
  if (!question || isDeclined) return result
  return inputRequired({
    inputRequests: question.requests,
    requestState: await roundCodec(ctx).mint(next, server),
  })
}

/** Forms only: nothing tells a session that a person has done what a page asks for. */
const SESSION_KINDS: AskableKinds = { form: true, page: false }

/**
 * Calls a tool in a session of MCP up to 2025-11-25. If an answer could make a refused call run, the client is asked on the
 * stream of the call, and the call goes on with the answer; it gets the refusal if nobody answers.
 */
export async function callInSession(
  ctx: Context,
  tools: Tools,
  sent: McpCall,
  onRun: OnRun,
  asking: Parameters<typeof askInSession>[1],
): Promise<CallToolResult> {
  const call = coerceCall(tools, sent)
  const skill = findSkill(tools, call)
  if (skill === undefined || !hasMark(asking.session, 'ask')) return callMcpTool(ctx, tools, call, onRun)
  let round = firstRound(call)
  for (;;) {
    const { result, question, next } = await performRound(ctx, tools, {
      ...{ call, round, skill, onRun },
      kinds: SESSION_KINDS,
    })
    if (!question) return result
    const answers = new Map<string, Answer>()
    for (const [key, { params }] of Object.entries(question.requests)) {
      const answer = await askInSession(ctx, asking, params as ElicitRequestFormParams)
      if (!answer) return result
      answers.set(key, answer)
    }
    const answered = answerRound(next, (key) => answers.get(key))
    if (answered.isDeclined) return result
    round = answered.round
  }
}

type Performing = { call: McpCall; round: Round; skill: string; kinds: AskableKinds; onRun: OnRun }

type Performed =
  | { result: CallToolResult; question?: undefined; next?: undefined }
  | { result: CallToolResult; question: Question; next: Round }

/** Calls a tool with what earlier rounds have brought. A refusal has the question that could help, and the round of its answer. */
async function performRound(
  ctx: Context,
  tools: Tools,
  { call, round, skill, kinds, onRun }: Performing,
): Promise<Performed> {
  const result = await callMcpTool(ctx, tools, completeCall(tools, call, round), onRun)
  const error = result._meta?.[ERROR_IN_META] as PublicError | undefined
  if (!error || round.count === MAX_ROUNDS) return { result }
  const version = findVersion(call, round)
  const opened = await openSkill(ctx, { name: skill, ...(version && { version }) }).catch(() => undefined)
  if (!opened) return { result }
  const question = questionFor(error, opened.skill.parameters ?? {}, { kinds, origin: tools.origin })
  if (!question) return { result }
  const { requests: _, ...asked } = question
  return { result, question, next: { ...round, ...asked, version: opened.version, count: round.count + 1 } }
}

/** Returns undefined for clients that cannot ask their user. */
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

function firstRound(call: McpCall): Round {
  return { call: digestCall(call), runKey: crypto.randomUUID(), fields: {}, count: 0 }
}

type Answer = { action: string; content?: JsonObject | undefined }

type AnsweredRound = { round: Round; isDeclined: boolean }

function readRound(call: McpCall, { mcpReq }: ServerContext): AnsweredRound {
  const before = mcpReq.requestState<Round>()
  if (!before) return { round: firstRound(call), isDeclined: false }
  if (before.call !== digestCall(call))
    throw new AppError('INVALID_INPUT', {
      message: 'The requestState belongs to a call with other arguments.',
    })
  return answerRound(before, (key) => {
    const answer = inputResponse(mcpReq.inputResponses, key)
    if (answer.kind !== 'elicit') return undefined
    return answer.action === 'accept'
      ? { action: 'accept', content: answer.content as JsonObject }
      : { action: answer.action }
  })
}

/** Adds the answers to what was asked; `isDeclined` if one was refused. */
function answerRound(before: Round, find: (key: string) => Answer | undefined): AnsweredRound {
  const answers = new Map([FIELDS, PRICE, PAGE, ...(before.asked ?? [])].map((key) => [key, find(key)]))
  const accepted = (key: string) => {
    const answer = answers.get(key)
    return answer?.action === 'accept' ? answer.content : undefined
  }
  const answered = (before.asked ?? []).map(
    (name) => [name, accepted(name) ?? accepted(FIELDS)?.[name]] as const,
  )
  const isAgreed = accepted(PRICE)?.confirm === true
  const isRefused = [...answers.values()].some((answer) => answer && answer.action !== 'accept')
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
