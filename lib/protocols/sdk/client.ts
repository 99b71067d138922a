/** The API key stays in a closure, out of errors, logs and properties, and redirects are refused. */
import type { Json } from '../../kernel/json/json.ts'
import { type CallOptions, newIdempotencyKey, toSentOptions } from '../../runs/model/call-options.ts'
import { DeadlineError, type GuildhallError, ValidationError } from './errors.ts'
import { isKeyAnswer, type Keys, type RemoteKey } from './keys.ts'
import { type RemoteRun, readAnswer, readExpectedAnswer } from './remote-run.ts'
import { sendWithRetries, wait } from './send-with-retries.ts'
import { type SearchOptions, type SkillSearch, type SkillsFound, toSearchBody } from './skill-search.ts'
import { followParts, type RemoteStream, toRemoteStream } from './stream-run.ts'

export type ClientOptions = {
  baseUrl: string
  key: string
  timeoutMs?: number
  retries?: number
  fetch?: typeof globalThis.fetch
}

export type RemoteCallOptions = Omit<CallOptions, 'timeoutMs'> & {
  signal?: AbortSignal
  timeoutMs?: number
  retries?: number
  /**
   * Also retries temporary run failures and lost connections. Otherwise, only calls refused before the run
   * are retried.
   */
  repeatable?: boolean
}

export type Client = {
  /** Returns the output of "publisher.skillset.skill". Throws the class of the error's code. */
  call<Output = Json>(name: string, input?: object, options?: RemoteCallOptions): Promise<Output>
  run<Output = Json>(name: string, input?: object, options?: RemoteCallOptions): Promise<RemoteRun<Output>>
  /**
   * Starts a skill, yields the parts of its output as they arrive, and resolves `ended` with the run. Leaving the loop does
   * not cancel the run.
   */
  stream<Part = Json, Output = Json>(
    name: string,
    input?: object,
    options?: RemoteCallOptions,
  ): RemoteStream<Part, Output>
  getRun<Output = Json>(
    id: string,
    options?: Pick<RemoteCallOptions, 'signal' | 'timeoutMs'>,
  ): Promise<RemoteRun<Output>>
  /** Finds skills by words, and by what the caller has and needs. Returns the best first, or none. */
  findSkills(search: SkillSearch, options?: SearchOptions): Promise<SkillsFound>
  /** Keys for the programs that this one starts. */
  keys: Keys
}

const TIMEOUT_MS = 60_000
const RETRIES = 2
const POLL_MS = 1_000

export function createClient({ baseUrl, key, fetch = globalThis.fetch, ...defaults }: ClientOptions): Client {
  // `fetch` would quote an invalid header, and thus the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ValidationError('Invalid API key: a key starts with "gh_" and has no spaces.')
  const base = `${new URL(baseUrl).href.replace(/\/+$/, '')}/api`
  const send = (path: string, body: object | null, signal: AbortSignal, method?: 'DELETE') =>
    fetch(base + path, { ...requestInit(key, body, signal), ...(method && { method }) })

  function ask(path: string, options: RemoteCallOptions, deadline: number) {
    const { signal, retries = defaults.retries ?? RETRIES } = options
    const sending = { signal, deadline, retries, repeatable: true, resendable: true }
    return sendWithRetries((until) => send(path, null, until), readAnswer, sending)
  }

  function begin(path: string, body: object, options: RemoteCallOptions, deadline: number) {
    const { signal, repeatable = false, retries = defaults.retries ?? RETRIES, idempotencyKey } = options
    let own = repeatable && idempotencyKey === undefined ? newKey() : undefined
    const sendKeyed = (until: AbortSignal, before?: GuildhallError) => {
      // The same key would return the failed run.
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
      buildBody(input, options),
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

  async function findSkills(search: SkillSearch, options: SearchOptions = {}): Promise<SkillsFound> {
    const { signal, retries = defaults.retries ?? RETRIES } = options
    const found = await sendWithRetries(
      (until) => send('/skills/search', toSearchBody(search), until),
      (status, text, retryAfter) =>
        readExpectedAnswer(status, text, retryAfter, ({ skills }) => Array.isArray(skills)),
      { signal, deadline: deadlineOf(options), retries, repeatable: true, resendable: true },
    )
    return found as SkillsFound
  }

  async function* streamParts(name: string, input: object, options: RemoteCallOptions) {
    const deadline = deadlineOf(options)
    const { signal } = options
    const body = { ...buildBody(input, options), async: true }
    const { run_id: runId } = await begin(`/skills/${encodeURIComponent(name)}/runs`, body, options, deadline)
    const open = (last: string | undefined, until: AbortSignal) => {
      const { headers, ...init } = requestInit(key, null, until)
      const from: Record<string, string> = last === undefined ? {} : { 'last-event-id': last }
      return fetch(`${base}/runs/${encodeURIComponent(runId)}/events`, {
        ...init,
        headers: { ...headers, ...from },
      })
    }
    return yield* followParts({ open, runId, deadline, ...(signal && { signal }) })
  }

  /** Minting is not repeated: a lost answer may have been a key. */
  function askForKeys(path: string, body: object | null, method?: 'DELETE') {
    const retries = defaults.retries ?? RETRIES
    const sending = { deadline: deadlineOf({}), retries, repeatable: false, resendable: body === null }
    const read = (status: number, text: string, retryAfter: number | undefined): object =>
      status === 204 ? {} : readExpectedAnswer(status, text, retryAfter, isKeyAnswer)
    return sendWithRetries((until) => send(path, body, until, method), read, sending)
  }

  const keys: Keys = {
    mint: async (key) => (await askForKeys('/keys', key)) as RemoteKey & { key: string },
    list: async () => ((await askForKeys('/keys', null)) as { keys: RemoteKey[] }).keys,
    revoke: async (id) => {
      await askForKeys(`/keys/${encodeURIComponent(id)}`, null, 'DELETE')
    },
  }

  const deadlineOf = ({ timeoutMs = defaults.timeoutMs ?? TIMEOUT_MS }: RemoteCallOptions) =>
    Date.now() + timeoutMs

  const client = {
    run,
    stream: (name: string, input: object = {}, options: RemoteCallOptions = {}) =>
      toRemoteStream(streamParts(name, input, options)),
    call: async (name: string, input?: object, options?: RemoteCallOptions) =>
      (await run(name, input, options)).output,
    getRun: (id: string, options: RemoteCallOptions = {}) =>
      ask(`/runs/${encodeURIComponent(id)}`, options, deadlineOf(options)),
    findSkills,
    keys,
  }
  // The caller's type parameter is not checked.
  return client as Client
}

function requestInit(
  key: string,
  body: object | null,
  signal: AbortSignal,
): RequestInit & { headers: Record<string, string> } {
  return {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    // Cookies of the page must not be sent.
    credentials: 'omit',
    signal,
  }
}

/** Requests add the key themselves; the time limit is the client's. */
function buildBody(
  args: object,
  { idempotencyKey: _, timeoutMs: __, ...options }: RemoteCallOptions,
): object {
  return { args, ...toSentOptions(options) }
}

const newKey = () => `sdk-${newIdempotencyKey()}`
