/**
 * Modules of Node in the sandbox. workerd implements some of them, and gives them to code that asks for a built-in module,
 * as `require` would return them. The isolates of skills have neither files nor sockets, whatever a module seems to offer.
 */

/** Those that workerd implements with `nodejs_compat` and that do something in a skill, as in sandboxd/isolate/node-modules.js. */
// biome-ignore format: list
export const AVAILABLE_NODE_MODULES = [
  'assert', 'assert/strict', 'async_hooks', 'buffer', 'constants', 'crypto', 'diagnostics_channel',
  'events', 'fs', 'fs/promises', 'http', 'https', 'net', 'os', 'path', 'path/posix', 'path/win32',
  'perf_hooks', 'process', 'punycode', 'querystring', 'stream', 'stream/consumers', 'stream/promises',
  'stream/web', 'string_decoder', 'sys', 'timers', 'timers/promises', 'tls', 'tty', 'url', 'util',
  'util/types', 'zlib',
]

const AVAILABLE = new Set(AVAILABLE_NODE_MODULES.map((name) => `node:${name}`))

/** Returns the source of a CommonJS module; undefined if the sandbox does not have it. */
export function nodeModule(name: string): string | undefined {
  return AVAILABLE.has(name)
    ? `module.exports = process.getBuiltinModule(${JSON.stringify(name)})`
    : undefined
}

/** The module throws when it is used, not when it is imported: many packages import modules that they seldom need. */
export function unavailableNodeModule(name: string, packageName: string): string {
  const message = `${packageName} needs ${name}, which skills do not have.`
  return `const fail = () => { throw new Error(${JSON.stringify(message)}) }
module.exports = new Proxy(fail, {
  get: (_, key) => (typeof key === 'symbol' || key === 'then' || key === '__esModule' || key === 'prototype' ? undefined : fail),
})`
}
