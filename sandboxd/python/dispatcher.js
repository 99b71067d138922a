/**
 * The trusted worker of a Python process. A run's request may be opened long before its body is sent, so that the isolate can
 * restore Python in advance. Isolates have no name, since workerd would keep named ones, at 120 MB each.
 */

import { WorkerEntrypoint } from 'cloudflare:workers'
import ASK from 'ask.txt'
import BOOT from 'boot.txt'
import FETCH from 'fetch.txt'
import FRAMES from 'frames.txt'
import HARNESS from 'harness.txt'
import HASHES from 'hashes.txt'
import INTRINSICS from 'intrinsics.txt'
import JSON_TEXT from 'json-text.txt'
import LIBRARY from 'library.zip'
import LOCK from 'lock.txt'
import MOUNT from 'mount.txt'
import PYODIDE_ASM from 'pyodide.asm.mjs.txt'
import WASM from 'pyodide.asm.wasm'
import PYODIDE from 'pyodide.mjs.txt'
import STDLIB from 'python_stdlib.zip'
import RETRY from 'retry.txt'
import RUN from 'run.py.txt'
import RUNTIME from 'runtime.py.txt'
import SEED_RUN from 'seed-run.txt'
import SNAPSHOT from 'snapshot.bin'
import THROWN from 'thrown.txt'
import TRAMPOLINE from 'trampoline.wasm'
import { unzipSync } from 'unzip.js'

export { Calls } from 'calls.js'
export { Egress } from 'egress.js'

/** Files of packages by their keys. Only sandboxd can send them. */
const packagesByKey = new Map()
// As in ../process/workerd-process.ts, which knows what is kept.
const MAX_KEPT_PACKAGES = 2

/** Gives an isolate the files of its run's packages. All code in a process is of one publisher. */
export class Packages extends WorkerEntrypoint {
  /** Returns a part of the files; undefined after the last. One message cannot have them all: workerd allows 32 MB. */
  read(key, part) {
    return packagesByKey.get(`${key}`)?.[part]
  }
}

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname === '/health') return new Response('alive')
    if (pathname === '/packages') return keepPackages(request)
    try {
      const props = { ticket: request.headers.get('x-guildhall-ticket') ?? '' }
      const bindings = {
        calls: ctx.exports.Calls({ props }),
        packages: ctx.exports.Packages({ props: {} }),
        globalOutbound: ctx.exports.Egress({ props }),
      }
      const isolate = env.LOADER.load(isolateWith(bindings))
      const init = { method: 'POST', body: request.body }
      const response = await isolate.getEntrypoint().fetch(`http://isolate${pathname}`, init)
      return new Response(response.body)
    } catch (error) {
      return new Response(String(error?.message ?? error).slice(0, 4000), { status: 500 })
    }
  },
}

/** Unpacked once for all runs of this process. */
async function keepPackages(request) {
  const files = unzipSync(Uint8Array.fromBase64(await request.text()))
  packagesByKey.set(request.headers.get('x-guildhall-packages'), inParts(Object.entries(files)))
  if (packagesByKey.size > MAX_KEPT_PACKAGES) packagesByKey.delete(packagesByKey.keys().next().value)
  return new Response('kept')
}

const PART_BYTES = 8 * 1024 * 1024

/** A file is at most 20 MB, unless operators allow more. */
function inParts(files) {
  const parts = [[]]
  let bytes = 0
  for (const file of files) {
    bytes += file[1].length
    if (bytes > PART_BYTES) {
      parts.push([])
      bytes = file[1].length
    }
    parts.at(-1).push(file)
  }
  return parts
}

function isolateWith({ calls, packages, globalOutbound }) {
  return {
    compatibilityDate: '2026-06-01',
    compatibilityFlags: ['disallow_eval_during_startup'],
    mainModule: 'harness.js',
    modules: {
      'harness.js': HARNESS,
      'boot.js': BOOT,
      'mount.js': MOUNT,
      'hashes.js': HASHES,
      'run.py': { text: RUN },
      'runtime.py': { text: RUNTIME },
      'fetch.js': FETCH,
      'retry.js': RETRY,
      'seed-run.js': SEED_RUN,
      'frames.js': FRAMES,
      'ask.js': ASK,
      'json-text.js': JSON_TEXT,
      'intrinsics.js': INTRINSICS,
      'thrown.js': THROWN,
      'pyodide.mjs': { js: PYODIDE },
      'pyodide.asm.mjs': { js: PYODIDE_ASM },
      'pyodide.asm.wasm': { wasm: WASM },
      'trampoline.wasm': { wasm: TRAMPOLINE },
      'python_stdlib.zip': { data: STDLIB },
      'library.zip': { data: LIBRARY },
      'snapshot.bin': { data: SNAPSHOT },
      'lock.json': { json: JSON.parse(LOCK) },
    },
    env: { calls, packages },
    globalOutbound,
  }
}
