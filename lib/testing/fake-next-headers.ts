/**
 * Replaces `next/headers` in all tests (an alias in vitest.config.ts), because Next reads both from a request that
 * tests do not have. Tests fill the request with these; test files of a process share them.
 */
export const requestCookies = new Map<string, string>()
export const requestHeaders = new Headers()

export async function cookies() {
  return {
    get(name: string) {
      const value = requestCookies.get(name)
      return value === undefined ? undefined : { name, value }
    },
    set: (name: string, value: string) => requestCookies.set(name, value),
  }
}

export async function headers(): Promise<Headers> {
  return requestHeaders
}

export function clearRequest(): void {
  requestCookies.clear()
  for (const name of [...requestHeaders.keys()]) requestHeaders.delete(name)
}
