# One workerd process of the box: a dispatcher that may load workers, and one way out, to its egress guard.
# The addresses of both sockets are given on the command line, because each process has its own.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "dispatcher", worker = .dispatcher),
    # Who it is that asks, and where they may go, is the guard's to know (../egress/guard.ts).
    (name = "guard", external = (http = ())),
    # Every worker has a service of this name behind `fetch`. Allowing nothing is what "no network" means here.
    (name = "internet", network = (allow = [])),
  ],
  sockets = [ (name = "in", http = (), service = "dispatcher") ],
  # Of the whole process. MEMORY_MB in ../../lib/sandbox/endings.ts has the same value, and ../jail/rlimit-wrapper.ts caps the whole process.
  v8Flags = [ "--max-heap-size=128" ],
);

const dispatcher :Workerd.Worker = (
  modules = [
    (name = "dispatcher.js", esModule = embed "dispatcher.js"),
    (name = "egress.js", esModule = embed "egress.js"),
    (name = "calls.js", esModule = embed "calls.js"),
    # harness.js and all that it imports, handed to each fresh isolate: made by ../bundle-harness.ts.
    (name = "harness.txt", text = embed "/harness.js"),
  ],
  compatibilityDate = "2026-06-01",
  bindings = [ (name = "LOADER", workerLoader = ()), (name = "GUARD", service = "guard") ],
);
