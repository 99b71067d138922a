/**
 * Runs inside the fresh isolate, around the publisher's Python: restores the interpreter, then takes the job.
 *
 * Nothing here is trusted by anyone outside: Python reaches everything that JavaScript does in here.
 */
import RUN from 'run.py'
import RUNTIME from 'runtime.py'
import { bootPython } from './boot.js'
import { makeFetch } from './fetch.js'
import { openFrames } from './frames.js'
import { stringify } from './intrinsics.js'
import { describeThrown } from './thrown.js'

export default {
  async fetch(request) {
    if (new URL(request.url).pathname === '/snapshot') return new Response(await makeSnapshot())
    // Before the body is read: it may come much later.
    const python = await bootPython()
    const { definition, input } = await request.json()
    const { parameters, config, context, limits, isOnline } = JSON.parse(input)
    const frames = openFrames(limits)
    globalThis.fetch = makeFetch(isOnline)
    python.setStdout({ batched: (text) => frames.log('log', text) })
    python.setStderr({ batched: (text) => frames.log('error', text) })
    run(python, frames, { definition, parameters, config, context })
    return new Response(frames.body)
  },
}

async function run(python, frames, { definition, parameters, config, context }) {
  try {
    const said = {
      log: (text) => frames.log('log', text),
      progress: (fraction, note) => frames.progress(fraction, note),
    }
    python.registerJsModule('_guildhall', said)
    python.runPython(RUN)
    const call = python.globals.get('call_main')
    const text = await call(RUNTIME, definition, stringify({ parameters, config, context }))
    const { returned, threw } = JSON.parse(text)
    if (threw?.name === 'MemoryError') return frames.end({ kind: 'limit', limit: 'memory' })
    if (threw) return frames.end({ kind: 'threw', error: threw })
    frames.returned(returned)
  } catch (thrown) {
    frames.end({ kind: 'threw', error: describeThrown(thrown) })
  }
}

/** Everyday modules are imported before the picture is taken, so that no run pays for them. */
async function makeSnapshot() {
  const python = await bootPython({ makeSnapshot: true })
  python.runPython(`import ${EVERYDAY.join(', ')}`)
  return python.makeMemorySnapshot()
}

// biome-ignore format: a list
const EVERYDAY = [
  'abc', 'asyncio', 'base64', 'binascii', 'bisect', 'calendar', 'collections', 'contextlib', 'copy', 'csv',
  'dataclasses', 'datetime', 'decimal', 'difflib', 'enum', 'fnmatch', 'fractions', 'functools', 'hashlib', 'heapq',
  'hmac', 'html', 'inspect', 'io', 'itertools', 'json', 'linecache', 'math', 'numbers', 'operator', 'pathlib',
  'random', 're', 'secrets', 'statistics', 'string', 'struct', 'textwrap', 'time', 'traceback', 'types', 'typing',
  'unicodedata', 'urllib.parse', 'uuid', 'zlib',
]
