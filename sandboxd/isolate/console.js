import { now, stringify } from './intrinsics.js'
import { describeThrown } from './thrown.js'

export function makeConsole(log) {
  const write =
    (level) =>
    (...values) =>
      log(level, formatValues(values))
  const counts = Object.create(null)
  const timers = Object.create(null)
  const elapsed = (label) => `${label}: ${now() - (timers[label] ?? now())} ms`

  return {
    log: write('log'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    debug: write('debug'),
    trace: write('debug'),
    dir: (value) => log('log', formatValues([value])),
    table: (value) => log('log', formatValues([value])),
    group: write('log'),
    groupCollapsed: write('log'),
    groupEnd() {},
    clear() {},
    assert(condition, ...values) {
      if (!condition) log('error', formatValues(['Assertion failed:', ...values]))
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
    timeLog: (label = 'default', ...values) => log('log', formatValues([elapsed(label), ...values])),
    timeEnd: (label = 'default') => log('log', elapsed(label)),
  }
}

function formatValues(values) {
  return values.map(formatValue).join(' ')
}

function formatValue(value) {
  try {
    if (typeof value === 'string') return value
    if (typeof value === 'bigint') return `${value}n`
    if (value instanceof Error) return describeThrown(value).stack || `${value.name}: ${value.message}`
    if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`
    if (typeof value !== 'object' || value === null) return String(value)
    return stringify(value, logReplacer()) ?? String(value)
  } catch {
    return '[cannot be shown]'
  }
}

/** Returns a replacer that describes values JSON cannot represent, because people read logs. */
function logReplacer() {
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
