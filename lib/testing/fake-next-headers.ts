/**
 * Replaces `next/headers` in all tests (an alias in vitest.config.ts), because Next reads both from a request that
 * tests do not have. Tests fill the request with these; test files of a process share them.
 */
import { createRequire } from 'node:module'

export const requestCookies = new Map<string, string>()
export const requestHeaders = new Headers()

type Cookie = { name: string; value: string }

export async function cookies() {
  return {
    get(name: string): Cookie | undefined {
      const value = requestCookies.get(name)
      return value === undefined ? undefined : { name, value }
    },
    getAll: (): Cookie[] => [...requestCookies].map(([name, value]) => ({ name, value })),
    set(cookie: string | Cookie, value = '') {
      if (typeof cookie === 'string') requestCookies.set(cookie, value)
      else requestCookies.set(cookie.name, cookie.value)
    },
  }
}

export async function headers(): Promise<Headers> {
  return requestHeaders
}

export function clearRequest(): void {
  requestCookies.clear()
  for (const name of [...requestHeaders.keys()]) requestHeaders.delete(name)
}

// next-auth requires `next/headers` when it is called, where no alias applies.
const require = createRequire(import.meta.url)
const path = require.resolve('next/headers')
require.cache[path] = {
  id: path,
  filename: path,
  loaded: true,
  exports: { cookies, headers },
} as NodeJS.Module
