/**
 * Boots Pyodide in an isolate that has no files, no eval and no document.
 *
 * Pyodide expects a browser or Node. What it asks of them is answered here from the modules that came with the
 * isolate; nothing is fetched, and its WebAssembly is compiled already.
 */
import lock from 'lock.json'
import wasm from 'pyodide.asm.wasm'
import stdlib from 'python_stdlib.zip'
import snapshot from 'snapshot.bin'
import trampoline from 'trampoline.wasm'

const EMPTY_MODULE_BYTES = 8
const NOWHERE = 'http://pyodide.invalid/'

/** `makeSnapshot` boots from nothing, so that `pyodide.makeMemorySnapshot()` can be called on the result. */
export async function bootPython({ makeSnapshot = false } = {}) {
  globalThis.location ??= NOWHERE
  globalThis.addEventListener = () => {}
  globalThis.removeEventListener = () => {}
  const { instantiate, Module } = WebAssembly
  // No module can be made from bytes in here. Of the two that Pyodide makes, one only tries whether that works, and
  // the other came with the isolate.
  WebAssembly.Module = new Proxy(Module, {
    construct: (_target, [bytes]) => (bytes.length === EMPTY_MODULE_BYTES ? {} : trampoline),
  })
  WebAssembly.instantiateStreaming = async (_response, imports) => ({
    module: wasm,
    instance: await instantiate.call(WebAssembly, wasm, imports),
  })
  const { fetch: realFetch } = globalThis
  globalThis.fetch = fetchOwnFile
  try {
    const { loadPyodide } = await import('./pyodide.mjs')
    const { default: createPyodideModule } = await import('./pyodide.asm.mjs')
    return await loadPyodide({
      indexURL: NOWHERE,
      packageBaseUrl: NOWHERE,
      createPyodideModule,
      lockFileContents: lock,
      checkAPIVersion: false,
      env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' },
      ...(makeSnapshot ? { _makeSnapshot: true } : { _loadSnapshot: new Uint8Array(snapshot) }),
    })
  } finally {
    globalThis.fetch = realFetch
    WebAssembly.Module = Module
  }
}

async function fetchOwnFile(url) {
  if (String(url).endsWith('python_stdlib.zip')) return new Response(stdlib)
  if (String(url).endsWith('.wasm'))
    return new Response('', { headers: { 'content-type': 'application/wasm' } })
  throw new TypeError(`There is no ${url} in the sandbox.`)
}
