import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import {
  AppError,
  type Issue,
  issueText,
  type PublicError,
  toPublicError,
  withAbsoluteLink,
} from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { functionName } from '../../kernel/names/function-name.ts'
import { paths } from '../../kernel/site/paths.ts'
import { findCurrentSkillName } from '../../publishing/rows/former-names.ts'
import type { SentRunOptions } from '../../runs/model/call-options.ts'
import { type ReportedRun, runFields } from '../../runs/model/run-fields.ts'
import { isEnded } from '../../runs/model/run-states.ts'
import { readDeclared, requireRunScope } from '../../runs/resolve/resolve-skill.ts'
import { toRunRequest } from '../../runs/start/run-options.ts'
import { startRun, waitUnlessLong } from '../../runs/start/start-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { type Pin, requireConsentedVersion } from '../../toolsets/toolset-access.ts'
import { coerceParams } from '../skills-protocol/coerce-params.ts'
import { EXECUTE_EXTRAS, executeSkill, reportRun } from '../skills-protocol/execute-skill.ts'
import { callProtocolTool, type OnRun, type ProtocolTool } from '../skills-protocol/protocol-tool.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'
import { MAX_OUTPUT_TOKENS_SCHEMA, toLargeResult } from '../skills-protocol/to-agent-result.ts'
import { validateParams } from '../skills-protocol/validate-params.ts'
import { blobContent } from './blob-content.ts'
import type { ChosenTools } from './select-tools.ts'

/** The key in `_meta` with the whole error of a call that was refused or failed. */
export const ERROR_IN_META = 'guildhall/error'

export type McpCall = {
  name: string
  arguments?: JsonObject
  lost?: Issue[]
  meta?: object
  /** What was converted in the arguments of a tool of the protocol. */
  coercions?: Coercion[]
}

/** Converts the arguments of a tool of the protocol; those of a skill's own tool are converted with its run. */
export function coerceCall({ natives }: ChosenTools, call: McpCall): McpCall {
  const tool = PROTOCOL_TOOLS.find(({ name }) => name === call.name)
  if (!tool || !call.arguments || natives.has(call.name)) return call
  const { params, coercions } = coerceParams(tool, call.arguments)
  return { ...call, arguments: params as JsonObject, coercions: [...(call.coercions ?? []), ...coercions] }
}

/** Links in errors begin with `origin`, the address of the site. */
export async function callMcpTool(
  ctx: Context,
  tools: ChosenTools & { origin: string },
  sent: McpCall,
  onRun: OnRun,
): Promise<CallToolResult> {
  const { natives, pins } = tools
  const call = coerceCall(tools, sent)
  const tool = PROTOCOL_TOOLS.find(({ name }) => name === call.name)
  const skill = natives.get(call.name) ?? (await findRenamedTool(ctx, natives, call.name))
  if (!tool && !skill) {
    const message = `There is no tool “${call.name.slice(0, 100)}”.`
    throw new AppError('INVALID_INPUT', {
      message,
      suggestedAction: 'Call tools/list to see the available tools.',
    })
  }
  try {
    if (skill) return await callSkillTool(ctx, skill, pins?.get(skill), call, onRun)
    const { args, beside: extraOptions } = mergeCallMeta(tool!, call.arguments, call.meta)
    for (const { name, version } of askedSkills(call.name, args)) {
      if (!pins) continue
      const pin = pins.get(name) ?? pins.get(await findCurrentSkillName(ctx.db, name))
      if (!pin) throw notInToolset(name)
      await requireConsentedVersion(ctx, pin, version)
    }
    const { lost, coercions } = call
    const result = await callProtocolTool(ctx, tool!, args, { onRun, extraOptions, lost, coercions })
    return toolResult(ctx, result)
  } catch (thrown) {
    const error = withAbsoluteLink(toPublicError(thrown, logUnlessExpected(thrown)), tools.origin)
    return skill ? skillToolErrorResult(error) : errorResult(error)
  }
}

/** Finds the tool, also by a former name, which the client may still know. */
async function findRenamedTool({ db }: Context, natives: ChosenTools['natives'], tool: string) {
  const current = await findCurrentSkillName(db, tool.replaceAll('__', '.'))
  return natives.get(functionName(current))
}

