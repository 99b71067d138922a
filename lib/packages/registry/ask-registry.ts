/** Questions to the operator's npm registry besides those of npm's libraries. */
import { guardedFetch } from '../../kernel/network/guarded-fetch.ts'

const TIMEOUT_MS = 4_000

type RegistryAnswer = { status: number; body: unknown }

/**
 * Asks the registry, which the operator chose and which may therefore be in their own network. `body` is undefined for an
 * answer that is no JSON. Rejects if the registry does not answer within four seconds or with more than 1 MiB.
 */
export async function askRegistry(
  address: string,
  { token, body }: { token?: string | undefined; body?: unknown },
): Promise<RegistryAnswer> {
  const response = await guardedFetch(
    address,
    {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    },
    { trusted: new URL(address).host, timeoutMs: TIMEOUT_MS },
  )
  const read: unknown = await response.json().catch(() => undefined)
  return { status: response.status, body: read }
}
