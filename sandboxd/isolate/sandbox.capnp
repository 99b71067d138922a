# A workerd process of the sandbox: a dispatcher that loads workers, and a connection to the egress guard.
# The command line sets the addresses of both sockets, because each process has its own.
using Workerd = import "/workerd/workerd.capnp";

const services :List(Workerd.Service) = [
  (name = "dispatcher", worker = .dispatcher),
  # The guard knows which run sends a request, and which hosts it may reach (../egress/guard.ts).
  (name = "guard", external = (http = ())),
  # `fetch` of every worker uses the service of this name, which must reach nothing.
  (name = "internet", network = (allow = [])),
];

const sockets :List(Workerd.Socket) = [ (name = "in", http = (), service = "dispatcher") ];

const config :Workerd.Config = (
  services = .services,
  sockets = .sockets,
  # The heap of the whole process may have memoryMb of SKILL_LIMITS in ../../lib/contracts/document/skill-limits.ts.
  # ../jail/rlimit-wrapper.ts limits all memory of the process.
  v8Flags = [ "--max-heap-size=128" ],
);

const longConfig :Workerd.Config = (
  services = .services,
  sockets = .sockets,
  # The lane `long` has 1 GB, as LONG_SKILL_LIMITS of ../../lib/contracts/document/skill-limits.ts.
  v8Flags = [ "--max-heap-size=1024" ],
);

const dispatcher :Workerd.Worker = (
  modules = [
    (name = "dispatcher.js", esModule = embed "dispatcher.js"),
    (name = "egress.js", esModule = embed "egress.js"),
    (name = "calls.js", esModule = embed "calls.js"),
    # Each new isolate gets harness.js, which ../engine/sandbox-engine.ts bundles with its imports.
    (name = "harness.txt", text = embed "/harness.js"),
  ],
  compatibilityDate = "2026-06-01",
  bindings = [ (name = "LOADER", workerLoader = ()), (name = "GUARD", service = "guard") ],
);
