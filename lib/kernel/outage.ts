/** Outages: a service that this server needs, mostly the database, cannot be reached or take work. */

/** Codes of the operating system, Prisma and Postgres (classes 08, 53, 57: connections, resources, shutdown). */
const CODES =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_(?:CONNECT_TIMEOUT|SOCKET)|P10(?:01|02|08|17)|P20(?:24|28|37)|08[\dP]\d{2}|53\d{3}|57P0[123])$/

const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])

/** pg gives these no code. */
const MESSAGES =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

const RETRIES = 8
const FIRST_PAUSE_MS = 250

/** Repeats `work`, which must be safe to repeat, for a minute. Throws errors other than outages at once. */
export async function retryOutages<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tried = 0; ; tried += 1)
    try {
      return await work()
    } catch (thrown) {
      if (tried >= RETRIES || !isOutage(thrown)) throw thrown
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** tried))
    }
}

/** Includes causes, also those of Prisma's adapter. */
export function isOutage(thrown: unknown): boolean {
  for (let [error, depth]: [unknown, number] = [thrown, 0]; depth < 5; depth += 1) {
    if (typeof error !== 'object' || error === null) return false
    const { code, originalCode, kind, message, cause, meta } = error as Record<string, unknown>
    const isKnown =
      [code, originalCode].some((each) => typeof each === 'string' && CODES.test(each)) ||
      KINDS.has(String(kind)) ||
      MESSAGES.test(String(message))
    if (isKnown) return true
    error = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError
  }
  return false
}
