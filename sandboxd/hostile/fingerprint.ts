/** Skills that describe their environment, so that leftovers of an earlier run show up as a difference. */

/**
 * Lists globals and members of common prototypes, marks those that are not the engine's own, and lists
 * caches.
 */
const JAVASCRIPT = `export default async ({ parameters, config }) => {
  const places = {
    globalThis, JSON, Math, Reflect, Object, Array, Promise, Function, Symbol,
    object: Object.prototype, array: Array.prototype, func: Function.prototype, string: String.prototype,
    promise: Promise.prototype, error: Error.prototype, regexp: RegExp.prototype, map: Map.prototype,
    iterator: Object.getPrototypeOf([][Symbol.iterator]()), headers: Headers.prototype, request: Request.prototype,
    response: Response.prototype, encoder: TextEncoder.prototype,
    stream: ReadableStreamDefaultController.prototype,
  }
  const isNative = (value) => typeof value !== 'function' || /\\[native code\\]/.test(Function.prototype.toString.call(value))
  const seen = Object.entries(places).map(([name, place]) => {
    const own = Object.getOwnPropertyDescriptors(place)
    const patched = Reflect.ownKeys(own).filter((key) => !isNative(own[key].value)).map(String)
    return [name, Reflect.ownKeys(own).map(String).sort().join(), patched.sort().join()]
  })
  const cached = await caches.default.match('http://left.example/').then((found) => found !== undefined, () => false)
  return { seen, cached, parameters, config, sum: JSON.stringify([1].map((n) => n + 1)) }
}`

const PYTHON = `
import builtins, json, os, random, sys
import js
def main(args):
    files = sorted(name for folder in ("/", "/home", "/tmp", "/home/pyodide") for name in os.listdir(folder))
    return {
        "files": files,
        "environment": sorted(os.environ),
        "modules": sorted(name for name in sys.modules if not name.startswith("_")),
        "builtins": sorted(dir(builtins)),
        "globals": sorted(js.Object.getOwnPropertyNames(js.globalThis).to_py()),
        "polluted": sorted(js.Object.getOwnPropertyNames(js.Object.prototype).to_py()),
        "text": json.dumps([1]) + str(sum([1, 2])) + str(len([])),
        "args": args,
    }
`

export const FINGERPRINT = { javascript: JAVASCRIPT, python: PYTHON }
