import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { prepareDefinition } from '../../sandbox/prepare-definition.ts'
import { inspectDefinition } from './inspect-definition.ts'

/** Runs the module that the sandbox would load. */
async function runPrepared(definition: string): Promise<unknown> {
  const prepared = await prepareDefinition(definition)
  if ('error' in prepared) throw new Error(prepared.error.message)
  const { default: handler } = await import(`data:text/javascript,${encodeURIComponent(prepared.module)}`)
  return handler({})
}

// biome-ignore format: table
const forms: [form: string, definition: string][] = [
  ['a declared function exported as default by esbuild', 'async function handler() {\n  return { message: "x" };\n}\nexport {\n  handler as default\n};\n'],
  ['a variable exported as default by esbuild', 'var src_default = async () => ({ message: "x" });\nexport {\n  src_default as default\n};\n'],
  ['a function exported as handler', 'async function run() { return { message: "x" } }\nexport { run as handler }\n'],
  ['a minified bundle', 'var e=async()=>({message:"x"});export{e as default};'],
  ['a minified bundle that exports both names', 'var e=async()=>({message:"x"}),r=e;export{r as default,e as handler};'],
  ['a bundle of esbuild that keeps names', 'var __defProp = Object.defineProperty;\nvar __name = (target, value) => __defProp(target, "name", { value, configurable: true });\nvar handler = /* @__PURE__ */ __name(async () => ({ message: "x" }), "handler");\nexport {\n  handler as default\n};'],
  ['a CommonJS bundle of esbuild', '"use strict";\nvar __defProp = Object.defineProperty;\nvar __getOwnPropDesc = Object.getOwnPropertyDescriptor;\nvar __getOwnPropNames = Object.getOwnPropertyNames;\nvar __hasOwnProp = Object.prototype.hasOwnProperty;\nvar __export = (target, all) => {\n  for (var name in all)\n    __defProp(target, name, { get: all[name], enumerable: true });\n};\nvar __copyProps = (to, from, except, desc) => {\n  if (from && typeof from === "object" || typeof from === "function") {\n    for (let key of __getOwnPropNames(from))\n      if (!__hasOwnProp.call(to, key) && key !== except)\n        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });\n  }\n  return to;\n};\nvar __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);\nvar stdin_exports = {};\n__export(stdin_exports, {\n  default: () => stdin_default\n});\nmodule.exports = __toCommonJS(stdin_exports);\nvar stdin_default = async () => ({ message: "x" });\n0 && (module.exports = {});'],
  ['CommonJS of tsc with a default export', '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.default = handler;\nasync function handler() { return { message: "x" }; }\n'],
  ['CommonJS of tsc with a named export', '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.handler = void 0;\nconst handler = async () => ({ message: "x" });\nexports.handler = handler;\n'],
  ['CommonJS of Babel', '"use strict";\n\nObject.defineProperty(exports, "__esModule", {\n  value: true\n});\nexports.default = void 0;\nvar _default = exports.default = async () => ({ message: "x" });'],
  ['CommonJS of SWC', '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nObject.defineProperty(exports, "default", {\n    enumerable: true,\n    get: function() {\n        return _default;\n    }\n});\nconst _default = async ()=>({ message: "x" });'],
  ['CommonJS of SWC with a named export', '"use strict";\nfunction _export(target, all) { for (var name in all) Object.defineProperty(target, name, { enumerable: true, get: all[name] }); }\n_export(exports, { handler: function() { return handler; } });\nasync function handler() { return { message: "x" }; }'],
  ['CommonJS of rollup', "'use strict';\n\nasync function run() { return { message: \"x\" } }\n\nmodule.exports = run;"],
  ['module.exports with a property', 'module.exports = { handler: async () => ({ message: "x" }) }'],
  ['module.exports with a shorthand property', 'async function handler() { return { message: "x" } }\nmodule.exports = { handler }'],
  ['module.exports.handler', 'module.exports.handler = async () => ({ message: "x" })'],
  ['exports and module.exports at once', 'exports = module.exports = async () => ({ message: "x" })'],
  ['an ES module of webpack', 'var __webpack_require__ = {};\n(() => { __webpack_require__.d = (exports, definition) => { for (var key in definition) Object.defineProperty(exports, key, { enumerable: true, get: definition[key] }) } })();\nvar __webpack_exports__ = {};\n__webpack_require__.d(__webpack_exports__, {\n  A: () => (src)\n});\nasync function handler() { return { message: "x" } }\nconst src = (handler);\nvar __webpack_exports__default = __webpack_exports__.A;\nexport { __webpack_exports__default as default };'],
  ['tsc’s marker of a module', 'async function handler() { return { message: "x" } }\nexport {};'],
  ['an alias', 'async function run() { return { message: "x" } }\nconst handler = run'],
  ['a later assignment', 'let handler\nhandler = async () => ({ message: "x" })'],
  ['a default export of an anonymous arrow', 'export default async () => ({ message: "x" })'],
  ['a name as text', 'const run = async () => ({ message: "x" })\nexport { run as "default" }'],
  ['a guard for CommonJS beside a declared handler', 'async function handler() { return { message: "x" } }\nif (typeof module !== "undefined") module.exports = { handler }'],
  ['a variable that is called exports', 'const exports = {}\nexports.handler = 5\nasync function handler() { return { message: "x" } }'],
]

describe('a handler that validates can also run', () => {
  test.each(forms)('a handler that validates can also run in the form of %s', async (_form, definition) => {
    expect(inspectDefinition(definition)).toEqual([])
    expect(await runPrepared(definition)).toEqual({ message: 'x' })
  })

  test.each(['esm', 'cjs'] as const)(
    'a handler that validates can also run as rolldown bundles it as %s',
    async (format) => {
      const source = 'const handler = async () => ({ message: "x" })\nexport default handler'
      const bundle = await rolldown({
        input: 'entry',
        plugins: [
          {
            name: 'source',
            resolveId: (id) => (id === 'entry' ? id : null),
            load: (id) => (id === 'entry' ? source : null),
          },
        ],
      })
      const { output } = await bundle.generate({ format })
      const { code } = output[0]

      expect(inspectDefinition(code)).toEqual([])
      expect(await runPrepared(code)).toEqual({ message: 'x' })
    },
  )
})

// biome-ignore format: table
const refused: [form: string, definition: string, message: string][] = [
  ['another name', 'async function run() {}\nexport { run }', 'handler function not found'],
  ['a CommonJS export of another name', 'exports.run = async () => 1', 'handler function not found'],
  ['a function called inside another', '(() => { module.exports = async () => 1 })()', 'handler function not found'],
  ['a default that is not async', 'function run() {}\nexport { run as default }', 'handler must be an async function'],
  ['a CommonJS function that is not async', 'module.exports = () => 1', 'handler must be an async function'],
  ['what a call returns', 'const run = wrap(async () => 1)\nexport { run as handler }', 'handler must be an async function'],
  ['names that only refer to each other', 'var a = b, b = a\nexport { a as default }', 'handler must be an async function'],
  ['a generator', 'async function* run() {}\nexport { run as default }', 'handler must not be a generator'],
]

test.each(refused)(
  'a definition that exports %s is refused with the reason',
  (_form, definition, message) => {
    expect(inspectDefinition(definition)).toContainEqual(expect.objectContaining({ message }))
  },
)

test('errors of a CommonJS definition keep their line', async () => {
  const prepared = await prepareDefinition('exports.handler = async () => {\n  throw new Error("no")\n}')

  expect('module' in prepared && prepared.module.split('\n')[1]).toBe('  throw new Error("no")')
})
