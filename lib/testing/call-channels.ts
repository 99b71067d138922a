/**
 * The channels through which a skill is called, with a common format of results. Calls are texts, because three channels
 * read text; the form and the SDK skip cases that only text can express. The cost of a call is what its wallet lost.
 */
import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { beginRun } from '#app/runs/actions.ts'
import { runSkillCommand } from '#bin/commands/skills/run-skill.ts'
import type { KeyScope } from '../access/key-scopes.ts'
import { createKey } from '../api-keys/manage-api-keys.ts'
import { database } from '../db/core/prisma-client.ts'
import { insertPlanRun } from '../db/plans/plan-runs.ts'
import { type PublicError, toPublicError } from '../errors.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { functionName } from '../name-rules/function-name.ts'
import type { PlanDocument } from '../plan-documents/document/plan-document.ts'
import { performPlan } from '../plans/perform/perform-plan.ts'
import { startPlanRun } from '../plans/start/start-plan-run.ts'
import { getPlanRun } from '../plans/views/get-plan-run.ts'
import { isEnded } from '../run-model/run-states.ts'
import { getRun } from '../runs/views/get-run.ts'
import type { RunView } from '../runs/views/run-view.ts'
import { createClient } from '../sdk/client.ts'
import { GuildhallError } from '../sdk/errors.ts'
import { contextForOperator } from '../session/context/context-for-operator.ts'
import { sealSession, sessionCookieName } from '../session/cookies/session-token.ts'
import { site } from './api-routes.ts'
import { contextFor, makeUser, type TestUser } from './factories.ts'
import { requestCookies } from './fake-next-headers.ts'
import { fundWallet, moneyOf } from './fund-wallet.ts'
import { plainPort } from './plan-ports.ts'

type Call = {
  skill: string
  /** The arguments as JSON text. */
  args: string
  version?: string
  /** The risk level that a plan with this skill states. */
  riskLevel?: PlanDocument['riskLevel']
  dryRun?: boolean
  /** Contains something that is lost as soon as the text is parsed. */
  isOnlyText?: boolean
}

/** The result of a call over a channel. Equal calls get equal verdicts. */
export type Verdict =
  | { code: 'OK'; output: Json; coercions: object[]; ran: Ran; reportedCharge?: string; charged: string }
  | (Pick<PublicError, 'code' | 'message' | 'recoverable' | 'suggested_action' | 'details'> & {
      charged: string
    })

type Ran = { version: string; contract: string }

type ChannelResult =
  | { error: PublicError }
  | { output: Json; coercions: object[]; ran: Ran; charged?: string }

type Caller = { user: TestUser; key: string }

type Channel = {
  /** Returns false for calls that this channel cannot express. */
  takes?: (call: Call) => boolean
  send: (caller: Caller, call: Call) => Promise<ChannelResult>
}

const ORIGIN = 'http://localhost'
const takesValues = ({ isOnlyText }: Call) => !isOnlyText

export const CHANNELS = {
  form: { takes: takesValues, send: callForm },
  'rpc execute_skill': { send: callRpc },
  'mcp execute_skill': { send: callMcp },
  // A native tool takes only the skill's arguments.
  'mcp native tool': { takes: ({ version }) => version === undefined, send: callSkillTool },
  rest: { send: callRest },
  sdk: { takes: takesValues, send: callSdk },
  cli: { send: callCli },
  'plan step': { takes: takesValues, send: callPlanStep },
} satisfies Record<string, Channel>

type ChannelName = keyof typeof CHANNELS

/** Creates a user for each channel, with a session, a key and money. */
export async function makeCallers(
  money: string,
  scopes: KeyScope[] = ['read', 'run'],
): Promise<Record<ChannelName, Caller>> {
  const names = Object.keys(CHANNELS) as ChannelName[]
  const callers = names.map(async (name) => {
    const user = await makeUser()
    await fundWallet(user.organisation.id, money)
    const { key } = await createKey(await contextFor(user), {
      name: 'A key',
      scopes,
      expiresInDays: 1,
    })
    return [name, { user, key }] as const
  })
  return Object.fromEntries(await Promise.all(callers)) as Record<ChannelName, Caller>
}