function notInToolset(name: string): AppError {
  return new AppError('POLICY_DENIED', {
    message: `${name.slice(0, 200)} is not in this toolset.`,
    suggestedAction: 'Call a tool from tools/list, or ask a person to add the skill to the toolset.',
  })
}

async function callSkillTool(
  ctx: Context,
  skill: string,
  pin: Pin | undefined,
  { arguments: args = {}, lost = [], meta }: McpCall,
  onRun: OnRun,
): Promise<CallToolResult> {
  const { max_output_tokens: maxTokens, ...asked } = readCallMeta(meta)
  const agreed = pin && (await requireConsentedVersion(ctx, pin, asked.version))
  requireRunScope(ctx, skill)
  if (lost.length > 0) throw new AppError('INVALID_INPUT', { issues: lost })
  const started = await startRun(ctx, toRunRequest(skill, args, { ...asked, ...agreed }))
  onRun(started)
  const run = await waitUnlessLong(started)
  if (isEnded(run.state)) return skillToolResult(ctx, run, maxTokens)
  return { content: [{ type: 'text', text: queuedText(run.id) }], _meta: runMeta(run) }
}

/** Returns the output of an ended run, the shape of an output of more than `maxTokens`, or its error. */
export async function skillToolResult(
  ctx: Context,
  run: RunView,
  maxTokens?: number,
): Promise<CallToolResult> {
  const { error, output = null } = run
  const large = error ? undefined : await toLargeResult(ctx, run, maxTokens)
  const { _meta, ...result } = error ? skillToolErrorResult(error) : valueResult(large ?? output)
  const blobs = large ? writtenBlobs(large) : run.outputBlobs
  return withBlobs(ctx, { ...result, _meta: { ..._meta, ...runMeta(run) } }, blobs, movedBlob(large))
}

/** Returns what `execute_skill` and `run_code` report of a run. */
export async function protocolToolResult(ctx: Context, run: RunView): Promise<CallToolResult> {
  return toolResult(ctx, await reportRun(ctx, run))
}

async function toolResult(ctx: Context, value: Json): Promise<CallToolResult> {
  const result = valueResult(value, isFailedRun(value))
  return withBlobs(ctx, result, writtenBlobs(value), movedBlob(value))
}

/** Says how to follow a run of the long lane, which a call does not wait for. */
function queuedText(runId: string): string {
  return `The run ${runId} is in progress and may take minutes. Its result will be on the page ${paths.run(runId)} of this site and at GET /api/runs/${runId}.`
}

/** Adds the blobs to the content, because models do not see `_meta`. */
async function withBlobs(
  ctx: Context,
  result: CallToolResult,
  blobs: readonly string[] = [],
  moved?: string,
): Promise<CallToolResult> {
  return { ...result, content: [...result.content, ...(await blobContent(ctx, blobs, moved))] }
}

function writtenBlobs(value: Json): string[] {
  const blobs = isObject(value) && 'run_id' in value ? value.output_blobs : undefined
  return Array.isArray(blobs) ? blobs.map(String) : []
}

/** Returns the blob with an output that was too large for the caller, who must not get it as content instead. */
function movedBlob(value: Json | undefined): string | undefined {
  return isObject(value) && 'output_shape' in value ? writtenBlobs(value)[0] : undefined
}

type Asked = { name: string; version?: string }

function askedSkills(name: string, args: Json): Asked[] {
  if (!isObject(args)) return []
  if (name === 'run_code') {
    const entries = Array.isArray(args.mount_skills) ? args.mount_skills : []
    return entries.filter((entry) => typeof entry === 'string').map(readDeclared)
  }
  if (name !== 'execute_skill' || typeof args.name !== 'string') return []
  return [{ name: args.name, ...(typeof args.version === 'string' && { version: args.version }) }]
}

function isFailedRun(value: Json): boolean {
  return isObject(value) && value.status === 'failed' && 'run_id' in value
}

