/**
 * RE2 for browsers, where few contracts need it and it has 45 KiB. Until it has been loaded, patterns run in the
 * browser's own engine, which may take exponential time: what runs publishers' patterns waits for `pendingRe2`.
 */
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