export async function callOnEveryChannel(
  callers: Record<ChannelName, Caller>,
  call: Call,
): Promise<Partial<Record<ChannelName, Verdict>>> {
  const open = (Object.entries(CHANNELS) as [ChannelName, Channel][]).filter(
    ([, { takes }]) => takes?.(call) ?? true,
  )
  const verdicts = open.map(
    async ([name, { send }]) => [name, await verdictOf(send, callers[name], call)] as const,
  )
  return Object.fromEntries(await Promise.all(verdicts))
}

async function verdictOf(knock: Channel['send'], caller: Caller, call: Call): Promise<Verdict> {
  const { id } = caller.user.organisation
  const before = await moneyOf(id)
  const result = await knock(caller, call)
  const after = await moneyOf(id)
  // Money that is still reserved counts as charged.
  const lost = before.wallet + before.hold - after.wallet
  const charged = (Number(lost) / 1e6).toString()
  if (!('error' in result)) {
    const { output, coercions, ran, charged: reportedCharge } = result
    return {
      code: 'OK',
      output,
      coercions,
      ran,
      ...(reportedCharge !== undefined && { reportedCharge: reportedCharge }),
      charged,
    }
  }
  const { code, message, recoverable, suggested_action, details = [] } = result.error
  return { code, message, recoverable, suggested_action, details, charged }
}

async function callForm({ user }: Caller, { skill, args, version, dryRun }: Call): Promise<ChannelResult> {
  requestCookies.set(
    sessionCookieName(),
    await sealSession({ userId: user.id, sessionVersion: user.sessionVersion }),
  )
  const request = {
    name: skill,
    args: JSON.parse(args),
    ...(version && { version }),
    ...(dryRun && { dryRun }),
  }
  const answer = await beginRun(request)
  if (!answer.ok) return { error: answer.error }
  const ctx = await contextFor(user)
  // The page would receive the end by events, so this reads the view that it then shows.
  const ended = await vi.waitUntil(
    async () => {
      const run = await getRun(ctx, answer.data.id)
      return isEnded(run.state) ? run : null
    },
    { timeout: 60_000, interval: 20 },
  )
  return ofRun(ended)
}

async function callRpc(caller: Caller, call: Call): Promise<ChannelResult> {
  const { result, error } = await post(caller, '/rpc', `"method":"execute_skill","params":${paramsOf(call)}`)
  return error ? { error: error.data } : ofResult(result)
}

async function callMcp(caller: Caller, call: Call): Promise<ChannelResult> {
  const params = `{"name":"execute_skill","arguments":${paramsOf(call)}}`
  const { result } = await post(caller, '/mcp', `"method":"tools/call","params":${params}`)
  const content = result.structuredContent as JsonObject
  return 'run_id' in content ? ofResult(content) : ofError(content)
}

async function callSkillTool(caller: Caller, { skill, args, dryRun }: Call): Promise<ChannelResult> {
  const sentMeta = dryRun ? `,"_meta":{"guildhall/dry_run":true}` : ''
  const params = `{"name":${JSON.stringify(functionName(skill))},"arguments":${args}${sentMeta}}`
  const { result } = await post(caller, `/mcp?skills=${skill}`, `"method":"tools/call","params":${params}`)
  const content = result.structuredContent as JsonObject
  const meta = result._meta as JsonObject
  if (result.isError) return ofError({ error: meta['guildhall/error'] as JsonObject })
  return {
    output: content,
    coercions: (meta['guildhall/coercions'] ?? []) as object[],
    ran: ranOf(meta['guildhall/version'], meta['guildhall/contract_hash']),
    charged: meta['guildhall/charged'] as string | undefined,
  }
}

