# A workerd process of the sandbox for Python: Pyodide in an isolate, restored from a snapshot of its memory.
# python-engine.ts writes the files below "/python/": Pyodide's own files, the snapshot, and what python-library.ts makes.
using Workerd = import "/workerd/workerd.capnp";

const services :List(Workerd.Service) = [
  (name = "dispatcher", worker = .dispatcher),
  (name = "guard", external = (http = ())),
  # `fetch` of every worker uses the service of this name, which must reach nothing.
  (name = "internet", network = (allow = [])),
];

const sockets :List(Workerd.Socket) = [ (name = "in", http = (), service = "dispatcher") ];

const config :Workerd.Config = (
  services = .services,
  sockets = .sockets,
  # The limits are for the whole process; 4096 pages are 256 MB, as in SKILL_LIMITS of ../../lib/contracts/document/skill-limits.ts.
  v8Flags = [ "--max-heap-size=256", "--wasm-max-mem-pages=4096" ],
);

const longConfig :Workerd.Config = (
  services = .services,
  sockets = .sockets,
  # The lane `long` has 1 GB, as LONG_SKILL_LIMITS of ../../lib/contracts/document/skill-limits.ts.
  v8Flags = [ "--max-heap-size=1024", "--wasm-max-mem-pages=16384" ],
);

const dispatcher :Workerd.Worker = (
  modules = [
    (name = "dispatcher.js", esModule = embed "dispatcher.js"),
    (name = "unzip.js", esModule = embed "/python/unzip.js"),
    (name = "egress.js", esModule = embed "../isolate/egress.js"),
    (name = "calls.js", esModule = embed "../isolate/calls.js"),
    # Each new isolate gets these sources and data.
    (name = "harness.txt", text = embed "harness.js"),
    (name = "boot.txt", text = embed "boot.js"),
    (name = "mount.txt", text = embed "mount.js"),
    (name = "hashes.txt", text = embed "/python/hashes.js"),
    (name = "run.py.txt", text = embed "run.py"),
    (name = "runtime.py.txt", text = embed "runtime.py"),
    (name = "fetch.txt", text = embed "../isolate/fetch.js"),
    (name = "retry.txt", text = embed "../isolate/retry.js"),
    (name = "seed-run.txt", text = embed "../isolate/seed-run.js"),
    (name = "frames.txt", text = embed "../isolate/frames.js"),
    (name = "ask.txt", text = embed "../isolate/ask.js"),
    (name = "json-text.txt", text = embed "../isolate/json-text.js"),
    (name = "intrinsics.txt", text = embed "../isolate/intrinsics.js"),
    (name = "thrown.txt", text = embed "../isolate/thrown.js"),
    (name = "pyodide.mjs.txt", text = embed "/python/pyodide.mjs"),
    (name = "pyodide.asm.mjs.txt", text = embed "/python/pyodide.asm.mjs"),
    (name = "pyodide.asm.wasm", wasm = embed "/python/pyodide.asm.wasm"),
    (name = "trampoline.wasm", wasm = embed "/python/trampoline.wasm"),
    (name = "python_stdlib.zip", data = embed "/python/python_stdlib.zip"),
    (name = "library.zip", data = embed "/python/library.zip"),
    (name = "snapshot.bin", data = embed "/python/snapshot.bin"),
    (name = "lock.txt", text = embed "/python/pyodide-lock.json"),
  ],
  compatibilityDate = "2026-06-01",
  bindings = [ (name = "LOADER", workerLoader = ()), (name = "GUARD", service = "guard") ],
);
