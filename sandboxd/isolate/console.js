import { formatValues } from './format-values.js'
import { max, min, now } from './intrinsics.js'

/** Returns the console of the isolate, whose methods write lines of the run's log. */
export function createConsole(log) {
  let groups = 0
  const write =
    (level) =>
    (...values) =>
      log(level, indentLines(formatValues(values), groups))
  const group = (...values) => {
    if (values.length > 0) write('log')(...values)
    groups += 1
  }
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
    dir: (value) => write('log')(value),
    table: (value) => write('log')(value),
    group,
    groupCollapsed: group,
    groupEnd() {
      groups = max(0, groups - 1)
    },
    clear() {},
    assert(condition, ...values) {
      if (condition) return
      const [first, ...rest] = values
      // The first text stays a format, whose directives use the other values.
      if (typeof first === 'string') write('error')(`Assertion failed: ${first}`, ...rest)
      else write('error')('Assertion failed', ...values)
    },
    count(label = 'default') {
      counts[label] = (counts[label] ?? 0) + 1
      write('log')(`${label}: ${counts[label]}`)
    },
    countReset(label = 'default') {
      delete counts[label]
    },
    time(label = 'default') {
      timers[label] = now()
    },
    timeLog: (label = 'default', ...values) => write('log')(elapsed(label), ...values),
    timeEnd: (label = 'default') => write('log')(elapsed(label)),
  }
}

function indentLines(text, groups) {
  if (groups === 0) return text
  const indent = '  '.repeat(min(groups, 20))
  return indent + text.replaceAll('\n', `\n${indent}`)
}
