import type { HostileCase, HostileClass } from '../hostile-case.ts'
import { amain, LONG_REASON, main } from './python-source.ts'

const cases: HostileCase[] = [
  {
    name: 'JavaScript’s eval',
    definition: `import js\n${main('return js.eval("1")')}`,
    ends: { throws: /EvalError|Code generation/ },
  },
  {
    name: 'Function by its name',
    longSuiteReason: LONG_REASON,
    definition: `import js\n${main('return js.Function.new("return 1")()')}`,
    ends: { throws: /EvalError|Code generation/ },
  },
  {
    name: 'Function by a constructor’s constructor',
    definition: `from pyodide.ffi import to_js\n${main('return to_js([1]).constructor.constructor("return process")()')}`,
    ends: { throws: /EvalError|Code generation/ },
  },
  {
    name: 'run_js',
    definition: `from pyodide.code import run_js\n${main('return run_js("1 + 1")')}`,
    ends: { throws: /EvalError|Code generation/ },
  },
  {
    name: 'a timer with a text',
    longSuiteReason: LONG_REASON,
    definition: `import js\n${main('js.setTimeout("globalThis.ran = 1", 0)\nreturn 1')}`,
    ends: 'anyhow',
  },
  {
    name: 'globals of Node',
    definition: `import js\n${main('return [hasattr(js, name) for name in ("process", "require", "Deno", "importScripts", "Buffer")]')}`,
    ends: { returns: [false, false, false, false, false] },
  },
  {
    name: 'the environment of sandboxd',
    definition: `import js, os\n${main('return [args["variable"] in os.environ, os.getenv(args["variable"])]')}`,
    ends: { returns: [false, null] },
  },
  {
    name: 'Pyodide’s own loader',
    definition: `import pyodide_js\n${amain('await pyodide_js.loadPackage("http://127.0.0.1:%d/evil.whl" % args["port"])\nreturn 1')}`,
    ends: 'anyhow',
  },
  {
    name: 'Pyodide’s insides',
    definition: `import pyodide_js\n${main('api = pyodide_js._api\nreturn [type(getattr(api, name, None)).__name__ for name in ("binWasm",)]')}`,
    ends: 'anyhow',
  },
  {
    name: 'the host’s files, mounted',
    definition: `import pyodide_js\n${main('pyodide_js.FS.mkdir("/host")\npyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, {"root": "/"}, "/host")\nreturn open("/host" + args["file"]).read()')}`,
    ends: { throws: /./ },
  },
  {
    name: 'the host’s files, opened',
    longSuiteReason: LONG_REASON,
    definition: main('return open(args["file"]).read()'),
    ends: { throws: /FileNotFoundError/ },
  },
  {
    name: 'the snapshot that the next run is restored from',
    definition: `import pyodide_js\n${main('config = pyodide_js._api.config\nsnapshot = getattr(config, "_loadSnapshot", None)\nif snapshot is not None:\n    snapshot.fill(0)\nreturn "scribbled"')}`,
    ends: 'anyhow',
  },
  {
    name: 'the standard library that the next run imports',
    definition: `import os, zipfile, json\n${main('for name in os.listdir("/lib"):\n    path = "/lib/" + name\n    if path.endswith(".zip"):\n        with open(path, "r+b") as archive:\n            archive.write(b"scribble" * 1000)\nreturn "scribbled"')}`,
    ends: 'anyhow',
  },
  {
    name: 'memory, by ctypes',
    definition: `import ctypes\n${main('return ctypes.string_at(0, 64).hex() != ""')}`,
    ends: 'anyhow',
  },
  {
    name: 'a wild write, by ctypes',
    definition: `import ctypes\n${main('ctypes.memset(0, 255, 1 << 20)\nreturn 1')}`,
    ends: 'or is lost',
  },
  {
    name: 'a library, by ctypes',
    longSuiteReason: LONG_REASON,
    definition: `import ctypes\n${main('return ctypes.CDLL("libc.so.6").getpid()')}`,
    ends: { throws: /./ },
  },
  {
    name: 'frames forged through json',
    longSuiteReason: LONG_REASON,
    definition: `import json\n${main('json.dumps = lambda *a, **k: \'{"returned": "1}\\\\n{\\\\"kind\\\\":\\\\"returned\\\\"}"}\'\nreturn "mine"')}`,
    ends: 'anyhow',
  },
  ...['', '{'].map(
    (line): HostileCase => ({
      name: `two million lines of “${line}” in place of the result, which the supervisor would read one by one`,
      definition: `import js
from pyodide.ffi import create_proxy, to_js
${main(`lines = {"returned": ${JSON.stringify(`${line}\n`)} * 2_000_000}
js.JSON.parse = create_proxy(lambda *args: to_js(lines, dict_converter=js.Object.fromEntries))`)}`,
      ends: { limit: 'output' },
    }),
  ),
  {
    name: 'the harness’s own functions',
    definition: `import sys\n${main('frame = sys._getframe()\nwhile frame.f_back: frame = frame.f_back\nframe.f_globals["describe"] = lambda e: {}\nraise ValueError("x")')}`,
    ends: 'anyhow',
  },
  {
    name: 'JavaScript’s prototypes',
    definition: `import js\n${main('js.Object.prototype.polluted = 1\njs.Array.prototype.push = None\njs.JSON.stringify = None\njs.Response = None\nreturn "mine"')}`,
    ends: 'anyhow',
  },
  {
    name: 'the builtins and the modules of the next run',
    definition: `import builtins, sys, json, random\n${main('builtins.len = lambda x: 42\nsys.modules["json"] = None\nsys.path.insert(0, "/tmp")\nopen("/tmp/os.py", "w").write("raise SystemExit")\nrandom.seed = None\nreturn "mine"')}`,
    ends: 'anyhow',
  },
  {
    name: 'the cache',
    definition: `import js\n${amain('await js.caches.default.put("http://left.example/", js.Response.new("word"))\nreturn 1')}`,
    ends: 'anyhow',
  },
  {
    name: 'a proxy whose destruction calls back',
    definition: `from pyodide.ffi import create_proxy\nimport js\n${main('p = create_proxy(lambda *a: main(args))\njs.setTimeout(p, 1)\nreturn 1')}`,
    ends: { returns: 1 },
  },
  {
    name: 'the engine’s own console',
    definition: `import js\n${main('for n in range(1000): js.console.error("out of memory " + "x" * 1000)\nreturn 1')}`,
    ends: { returns: 1 },
  },
  {
    name: 'exiting in every way',
    definition: `import os, sys\n${main('try:\n    os._exit(3)\nexcept BaseException: pass\ntry:\n    os.abort()\nexcept BaseException: pass\nsys.exit(3)')}`,
    ends: 'or is lost',
  },
]

/** Python reaches everything JavaScript does in its isolate: the isolate is the boundary. */
export const PYTHON_ESCAPES: HostileClass = {
  name: 'Python to JavaScript and the host',
  language: 'python',
  cases,
}
