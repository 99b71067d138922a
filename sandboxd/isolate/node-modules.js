/**
 * Modules of Node for packages, in isolates that have them. Of those that workerd offers, these are the ones that do something
 * in a skill; lib/packages/build/node-modules.ts has the same list for bundles.
 */

// biome-ignore format: list
const AVAILABLE = [
  'assert', 'assert/strict', 'async_hooks', 'buffer', 'constants', 'crypto', 'diagnostics_channel',
  'events', 'fs', 'fs/promises', 'http', 'https', 'net', 'os', 'path', 'path/posix', 'path/win32',
  'perf_hooks', 'process', 'punycode', 'querystring', 'stream', 'stream/consumers', 'stream/promises',
  'stream/web', 'string_decoder', 'sys', 'timers', 'timers/promises', 'tls', 'tty', 'url', 'util',
  'util/types', 'zlib',
]

/** Ends of a process, which would lose the run without a message. */
const ENDS = ['exit', 'abort', 'kill', 'reallyExit', '_kill']

/**
 * Leaves only these modules. `getBuiltinModule` would also return `cloudflare:workers`, whose `waitUntil` lets code outlive its
 * run, and `node:module`, which can load it.
 */
export function limitNode() {
  // Reading Buffer makes it.
  const { process, Buffer } = globalThis
  if (process === undefined || Buffer === undefined) return
  const { getBuiltinModule } = process
  const names = new Set(AVAILABLE.flatMap((name) => [name, `node:${name}`]))
  process.getBuiltinModule = (name) => (names.has(name) ? getBuiltinModule.call(process, name) : undefined)
  for (const name of ENDS) {
    process[name] = () => {
      throw new Error('A skill cannot end its process.')
    }
  }
}
