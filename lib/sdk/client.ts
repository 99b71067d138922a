/**
 * Calling the skills of a Guildhall over HTTP.
 *
 * Ground; also in the browser: `fetch` and nothing else. The key stays in this closure: it is in no error, no log and
 * no property, and redirects are refused so that it goes nowhere else. Source: specification "Execution"; "Contracts" §4.
 */
import type { Json } from '../contract/json/json.ts'
import { newIdempotencyKey } from '../contract/market/call-texts.ts'
import { DeadlineError, type GuildhallError, ValidationError } from './errors.ts'
import { type RemoteRun, readAnswer } from './remote-run.ts'
import { sendWithRetries, wait } from './send-with-retries.ts'

export type ClientOptions = {
  /** Where the Guildhall is: "https://guildhall.example". */
  baseUrl: string
  /** An API key with the scope `run`: "gh_…". */
  key: string
  /** For the whole call, waiting and retries included; 60 seconds by default. */
  timeoutMs?: number
  /** How often to try again what may well work the next time; 2 by default. */
  retries?: number
  /** Another `fetch`. */
  fetch?: typeof globalThis.fetch
}

export type RemoteCallOptions = {
  /** An exact version; without one, what the organisation has installed, else the latest. */
  version?: string
  /** The caller's IANA time zone, for the handler's `context`. */
  timeZone?: string
  signal?: AbortSignal
  timeoutMs?: number
  retries?: number
  /** The most that the run may cost, with what it calls, in USDC ("0.05"). When it would cost more nothing runs: PaymentError. */
  maxPrice?: string | number
  /** From `describe_skill` or an earlier run. When the contract is another one nothing runs: ConflictError. */
  contractHash?: string
  /** The skill is told to change nothing, and nothing is charged. */
  dryRun?: boolean
  /** "blob:…" of those that the run may read. */
  inputBlobs?: string[]
  /**
   * Of calls with the same key and input the first one counts, for a day: the others get its run and cost nothing. So
   * after a lost connection the call is made again.
   */
  idempotencyKey?: string
  /**
   * True for a skill that may run twice without harm: it is tried again also after a run that failed in passing, and
   * after a lost connection, with a key of its own making. Without either, only calls that were refused before
   * anything ran are tried again: after a lost connection nobody knows whether the skill ran.
   */
  repeatable?: boolean
}

export type Client = {
  /** Runs a skill ("publisher.skillset.skill") and returns its output. Throws the class of the error table. */
  call<Output = Json>(name: string, input?: object, options?: RemoteCallOptions): Promise<Output>
  /** The same, with everything the run says of itself. */
  run<Output = Json>(name: string, input?: object, options?: RemoteCallOptions): Promise<RemoteRun<Output>>
  /** A run of this organisation, as it is now. A failed one is thrown. */
  getRun<Output = Json>(
    id: string,
    options?: Pick<RemoteCallOptions, 'signal' | 'timeoutMs'>,
  ): Promise<RemoteRun<Output>>
}

const TIMEOUT_MS = 60_000
const RETRIES = 2
/** How often to look at a run that outlasted the first answer. */
const POLL_MS = 1_000

export function createClient({ baseUrl, key, fetch = globalThis.fetch, ...defaults }: ClientOptions): Client {
  // A header that cannot be sent would be quoted by whoever refuses it.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ValidationError('The key is not one: it begins with "gh_" and has no spaces.')
  const base = `${new URL(baseUrl).href.replace(/\/+$/, '')}/api`

  function send(path: string, body: object | null, signal: AbortSignal) {
    return fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      // A cookie of the page has nothing to do with it.
      credentials: 'omit',
      signal,
    })
  }

  function ask(path: string, options: RemoteCallOptions, deadline: number) {
    const { signal, retries = defaults.retries ?? RETRIES } = options
    const sending = { signal, deadline, retries, repeatable: true, resendable: true }
    return sendWithRetries((until) => send(path, null, until), readAnswer, sending)
  }

  function begin(path: string, body: object, options: RemoteCallOptions, deadline: number) {
    const { signal, repeatable = false, retries = defaults.retries ?? RETRIES, idempotencyKey } = options
    let own = repeatable && idempotencyKey === undefined ? newKey() : undefined
    const sendKeyed = (until: AbortSignal, before?: GuildhallError) => {
      // The same key would be answered with the run that failed.
      if (own && before?.runId) own = newKey()
      const used = own ?? idempotencyKey
      return send(path, { ...body, ...(used !== undefined && { idempotency_key: used }) }, until)
    }
    const resendable = repeatable || idempotencyKey !== undefined
    return sendWithRetries(sendKeyed, readAnswer, { signal, deadline, retries, repeatable, resendable })
  }

  async function run(name: string, input: object = {}, options: RemoteCallOptions = {}): Promise<RemoteRun> {
    const deadline = deadlineOf(options)
    let known = await begin(
      `/skills/${encodeURIComponent(name)}/runs`,
      bodyOf(input, options),
      options,
      deadline,
    )
    while (known.status === 'running') {
      if (Date.now() + POLL_MS > deadline)
        throw new DeadlineError('The run has not ended yet.', { runId: known.run_id })
      await wait(POLL_MS, options.signal)
      known = await ask(`/runs/${encodeURIComponent(known.run_id)}`, options, deadline)
    }
    return known
  }

  const deadlineOf = ({ timeoutMs = defaults.timeoutMs ?? TIMEOUT_MS }: RemoteCallOptions) =>
    Date.now() + timeoutMs

  const client = {
    run,
    call: async (name: string, input?: object, options?: RemoteCallOptions) =>
      (await run(name, input, options)).output,
    getRun: (id: string, options: RemoteCallOptions = {}) =>
      ask(`/runs/${encodeURIComponent(id)}`, options, deadlineOf(options)),
  }
  // What an output is, its contract says; whoever calls names the type.
  return client as Client
}

function bodyOf(args: object, options: RemoteCallOptions): object {
  const { version, timeZone, maxPrice, contractHash, dryRun, inputBlobs } = options
  return {
    args,
    ...(version && { version }),
    ...(timeZone && { time_zone: timeZone }),
    ...(maxPrice !== undefined && { max_price: maxPrice }),
    ...(contractHash !== undefined && { contract_hash: contractHash }),
    ...(dryRun && { dry_run: true }),
    ...(inputBlobs && { input_blobs: inputBlobs }),
  }
}

const newKey = () => `sdk-${newIdempotencyKey()}`
