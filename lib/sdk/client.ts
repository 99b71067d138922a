/**
 * Calling the skills of a Guildhall over HTTP.
 *
 * Ground; also in the browser: `fetch` and nothing else. The key stays in this closure: it is in no error, no log and
 * no property, and redirects are refused so that it goes nowhere else. Source: specification "Execution"; "Contracts" §4.
 */
import type { Json } from '../contract/json/json.ts'
import { DeadlineError, ValidationError } from './errors.ts'
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
  /**
   * True for a skill that may run twice without harm. Otherwise only calls that were refused before anything ran are
   * tried again: after a lost connection nobody knows whether the skill ran.
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

  async function ask(path: string, body: object | null, options: RemoteCallOptions, deadline: number) {
    const { signal, repeatable = false, retries = defaults.retries ?? RETRIES } = options
    const request = {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error' as const,
      // A cookie of the page has nothing to do with it.
      credentials: 'omit' as const,
    }
    const send = (until: AbortSignal) => fetch(base + path, { ...request, signal: until })
    return sendWithRetries(send, readAnswer, { signal, deadline, retries, repeatable: repeatable || !body })
  }

  async function run(name: string, input: object = {}, options: RemoteCallOptions = {}): Promise<RemoteRun> {
    const deadline = deadlineOf(options)
    const { version, timeZone } = options
    const body = { args: input, ...(version && { version }), ...(timeZone && { time_zone: timeZone }) }
    let known = await ask(`/skills/${encodeURIComponent(name)}/runs`, body, options, deadline)
    while (known.status === 'running') {
      if (Date.now() + POLL_MS > deadline)
        throw new DeadlineError('The run has not ended yet.', { runId: known.run_id })
      await wait(POLL_MS, options.signal)
      known = await ask(`/runs/${encodeURIComponent(known.run_id)}`, null, options, deadline)
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
      ask(`/runs/${encodeURIComponent(id)}`, null, options, deadlineOf(options)),
  }
  // What an output is, its contract says; whoever calls names the type.
  return client as Client
}