/** Options of `execute_skill`, skills and `run_code` in `_meta`. */
type CallMeta = Pick<SentRunOptions, keyof typeof EXECUTE_EXTRAS> & { max_output_tokens?: number }

const PREFIX = 'guildhall/'

/** The schema of the options, declared as parameters are. */
const META = {
  name: '_meta',
  parameters: { type: 'object', properties: {} },
  extras: { ...EXECUTE_EXTRAS, max_output_tokens: MAX_OUTPUT_TOKENS_SCHEMA },
}

/** Reads fields with our prefix. Throws INVALID_INPUT for unknown or invalid ones. */
function readCallMeta(meta: object = {}): CallMeta {
  return validateParams(META, pickOwnMeta(meta)).filled
}

type CallMetaAsked = { args: Json; beside?: JsonObject }

/**
 * Throws INVALID_INPUT if arguments and `_meta` differ, and for options that a changing tool does not take: callers
 * rely on a price limit.
 */
function mergeCallMeta(tool: ProtocolTool, args: Json = {}, meta: object = {}): CallMetaAsked {
  const options = pickOwnMeta(meta)
  const names = Object.keys(options)
  if (names.length === 0 || tool.scope === 'read' || !isObject(args)) return { args }
  if (tool.extraOptions)
    return { args, beside: validateParams({ ...META, extras: tool.extraOptions }, options).filled }
  if (tool.name !== executeSkill.name)
    throw wrong(names, `${tool.name} does not accept ${PREFIX} in _meta. Only calls that start a run do.`)
  const isSame = (name: string) => JSON.stringify(args[name]) === JSON.stringify(options[name])
  const differing = names.filter((name) => Object.hasOwn(args, name) && !isSame(name))
  if (differing.length > 0) throw wrong(differing, 'The arguments and _meta contradict each other.')
  return { args: { ...(readCallMeta(meta) as JsonObject), ...args } }
}

function pickOwnMeta(meta: object): JsonObject {
  const entries = Object.entries(meta as JsonObject).filter(([key]) => key.startsWith(PREFIX))
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(PREFIX.length), value]))
}

function wrong(names: string[], message: string): AppError {
  const issues = names.map((name) => ({ path: `/_meta/${PREFIX.replace('/', '~1')}${name}`, message }))
  return new AppError('INVALID_INPUT', { message, issues })
}

/** Returns a result as text and, for an object, as structured content, too. A text is not quoted again. */
export function valueResult(value: Json, isError = false): CallToolResult {
  return {
    content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
    ...(isObject(value) && { structuredContent: value }),
    ...(isError && { isError }),
  }
}

/**
 * Returns a result rather than a protocol error, so that the model can fix it (MCP, Tools, Error handling). The full
 * error is in `_meta`, and structured content without an output schema.
 */
export function errorResult(error: PublicError): CallToolResult {
  return { ...skillToolErrorResult(error), structuredContent: { error } }
}

/** Returns an error without structured content, which clients would validate. */
export function skillToolErrorResult(error: PublicError): CallToolResult {
  return {
    content: [{ type: 'text', text: sentences(error) }],
    isError: true,
    // PublicError is plain data.
    _meta: { [ERROR_IN_META]: error },
  }
}

/** Returns the facts about a run without its output. */
export function runMeta(run: ReportedRun & { id: string }): Record<string, unknown> {
  const fields = Object.entries({ run_id: run.id, ...runFields(run) })
  return Object.fromEntries(fields.map(([name, value]) => [`guildhall/${name}`, value]))
}

/** Returns facts for programs in `_meta`, which models do not see. */
function sentences({
  code,
  message,
  suggested_action,
  details = [],
  href,
  retry_after,
}: PublicError): string {
  const fields = details.map((detail) => `- ${issueText(detail)}`)
  const wait = retry_after === undefined ? [] : [`retry_after: ${retry_after} (seconds)`]
  // A person has to open it; the path alone, as in the error of a run, would not tell where.
  const page = href !== undefined && URL.canParse(href) ? [`See ${href}`] : []
  const action = suggested_action ? [suggested_action] : []
  return [`${code}: ${message}`, ...fields, ...action, ...page, ...wait].join('\n')
}
