/**
 * The doors through which a skill is called, each as its callers meet it, and what each answers told in one way.
 *
 * A call is written as text, because three doors read text; two (the form and the SDK) take values, and what only text
 * can say is not asked of them. Every door has a caller with a wallet of their own, so what a call cost is what that
 * wallet lost.
 */
import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { beginRun } from '#app/runs/actions.ts'
import { runCommand } from '#bin/commands/run.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { functionName } from '../contract/market/function-name.ts'
import { isEnded } from '../contract/market/run-states.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import { database } from '../db/client.ts'
import { insertPlanRun } from '../db/plan-runs.ts'
import { type PublicError, toPublicError } from '../errors.ts'
import { getRun } from '../execution/get-run.ts'
import type { RunView } from '../execution/run-view.ts'
import { createKey } from '../keys/keys.ts'
import { getPlanRun } from '../plans/get-plan-run.ts'
import { performPlan } from '../plans/perform-plan.ts'
import { startPlanRun } from '../plans/start-plan-run.ts'
import { createClient } from '../sdk/client.ts'
import { GuildhallError } from '../sdk/errors.ts'
import { contextForOperator } from '../session/for-operator.ts'
import { sealSession, sessionCookieName } from '../session/token.ts'
import { contextFor, makeUser, type TestUser } from './factories.ts'
import { fund, moneyOf } from './fund.ts'
import { plainPort } from './plan-ports.ts'
import { site } from './site.ts'

export type Call = {
  skill: string
  /** JSON text. */
  args: string
  version?: string
  /** Holds something that is lost as soon as the text is parsed. */
  isOnlyText?: boolean
}

/** What a door made of a call. Equal calls get equal verdicts. */
export type Verdict =
  | { code: 'OK'; output: Json; coercions: object[]; ran: Ran; told?: string; charged: string }
  | (Pick<PublicError, 'code' | 'message' | 'recoverable' | 'suggested_action' | 'details'> & {
      charged: string
    })

/** Which version a door says that it ran. */
type Ran = { version: string; contract: string }

type Told = { error: PublicError } | { output: Json; coercions: object[]; ran: Ran; charged?: string }

type Caller = { user: TestUser; key: string }

type Door = {
  /** False for what this door has no words for. */
  takes?: (call: Call) => boolean
  knock: (caller: Caller, call: Call) => Promise<Told>
}

const ORIGIN = 'http://localhost'
const takesValues = ({ isOnlyText }: Call) => !isOnlyText

/** The cookies of whoever sits at the form. */
export const jar = new Map<string, string>()

export const DOORS = {
  form: { takes: takesValues, knock: knockForm },
  'rpc execute_skill': { knock: knockRpc },
  'mcp execute_skill': { knock: knockMcp },
  // A tool of its own has its arguments and nothing else.
  'mcp native tool': { takes: ({ version }) => version === undefined, knock: knockNative },
  rest: { knock: knockRest },
  sdk: { takes: takesValues, knock: knockSdk },
  cli: { knock: knockCli },
  'plan step': { takes: takesValues, knock: knockPlan },
} satisfies Record<string, Door>

export type DoorName = keyof typeof DOORS

/** Somebody at each door, with a session, a key and money. */
export async function makeCallers(money: string): Promise<Record<DoorName, Caller>> {
  const names = Object.keys(DOORS) as DoorName[]
  const callers = names.map(async (name) => {
    const user = await makeUser()
    await fund(user.organisation.id, money)
    const { key } = await createKey(await contextFor(user), {
      name: 'A key',
      scopes: ['read', 'run'],
      expiresInDays: 1,
    })
    return [name, { user, key }] as const
  })
  return Object.fromEntries(await Promise.all(callers)) as Record<DoorName, Caller>
}

/** The same call at every door that has words for it. */
export async function knockEverywhere(
  callers: Record<DoorName, Caller>,
  call: Call,
): Promise<Partial<Record<DoorName, Verdict>>> {
  const open = (Object.entries(DOORS) as [DoorName, Door][]).filter(([, { takes }]) => takes?.(call) ?? true)
  const verdicts = open.map(
    async ([name, { knock }]) => [name, await judged(knock, callers[name], call)] as const,
  )
  return Object.fromEntries(await Promise.all(verdicts))
}

async function judged(knock: Door['knock'], caller: Caller, call: Call): Promise<Verdict> {
  const { id } = caller.user.organisation
  const before = await moneyOf(id)
  const told = await knock(caller, call)
  const after = await moneyOf(id)
  // What is still held was not given back.
  const lost = before.wallet + before.hold - after.wallet
  const charged = (Number(lost) / 1e6).toString()
  if (!('error' in told)) {
    const { output, coercions, ran, charged: said } = told
    return { code: 'OK', output, coercions, ran, ...(said !== undefined && { told: said }), charged }
  }
  const { code, message, recoverable, suggested_action, details = [] } = told.error
  return { code, message, recoverable, suggested_action, details, charged }
}

async function knockForm({ user }: Caller, { skill, args, version }: Call): Promise<Told> {
  jar.set(sessionCookieName(), await sealSession({ userId: user.id, sessionVersion: user.sessionVersion }))
  const answer = await beginRun({ name: skill, args: JSON.parse(args), ...(version && { version }) })
  if (!answer.ok) return { error: answer.error }
  const ctx = await contextFor(user)
  // The page hears of the end by events; what it shows then is this.
  const ended = await vi.waitUntil(
    async () => {
      const run = await getRun(ctx, answer.data.id)
      return isEnded(run.state) ? run : null
    },
    { timeout: 60_000, interval: 20 },
  )
  return ofRun(ended)
}

