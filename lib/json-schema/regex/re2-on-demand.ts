/** RE2 has 45 KiB. Until it is loaded, the browser's engine runs patterns; forms wait for `pendingRe2`. */
import type { RE2JS } from 're2js'
import type { Re2 } from './re2.ts'

let engine: typeof RE2JS | undefined
let loading: Promise<void> | undefined

export function compileRe2(pattern: string, ecma: string): Re2 {
  if (engine) return engine.compile(pattern)
  const native = new RegExp(ecma, isUnicode(ecma) ? 'u' : '')
  return { test: (text) => native.test(text), programSize: () => 0 }
}

export function pendingRe2(): Promise<void> | undefined {
  if (engine) return undefined
  loading ??= import('re2js').then((module) => {
    engine = module.RE2JS
  })
  return loading
}

function isUnicode(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
