/**
 * `context.fetchWithRetry` and Python's `runtime.fetch`: sends a request again while it fails for a passing reason, within the
 * time of the run. Each attempt counts as a request of the run.
 */
import { isTransient } from './fetch.js'
import { clearTimeout, DOMException, max, min, now, setTimeout } from './intrinsics.js'

/** Methods that RFC 9110 §9.2.2 calls idempotent: sent twice, they do what they do once. */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']
const TRANSIENT_STATUS = [408, 425, 429, 500, 502, 503, 504]
const DEFAULT_ATTEMPTS = 3
const MAX_ATTEMPTS = 10
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000

/** `deadline` is that of the run, and `signal` ends a wait. */
export function createRetryingFetch({ fetch, deadline, signal: runSignal }) {
  return async (input, init = {}, { attempts = DEFAULT_ATTEMPTS, retryUnsafe = false } = {}) => {
    const request = input instanceof Request ? input : { method: 'GET' }
    const method = String(init.method ?? request.method).toUpperCase()
    const isRepeatable = (retryUnsafe || IDEMPOTENT.includes(method)) && !isStream(init.body)
    const most = isRepeatable ? max(1, min(MAX_ATTEMPTS, attempts)) : 1
    // The body of a Request is read once, so that all attempts but the last send a clone.
    const send = (isLast) => fetch(request === input && !isLast ? request.clone() : input, init)
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= most
      let waitMs = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
      try {
        const response = await send(isLast)
        if (isLast || !TRANSIENT_STATUS.includes(response.status)) return response
        waitMs = readRetryAfter(response) ?? waitMs
        // A wait beyond the run's end would only turn this answer into a time-out.
        if (now() + waitMs >= deadline) return response
        await response.body?.cancel()
      } catch (error) {
        if (isLast || !isTransient(error) || now() + waitMs >= deadline) throw error
      }
      await wait(min(waitMs, MAX_WAIT_MS), [runSignal, init.signal ?? request.signal])
    }
  }
}

function isStream(body) {
  return body instanceof ReadableStream
}

/** In milliseconds; undefined without a valid header (RFC 9110 §10.2.3). */
function readRetryAfter({ headers }) {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now()
  return Number.isNaN(ms) ? undefined : max(0, ms)
}

function wait(ms, signals) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    for (const signal of signals) {
      const end = () => {
        clearTimeout(timer)
        reject(signal.reason ?? new DOMException('The wait was aborted.', 'AbortError'))
      }
      if (signal?.aborted) end()
      else signal?.addEventListener('abort', end, { once: true })
    }
  })
}
