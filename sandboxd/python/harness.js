/**
 * Runs in the fresh isolate around the publisher's Python: restores the interpreter, then reads the job.
 *
 * The host does not trust it: Python reaches everything that JavaScript does here.
 */
import RUN from 'run.py'
import RUNTIME from 'runtime.py'
import { createHostCaller } from './ask.js'
import { bootPython } from './boot.js'
import { createFetch } from './fetch.js'
import { openFrames } from './frames.js'
import { hashes } from './hashes.js'
import { now, stringify } from './intrinsics.js'
import { mount, mountModules, mountPackages } from './mount.js'
import { createRetryingFetch } from './retry.js'
import { seedRun } from './seed-run.js'
import { describeThrown } from './thrown.js'

export default {
  async fetch(request, { calls, packages }) {
    if (new URL(request.url).pathname === '/snapshot') return new Response(await makeSnapshot())
    // Python is restored before the body arrives.
    const python = await bootPython()
    const callMain = python.globals.get('call_main')
    const { definition, packagesKey, modules, input } = await request.json()
    const { parameters, config, context, limits, isOnline, mounts, entrypoint, seeded } = JSON.parse(input)
    seedRun(seeded)
    const frames = openFrames(limits)
    const fetch = createFetch(isOnline)
    globalThis.fetch = fetch
    const fetchWithRetry = createRetryingFetch({ fetch, deadline: now() + limits.wallMs })
    python.setStdout({ batched: (text) => frames.log('log', text) })
    python.setStderr({ batched: (text) => frames.log('error', text) })
    mountModules(python.FS, modules)
    if (packagesKey) await mountPackages(python.FS, (part) => packages.read(packagesKey, part))
    const job = { definition, entrypoint, parameters, config, context, mounts, calls, fetchWithRetry }
    run(python, callMain, frames, job)
    return new Response(frames.body)
  },
}

async function run(python, callMain, frames, { definition, mounts, calls, fetchWithRetry, ...job }) {
  try {
    await mount(python.FS, mounts, createHostCaller(calls))
    const hostModule = {
      log: (text) => frames.log('log', text),
      progress: (fraction, note) => frames.progress(fraction, note),
      emit: (text) => frames.part(text),
      ask: (text) => calls.ask(text),
      askForPart: (text, bytes) => calls.askForPart(text, bytes),
      fetch: fetchWithRetry,
    }
    python.registerJsModule('_guildhall', hostModule)
    python.registerJsModule('_guildhall_hashes', hashes)
    // `callPromising` lets Python await a promise inside a call.
    const text = await callMain.callPromising(definition, stringify({ ...job, skills: mounts?.skills ?? [] }))
    const { returned, threw } = JSON.parse(text)
    if (threw?.name === 'MemoryError') return frames.end({ kind: 'limit', limit: 'memory' })
    if (threw) return frames.end({ kind: 'threw', error: threw })
    frames.returned(returned)
  } catch (thrown) {
    frames.end({ kind: 'threw', error: describeThrown(thrown) })
  }
}

/** The snapshot contains what every run needs, and common modules. */
async function makeSnapshot() {
  const python = await bootPython({ makeSnapshot: true })
  python.runPython(ADD_LIBRARY)
  python.runPython(`import ${PRELOADED_MODULES.join(', ')}`)
  python.runPython(RUN)
  const prepare = python.globals.get('prepare')
  prepare(RUNTIME)
  prepare.destroy()
  return python.makeMemorySnapshot()
}

/** hashlib has been imported at boot, before its second half could be found. */
const ADD_LIBRARY = `
import sys
sys.path.append("/lib/guildhall.zip")
for name in ("hashlib", "hmac"):
    sys.modules.pop(name, None)
`

// biome-ignore format: a list
const PRELOADED_MODULES = [
  'abc', 'asyncio', 'base64', 'binascii', 'bisect', 'calendar', 'collections', 'contextlib', 'copy', 'csv',
  'dataclasses', 'datetime', 'decimal', 'difflib', 'enum', 'fnmatch', 'fractions', 'functools', 'hashlib', 'heapq',
  'hmac', 'html', 'inspect', 'io', 'itertools', 'json', 'linecache', 'math', 'numbers', 'operator', 'pathlib',
  'random', 're', 'secrets', 'statistics', 'string', 'struct', 'textwrap', 'time', 'traceback', 'types', 'typing',
  'tzdata.zoneinfo', 'unicodedata', 'urllib.parse', 'uuid', 'zlib', 'zoneinfo',
]
