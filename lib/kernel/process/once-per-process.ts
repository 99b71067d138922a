const VALUES = Symbol.for('guildhall.process')

/**
 * Returns this process's value of that name, which the first call creates.
 *
 * For state that must exist once, such as a limit, a pool of threads or a counter. A variable of a module would not do:
 * Next bundles pages, route handlers, the proxy and `instrumentation.ts` separately, and each of them evaluates the
 * module again.
 */
export function oncePerProcess<Value>(name: string, create: () => Value): Value {
  const globals = globalThis as { [VALUES]?: Map<string, unknown> }
  globals[VALUES] ??= new Map()
  const values = globals[VALUES]
  if (!values.has(name)) values.set(name, create())
  return values.get(name) as Value
}
