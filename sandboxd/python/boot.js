/** Boots Pyodide in an isolate. It expects a browser or Node, whose APIs are emulated with bundled modules; nothing is fetched. */
import library from 'library.zip'
import lock from 'lock.json'
import wasm from 'pyodide.asm.wasm'
import stdlib from 'python_stdlib.zip'
import snapshot from 'snapshot.bin'
import trampoline from 'trampoline.wasm'

const EMPTY_MODULE_BYTES = 8
/** `run.py` imports from here what Pyodide's standard library lacks. Files are not part of a snapshot. */
const LIBRARY = '/lib/guildhall.zip'
const INVALID_URL = 'http://pyodide.invalid/'

/**
 * Restores Python from the snapshot, or with `makeSnapshot` boots it from scratch, so that `pyodide.makeMemorySnapshot()` can be
 * called on the result.
 */
export async function bootPython({ makeSnapshot = false } = {}) {
  globalThis.location ??= INVALID_URL
  globalThis.addEventListener = () => {}
  globalThis.removeEventListener = () => {}
  const { instantiate, Module } = WebAssembly
  // Isolates cannot compile WebAssembly from bytes. Of the two modules that Pyodide compiles, one only tests for a feature, and
  // the other is bundled.
  WebAssembly.Module = new Proxy(Module, {
    construct: (_target, [bytes]) => (bytes.length === EMPTY_MODULE_BYTES ? {} : trampoline),
  })
  WebAssembly.instantiateStreaming = async (_response, imports) => ({
    module: wasm,
    instance: await instantiate.call(WebAssembly, wasm, imports),
  })
  const { fetch: realFetch } = globalThis
  globalThis.fetch = fetchBundledFile
  try {
    const { loadPyodide } = await import('./pyodide.mjs')
    const { default: createPyodideModule } = await import('./pyodide.asm.mjs')
    const python = await loadPyodide({
      indexURL: INVALID_URL,
      packageBaseUrl: INVALID_URL,
      createPyodideModule,
      lockFileContents: lock,
      checkAPIVersion: false,
      env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' },
      ...(makeSnapshot ? { _makeSnapshot: true } : { _loadSnapshot: new Uint8Array(snapshot) }),
    })
    python.FS.writeFile(LIBRARY, new Uint8Array(library))
    return python
  } finally {
    globalThis.fetch = realFetch
    WebAssembly.Module = Module
  }
}

async function fetchBundledFile(url) {
  if (String(url).endsWith('python_stdlib.zip')) return new Response(stdlib)
  if (String(url).endsWith('.wasm'))
    return new Response('', { headers: { 'content-type': 'application/wasm' } })
  throw new TypeError(`There is no ${url} in the sandbox.`)
}
