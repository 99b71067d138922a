/** The console of a run: what is said goes into the run's log, as one line of text a call. */
import { now, stringify } from './intrinsics.js'
import { describeThrown } from './thrown.js'

/** Makes the `console` whose every call ends at `log(level, text)`. */
export function makeConsole(log) {
  const say =
    (level) =>
    (...values) =>
      log(level, textOf(values))
  const counts = Object.create(null)
  const timers = Object.create(null)
  const elapsed = (label) => `${label}: ${now() - (timers[label] ?? now())} ms`

  return {
    log: say('log'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    debug: say('debug'),
    trace: say('debug'),
    dir: (value) => log('log', textOf([value])),
    table: (value) => log('log', textOf([value])),
    group: say('log'),
    groupCollapsed: say('log'),
    groupEnd() {},
    clear() {},
    assert(holds, ...values) {
      if (!holds) log('error', textOf(['Assertion failed:', ...values]))
    },
    count(label = 'default') {
      counts[label] = (counts[label] ?? 0) + 1
      log('log', `${label}: ${counts[label]}`)
    },
    countReset(label = 'default') {
      delete counts[label]
    },
    time(label = 'default') {
      timers[label] = now()
    },
    timeLog: (label = 'default', ...values) => log('log', textOf([elapsed(label), ...values])),
    timeEnd: (label = 'default') => log('log', elapsed(label)),
  }
}

function textOf(values) {
  return values.map(textOfOne).join(' ')
}

function textOfOne(value) {
  try {
    if (typeof value === 'string') return value
    if (typeof value === 'bigint') return `${value}n`
    if (value instanceof Error) return describeThrown(value).stack || `${value.name}: ${value.message}`
    if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`
    if (typeof value !== 'object' || value === null) return String(value)
    return stringify(value, showable()) ?? String(value)
  } catch {
    return '[cannot be shown]'
  }
}

/** A replacer that shows what JSON cannot carry instead of refusing it: the log is for people. */
function showable() {
  const seen = new WeakSet()
  return (_key, value) => {
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return '[seen above]'
    seen.add(value)
    if (value instanceof Map) return { Map: [...value] }
    if (value instanceof Set) return { Set: [...value] }
    if (value instanceof Error) return `${value.name}: ${value.message}`
    return value
  }
}