async function knockRpc(caller: Caller, call: Call): Promise<Told> {
  const { result, error } = await post(caller, '/rpc', `"method":"execute_skill","params":${paramsOf(call)}`)
  return error ? { error: error.data } : ofResult(result)
}

async function knockMcp(caller: Caller, call: Call): Promise<Told> {
  const params = `{"name":"execute_skill","arguments":${paramsOf(call)}}`
  const { result } = await post(caller, '/mcp', `"method":"tools/call","params":${params}`)
  const content = result.structuredContent as JsonObject
  return 'run_id' in content ? ofResult(content) : ofError(content)
}

async function knockNative(caller: Caller, { skill, args }: Call): Promise<Told> {
  const params = `{"name":${JSON.stringify(functionName(skill))},"arguments":${args}}`
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

async function knockRest({ key }: Caller, { skill, args, version }: Call): Promise<Told> {
  const body = `{"args":${args}${version ? `,"version":${JSON.stringify(version)}` : ''}}`
  const answer = await site(`${ORIGIN}/api/skills/${skill}/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  const said = (await answer.json()) as JsonObject
  if (isObject(said.error)) return ofError(said)
  if (Array.isArray(said.errors)) return { error: said.errors[0] as unknown as PublicError }
  return ofResult(said)
}

async function knockSdk({ key }: Caller, { skill, args, version }: Call): Promise<Told> {
  const client = createClient({ baseUrl: ORIGIN, key, fetch: site as typeof fetch, retries: 0 })
  try {
    const run = await client.run(skill, JSON.parse(args), { version })
    const { output = null, coercions, charged } = run
    return { output, coercions, ran: ranOf(run.version, run.contract_hash), charged }
  } catch (thrown) {
    if (thrown instanceof GuildhallError) return { error: thrown.toJSON() }
    throw thrown
  }
}

async function knockCli({ user }: Caller, { skill, args, version }: Call): Promise<Told> {
  try {
    const answer = await runCommand.run({
      words: [skill],
      options: { args, version, email: user.email },
      flags: {},
    })
    return ofRun(answer!.json as RunView)
  } catch (thrown) {
    return { error: toPublicError(thrown) }
  }
}

/**
 * A plan of one step. What the check of plans refuses is handed to the pipeline all the same: it may say no sooner, and
 * never otherwise.
 */
async function knockPlan({ user }: Caller, { skill, args, version }: Call): Promise<Told> {
  const ctx = await contextForOperator({ email: user.email })
  const tool = version === undefined ? skill : `${skill}@${version}`
  const plan: PlanDocument = {
    version: '1',
    goal: 'To knock.',
    riskLevel: 'read-only',
    steps: [{ id: 'only', tool, args: JSON.parse(args) }],
  }
  const early = await startPlanRun(ctx, { plan, confirmed: true }).catch(toPublicError)
  const id = 'planRun' in early ? early.planRun.id : await insertUnchecked(user, plan)
  await performPlan(ctx, id, plainPort())
  const { steps, error, state } = await getPlanRun(ctx, id)
  if (!('planRun' in early) && state === 'succeeded')
    throw new Error(`Refused, and it runs: ${early.message}`)
  const [runId] = steps[0]?.runIds ?? []
  return runId ? ofRun(await getRun(ctx, runId)) : { error: error as PublicError }
}

async function insertUnchecked({ id: userId, organisation, name }: TestUser, document: PlanDocument) {
  const nothing = { keyId: null, savedPlanId: null, maxPriceMicros: null, resumedFromId: null }
  const confirmed = { confirmedById: userId, confirmedByName: name, confirmedAt: new Date() }
  const { id } = await insertPlanRun(database(), {
    id: `plan_${randomUUID()}`,
    organisationId: organisation.id,
    userId,
    door: 'cli',
    timeZone: 'UTC',
    document,
    state: 'queued',
    dryRun: false,
    verdicts: [],
    ...nothing,
    ...confirmed,
  })
  return id
}

function ofRun({ error, output = null, coercions, charged, versionNumber, contractHash }: RunView): Told {
  return error ? { error } : { output, coercions, ran: ranOf(versionNumber, contractHash), charged }
}

function ofResult({ error, output = null, coercions = [], charged, ...run }: JsonObject): Told {
  if (error) return { error: error as unknown as PublicError }
  const ran = ranOf(run.version, run.contract_hash)
  return { output, coercions: coercions as object[], ran, charged: charged as string | undefined }
}

function ranOf(version: Json | undefined, contract: Json | undefined): Ran {
  return { version: String(version), contract: String(contract) }
}

function ofError({ error }: JsonObject): Told {
  return { error: error as unknown as PublicError }
}

function paramsOf({ skill, args, version }: Call): string {
  const more = version ? `,"version":${JSON.stringify(version)}` : ''
  return `{"name":${JSON.stringify(skill)},"args":${args}${more}}`
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
  // A run is answered as a stream; its last event is the answer.
  const data = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))!
        .slice(6)
  return JSON.parse(data)
}