async function callRest({ key }: Caller, { skill, args, ...call }: Call): Promise<ChannelResult> {
  const body = `{"args":${args}${termsOf(call)}}`
  const answer = await site(`${ORIGIN}/api/skills/${skill}/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  const parsed = (await answer.json()) as JsonObject
  if (isObject(parsed.error)) return ofError(parsed)
  if (Array.isArray(parsed.errors)) return { error: parsed.errors[0] as unknown as PublicError }
  return ofResult(parsed)
}

async function callSdk({ key }: Caller, { skill, args, version, dryRun }: Call): Promise<ChannelResult> {
  const client = createClient({ baseUrl: ORIGIN, key, fetch: site as typeof fetch, retries: 0 })
  try {
    const run = await client.run(skill, JSON.parse(args), { version, dryRun })
    const { output = null, coercions, charged } = run
    return { output, coercions, ran: ranOf(run.version, run.contract_hash), charged }
  } catch (thrown) {
    if (thrown instanceof GuildhallError) return { error: thrown.toJSON() }
    throw thrown
  }
}

async function callCli(
  { user }: Caller,
  { skill, args, version, dryRun = false }: Call,
): Promise<ChannelResult> {
  try {
    const answer = await runSkillCommand.run({
      positionals: [skill],
      options: { args, version, email: user.email },
      flags: { 'dry-run': dryRun },
    })
    return ofRun(answer!.json as RunView)
  } catch (thrown) {
    return { error: toPublicError(thrown) }
  }
}

/**
 * Calls the skill in a plan of one step. A plan that the check refuses is passed to the pipeline all the same, which
 * must refuse it too.
 */
async function callPlanStep(
  { user }: Caller,
  { skill, args, version, riskLevel = 'read-only', dryRun = false }: Call,
): Promise<ChannelResult> {
  const ctx = await contextForOperator({ email: user.email })
  const tool = version === undefined ? skill : `${skill}@${version}`
  const plan: PlanDocument = {
    version: '1',
    goal: 'To knock.',
    riskLevel,
    steps: [{ id: 'only', tool, args: JSON.parse(args) }],
  }
  const early = await startPlanRun(ctx, { plan, confirmed: true, dryRun }).catch(toPublicError)
  const id = 'planRun' in early ? early.planRun.id : await insertUnchecked(user, plan, dryRun)
  await performPlan(ctx, id, plainPort())
  const { steps, error, state } = await getPlanRun(ctx, id)
  if (!('planRun' in early) && state === 'succeeded')
    throw new Error(`Refused, and it runs: ${early.message}`)
  const [runId] = steps[0]?.runIds ?? []
  return runId ? ofRun(await getRun(ctx, runId)) : { error: error as PublicError }
}

async function insertUnchecked(
  { id: userId, organisation, name }: TestUser,
  document: PlanDocument,
  dryRun: boolean,
) {
  const nothing = { keyId: null, savedPlanId: null, maxPriceMicros: null, resumedFromId: null }
  const confirmed = { confirmedById: userId, confirmedByName: name, confirmedAt: new Date() }
  const { id } = await insertPlanRun(database(), {
    id: `plan_${randomUUID()}`,
    organisationId: organisation.id,
    userId,
    channel: 'cli',
    timeZone: 'UTC',
    document,
    state: 'queued',
    dryRun,
    verdicts: [],
    ...nothing,
    ...confirmed,
  })
  return id
}

function ofRun({
  error,
  output = null,
  coercions,
  charged,
  versionNumber,
  contractHash,
}: RunView): ChannelResult {
  return error ? { error } : { output, coercions, ran: ranOf(versionNumber, contractHash), charged }
}

function ofResult({ error, output = null, coercions = [], charged, ...run }: JsonObject): ChannelResult {
  if (error) return { error: error as unknown as PublicError }
  const ran = ranOf(run.version, run.contract_hash)
  return { output, coercions: coercions as object[], ran, charged: charged as string | undefined }
}

function ranOf(version: Json | undefined, contract: Json | undefined): Ran {
  return { version: String(version), contract: String(contract) }
}

function ofError({ error }: JsonObject): ChannelResult {
  return { error: error as unknown as PublicError }
}

function paramsOf({ skill, args, ...call }: Call): string {
  return `{"name":${JSON.stringify(skill)},"args":${args}${termsOf(call)}}`
}

function termsOf({ version, dryRun }: Pick<Call, 'version' | 'dryRun'>): string {
  return `${version ? `,"version":${JSON.stringify(version)}` : ''}${dryRun ? ',"dry_run":true' : ''}`
}

type Answer = { result: JsonObject; error?: { data: PublicError } }

async function post({ key }: Caller, path: string, rest: string): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  }
  const body = `{"jsonrpc":"2.0","id":1,${rest}}`
  const text = await (await site(ORIGIN + path, { method: 'POST', headers, body })).text()
  // A call that runs a skill is answered with a stream, whose last event is the answer.
  const data = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))!
        .slice(6)
  return JSON.parse(data)
}
